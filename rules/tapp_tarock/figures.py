"""What a deal of Tapp Tarock was for each seat: its chips, and the feats of its side."""

from rules.figures import Figures, chips_of, with_feats
from rules.game import State, active_seats
from rules.ledger import Settlement
from rules.tapp_tarock.deal import ACTIVE, Deal
from rules.tapp_tarock.feats import feats
from rules.tapp_tarock.house import HouseRules


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat: a Pagat is its holder’s, a slam that of all who took it."""
    seats = active_seats(deal, ACTIVE)
    made = [(str(feat), _whose(deal, feat, seats)) for feat in feats(deal)]
    return with_feats(chips_of(settlement, seats), made)


def _whose(deal: Deal, feat: str, seats: tuple[int, ...]) -> tuple[int, ...]:
    if feat in ("slam", "called slam"):
        alone = deal.slam is not None and deal.slam.side == "soloist"
        return tuple(seat for seat in seats if (seat == deal.soloist) is alone)
    return (deal.pagat.holder,) if deal.pagat else ()
