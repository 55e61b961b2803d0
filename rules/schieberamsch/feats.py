"""What of a deal of Schieberamsch is worth telling, and whose it was."""

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
    """A Grand hand that was made, a virgin, a march, which is his who took every trick."""
    if deal.kind == GRAND_HAND and deal.made and deal.soloist:
        yield FEATS["Grand hand"], [deal.soloist]
    elif len(deal.virgins) == 1:
        yield FEATS["virgin"], deal.virgins
    elif deal.virgins:
        players = SCHEMA.players_of(deal)
        yield FEATS["march"], [seat for seat in players if seat not in deal.virgins]
