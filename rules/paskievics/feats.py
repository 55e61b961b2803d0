"""Notable feats of a Paskievics deal, with the seats that made them."""

from collections.abc import Iterator

from rules.deal_rotation import State
from rules.game import Feat
from rules.hand_stats import Figures, count_partners
from rules.ledger import Settlement
from rules.messages import Sentences
from rules.paskievics.deal import SCHEMA, Deal, Side, doubler_of, seats_of, winner_of
from rules.paskievics.house import HouseRules

FEATS = Sentences(
    __name__,
    {
        "volát": "volát",
        "double game": "double game",
        "pagát ultimó": "pagát ultimó",
        "caught XXI": "caught XXI",
    },
)


def feats(deal: Deal, rules: HouseRules, state: State | None) -> Iterator[Feat]:
    """Yield volát or double game, a Pagát that took the last trick, and a caught XXI.

    Both partners get a feat of their side; the caught XXI goes to the seat that caught
    it.
    """
    if deal.kind != "played":
        return
    doubler = doubler_of(deal)
    if doubler is not None:
        name = "volát" if deal.all_tricks else "double game"
        yield FEATS[name], _seats(deal, doubler)
    if deal.pagat is not None and deal.pagat.made:
        yield FEATS["pagát ultimó"], _seats(deal, deal.pagat.side)
    if deal.xxi is not None:
        yield FEATS["caught XXI"], [deal.xxi.caught_by]


def _seats(deal: Deal, side: Side) -> tuple[int, ...]:
    return seats_of(SCHEMA.players_of(deal), deal.declarer, deal.partner, side)


def count_pair(
    deal: Deal, settlement: Settlement, rules: HouseRules, seats: list[Figures]
) -> None:
    """Count the partners of the deal, and what it brought them."""
    if deal.partner:
        pair, won = (deal.declarer, deal.partner), winner_of(deal) == "declarer"
        count_partners(seats, pair, settlement.net, won=won)
