"""What a deal of Scarto was for each seat: its chips alone."""

from rules.figures import Figures, chips_of
from rules.game import State
from rules.ledger import Settlement
from rules.scarto.deal import Deal
from rules.scarto.house import HouseRules


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat; Scarto has no feats."""
    return chips_of(settlement, range(1, deal.table + 1))
