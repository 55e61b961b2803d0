"""What of a deal of Tysiacha is worth telling."""

from rules.game import State as Json
from rules.records import folded
from rules.sentences import Sentences
from rules.tysiacha.deal import STATE, Deal
from rules.tysiacha.house import HOUSE, HouseRules
from rules.tysiacha.settle import is_made, reckon

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


def feats(
    deal: Deal,
    rules: HouseRules = HOUSE.presets[HOUSE.default],
    state: Json | None = None,
) -> tuple[str, ...]:
    """High and blind bids that were made, the four Aces, a game won."""
    before = folded(STATE, state, deal.state, deal.table).at(deal.table)
    if deal.kind == "passed_out" or before.winner:
        return ()
    made = deal.kind == "played" and is_made(deal, rules)
    told = {
        "high bid": made and deal.bid >= HIGH_BID,
        "blind bid": made and deal.blind,
        "Ace marriage": any("aces" in codes for codes in deal.marriages.values()),
        "won game": reckon(deal, rules, before)[1] is not None,
    }
    return tuple(FEATS[feat] for feat, is_true in told.items() if is_true)
