"""What a deal of Reversis was for each seat: its chips, and its own feats."""

from rules.figures import Figures, chips_of, with_feats
from rules.game import State
from rules.ledger import Settlement
from rules.reversis.deal import PLAYED, QUINOLA, SEATS, Deal
from rules.reversis.feats import feats
from rules.reversis.house import HouseRules


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: State | None = None
) -> list[Figures]:
    """Of each seat; that the pools were dissolved, or a deal thrown in, is no hand."""
    played = SEATS if deal.kind == PLAYED else ()
    made = [(str(feat), _whose(deal, feat)) for feat in feats(deal)]
    return with_feats(chips_of(settlement, played), made)


def _whose(deal: Deal, feat: str) -> list[int]:
    tried = deal.reversis
    match feat:
        case "reversis":
            return [tried.player] if tried else []
        case "broken reversis":
            return [tried.breaker] if tried and tried.breaker else []
        case "espagnolette":
            return [deal.espagnolette] if deal.espagnolette else []
    return [
        each.holder
        for each in deal.honours
        if each.card == QUINOLA and each.how == "placed"
    ]
