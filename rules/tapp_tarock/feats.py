"""Notable feats of a Tapp Tarock deal, with the seats that made them."""

from collections.abc import Iterator

from rules.deal_rotation import State
from rules.game import Feat
from rules.messages import Sentences
from rules.tapp_tarock.deal import SCHEMA, Deal
from rules.tapp_tarock.house import HouseRules

FEATS = Sentences(
    __name__,
    {
        "announced Pagat": "announced Pagat",
        "Pagat": "Pagat",
        "called slam": "called slam",
        "slam": "slam",
    },
)


def feats(deal: Deal, rules: HouseRules, state: State | None) -> Iterator[Feat]:
    """Yield a Pagat that was won, for its holder, and a slam, for all who made it."""
    pagat, slam = deal.pagat, deal.slam
    if pagat and pagat.result == "won":
        name = "announced Pagat" if pagat.announced else "Pagat"
        yield FEATS[name], [pagat.holder]
    if slam and slam.made:
        alone = slam.side == "soloist"
        seats = SCHEMA.players_of(deal)
        makers = [seat for seat in seats if (seat == deal.soloist) is alone]
        yield FEATS["called slam" if slam.announced else "slam"], makers
