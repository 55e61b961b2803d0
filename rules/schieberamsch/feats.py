"""What of a deal of Schieberamsch is worth telling."""

from rules.schieberamsch.deal import GRAND_HAND, Deal
from rules.sentences import Sentences

FEATS = Sentences(
    __name__,
    {
        "Grand hand": "Grand hand",
        "virgin": "virgin",
        "march": "march",
    },
)


def feats(deal: Deal) -> tuple[str, ...]:
    """A march, a Grand hand that was made, a virgin."""
    if deal.kind == GRAND_HAND:
        return (FEATS["Grand hand"],) if deal.made else ()
    return ((), (FEATS["virgin"],), (FEATS["march"],))[len(deal.virgins)]
