"""What a deal of Mariás was for each seat: its chips, and the feats of its side."""

from rules.figures import Figures, chips_of, with_feats
from rules.game import THROWN_IN, State, active_seats
from rules.ledger import Settlement
from rules.marias.deal import ACTIVE, Deal, Side
from rules.marias.feats import feats, hundred_of
from rules.marias.house import HouseRules


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat; what two partners made, both made."""
    seats = () if deal.contract == THROWN_IN else active_seats(deal, ACTIVE)
    sides: dict[Side, list[int]] = {
        "soloist": [deal.player],
        "partners": [seat for seat in seats if seat != deal.player],
    }
    made = [(str(feat), sides[_side(deal, feat)]) for feat in feats(deal)]
    return with_feats(chips_of(settlement, seats), made)


def _side(deal: Deal, feat: str) -> Side:
    match feat:
        case "called Hundred" | "Hundred":
            return hundred_of(deal) or "soloist"
        case "called Seven" | "Seven" | "Hundred-and-Seven":
            return deal.seven.side if deal.seven else "soloist"
    return "soloist"
