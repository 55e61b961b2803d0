"""Notable feats of a Tysiacha deal, with the seats that made them."""

from collections.abc import Iterator

from rules.deal_rotation import State as Json
from rules.game import Feat
from rules.messages import Sentences
from rules.record_schema import folded
from rules.tysiacha.deal import STATE, Deal
from rules.tysiacha.house import HouseRules
from rules.tysiacha.settle import is_made, score_deal

HIGH_BID = 200

FEATS = Sentences(
    __name__,
    {
        "high bid": "high bid",
        "blind bid": "blind bid",
        "Ace marriage": "Ace marriage",
        "won game": "won game",
    },
)


def feats(deal: Deal, rules: HouseRules, state: Json | None) -> Iterator[Feat]:
    """Yield high and blind bids that were made, the four Aces, and a game won."""
    before = folded(STATE, state, deal.state, deal.table).at(deal.table)
    if deal.kind == "passed_out" or before.winner:
        return
    if deal.kind == "played" and is_made(deal, rules):
        if deal.bid >= HIGH_BID:
            yield FEATS["high bid"], [deal.soloist]
        if deal.blind:
            yield FEATS["blind bid"], [deal.soloist]
    aces = [seat for seat, codes in deal.marriages.items() if "aces" in codes]
    if aces:
        yield FEATS["Ace marriage"], aces
    winner = score_deal(deal, rules, before)[1]
    if winner is not None:
        yield FEATS["won game"], [winner]
