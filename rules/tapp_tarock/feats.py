"""What of a deal of Tapp Tarock is worth telling."""

from rules.sentences import Sentences
from rules.tapp_tarock.deal import Deal

FEATS = Sentences(
    __name__,
    {
        "announced Pagat": "announced Pagat",
        "Pagat": "Pagat",
        "called slam": "called slam",
        "slam": "slam",
    },
)


def feats(deal: Deal) -> tuple[str, ...]:
    """Pagats and slams that were made, each in the singular."""
    made = []
    if deal.pagat and deal.pagat.result == "won":
        made.append(FEATS["announced Pagat" if deal.pagat.announced else "Pagat"])
    if deal.slam and deal.slam.made:
        made.append(FEATS["called slam" if deal.slam.announced else "slam"])
    return tuple(made)
