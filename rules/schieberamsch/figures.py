"""What a deal of Schieberamsch was for each seat: its chips, and its own feats."""

from collections.abc import Iterable

from rules.figures import Figures, chips_of, with_feats
from rules.game import THROWN_IN, State, active_seats
from rules.ledger import Settlement
from rules.schieberamsch.deal import PLAYERS, Deal
from rules.schieberamsch.feats import feats
from rules.schieberamsch.house import HouseRules


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat: a march is his who took every trick."""
    seats = () if deal.kind == THROWN_IN else active_seats(deal, PLAYERS)
    made = [(str(feat), _whose(deal, feat, seats)) for feat in feats(deal)]
    return with_feats(chips_of(settlement, seats), made)


def _whose(deal: Deal, feat: str, seats: Iterable[int]) -> tuple[int, ...]:
    match feat:
        case "Grand hand":
            return (deal.soloist,) if deal.soloist else ()
        case "virgin":
            return deal.virgins
    return tuple(seat for seat in seats if seat not in deal.virgins)
