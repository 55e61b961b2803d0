"""What a deal of Paskievics was for each seat: its chips, and the feats of its side."""

from rules.figures import Figures, chips_of, with_feats
from rules.game import State, active_seats
from rules.ledger import Settlement
from rules.paskievics.deal import Deal
from rules.paskievics.feats import feats
from rules.paskievics.house import HouseRules
from rules.paskievics.results import doubler_of, seats_of
from rules.paskievics.settle import ACTIVE


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat; what a side made, both of it made."""
    seats = active_seats(deal, ACTIVE)
    made = [(str(feat), _whose(deal, feat, seats)) for feat in feats(deal)]
    return with_feats(chips_of(settlement, seats), made)


def _whose(deal: Deal, feat: str, seats: tuple[int, ...]) -> tuple[int, ...]:
    if feat == "caught XXI":
        return (deal.xxi.caught_by,) if deal.xxi else ()
    side = (
        deal.pagat.side if feat == "pagát ultimó" and deal.pagat else doubler_of(deal)
    )
    return seats_of(seats, deal.declarer, deal.partner, side) if side else ()
