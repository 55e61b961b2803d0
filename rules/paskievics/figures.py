"""What a deal of Paskievics was for each seat: its chips, and the feats of its side."""

from rules.figures import Figures, chips_of, count_partners, with_feats
from rules.game import State, active_seats
from rules.ledger import Settlement
from rules.paskievics.deal import Deal, doubler_of, seats_of, winner_of
from rules.paskievics.feats import feats
from rules.paskievics.house import HouseRules
from rules.paskievics.settle import ACTIVE


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat; what a side made, both of it made."""
    active = active_seats(deal, ACTIVE)
    made = [(str(feat), _whose(deal, feat, active)) for feat in feats(deal)]
    seats = with_feats(chips_of(settlement, active), made)
    if deal.partner:
        won = winner_of(deal) == "declarer"
        count_partners(seats, (deal.declarer, deal.partner), settlement.net, won=won)
    return seats


def _whose(deal: Deal, feat: str, seats: tuple[int, ...]) -> tuple[int, ...]:
    if feat == "caught XXI":
        return (deal.xxi.caught_by,) if deal.xxi else ()
    side = (
        deal.pagat.side if feat == "pagát ultimó" and deal.pagat else doubler_of(deal)
    )
    return seats_of(seats, deal.declarer, deal.partner, side) if side else ()
