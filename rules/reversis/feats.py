"""Notable feats of a Reversis deal, with the seats that made them."""

from collections.abc import Iterator

from rules.deal_rotation import State
from rules.game import Feat
from rules.messages import Sentences
from rules.reversis.deal import PLAYED, QUINOLA, Deal
from rules.reversis.house import HouseRules

FEATS = Sentences(
    __name__,
    {
        "reversis": "reversis",
        "broken reversis": "broken reversis",
        "espagnolette": "espagnolette",
        "Quinola placed": "Quinola placed",
    },
)


def feats(deal: Deal, rules: HouseRules, state: State | None) -> Iterator[Feat]:
    """Yield the reversis made or broken, the espagnolette made, and Quinola placed."""
    if deal.kind != PLAYED:
        return
    play = deal.reversis
    if play is not None:
        if play.made:
            yield FEATS["reversis"], [play.player]
        else:
            yield FEATS["broken reversis"], [play.breaker] if play.breaker else []
        return
    if deal.espagnolette is not None and not deal.took(deal.espagnolette):
        yield FEATS["espagnolette"], [deal.espagnolette]
    placed = [
        honour.holder
        for honour in deal.honours
        if honour.card == QUINOLA and honour.how == "placed"
    ]
    if placed:
        yield FEATS["Quinola placed"], placed
