"""Notable feats of a Schieberamsch deal, with the seats that made them."""

from collections.abc import Iterator

from rules.deal_rotation import State
from rules.game import Feat
from rules.messages import Sentences
from rules.schieberamsch.deal import GRAND_HAND, SCHEMA, Deal
from rules.schieberamsch.house import HouseRules

FEATS = Sentences(
    __name__,
    {
        "Grand hand": "Grand hand",
        "virgin": "virgin",
        "march": "march",
    },
)


def feats(deal: Deal, rules: HouseRules, state: State | None) -> Iterator[Feat]:
    """Yield a Grand hand that was made, a virgin, or a march.

    A march goes to the seat that took every trick.
    """
    if deal.kind == GRAND_HAND and deal.made and deal.soloist:
        yield FEATS["Grand hand"], [deal.soloist]
    elif len(deal.virgins) == 1:
        yield FEATS["virgin"], deal.virgins
    elif deal.virgins:
        players = SCHEMA.players_of(deal)
        yield FEATS["march"], [seat for seat in players if seat not in deal.virgins]
