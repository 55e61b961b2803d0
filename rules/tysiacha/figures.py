"""What a deal of Tysiacha was for each seat: its chips, and its own feats."""

from rules.figures import Figures, chips_of, with_feats
from rules.game import State as Json
from rules.game import active_seats
from rules.ledger import Settlement
from rules.records import folded
from rules.tysiacha.deal import ACTIVE, STATE, Deal
from rules.tysiacha.feats import feats
from rules.tysiacha.house import HouseRules
from rules.tysiacha.settle import reckon


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: Json | None = None
) -> list[Figures]:
    """Of each seat, where `state` is what the deals before left."""
    made = [
        (str(feat), _whose(deal, feat, rules, state))
        for feat in feats(deal, rules, state)
    ]
    return with_feats(chips_of(settlement, active_seats(deal, ACTIVE)), made)


def _whose(deal: Deal, feat: str, rules: HouseRules, state: Json | None) -> list[int]:
    match feat:
        case "Ace marriage":
            return [seat for seat, codes in deal.marriages.items() if "aces" in codes]
        case "won game":
            before = folded(STATE, state, deal.state, deal.table).at(deal.table)
            winner = reckon(deal, rules, before)[1]
            return [winner] if winner else []
    return [deal.soloist]
