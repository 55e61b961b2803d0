"""What a deal of Scarto was for each seat: its chips alone."""

from rules.figures import Figures, chips_of
from rules.game import THROWN_IN, State
from rules.ledger import Settlement
from rules.scarto.deal import Deal
from rules.scarto.house import HouseRules


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat; Scarto has no feats."""
    played = () if deal.kind == THROWN_IN else range(1, deal.table + 1)
    return chips_of(settlement, played)
