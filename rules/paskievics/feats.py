"""What of a deal of Paskievics is worth telling, and whose it was."""

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
    """Volát or double game, a Pagát that took the last trick, a caught XXI.

    What a side made, both of it made; the XXI is his who caught it.
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
    """Who played together with whom, and what the deal brought them."""
    if deal.partner:
        pair, won = (deal.declarer, deal.partner), winner_of(deal) == "declarer"
        count_partners(seats, pair, settlement.net, won=won)
