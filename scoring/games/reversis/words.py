"""What pages call Reversis and the parts of its deals, and what one leaves to the next."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from rules.reversis.feats import FEATS
from rules.sentences import said_with
from rules.sentences import template as _
from scoring.games.names import of_feats

NAME = _("Reversis")
ABOUT = _("Four at a table: the fewest points win, Quinola plays for a pool.")
FIGURES = of_feats(FEATS)
RANKS, SUITS = "AKQJ", {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COUNTERS = {rank + suit: f"{SUITS[suit]}{rank}" for suit, rank in product(SUITS, RANKS)}
HONOURS = {"JH": _("Quinola"), "AD": "♦A", "AS": "♠A", "AH": "♥A", "AC": "♣A"}


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """What lies in the pools, oldest first, and what the next remise does to them."""
    pools = state["pools"]
    if not pools:
        return []
    held = " + ".join(map(str, pools))
    one, several = _("Pool {held}"), _("Pools {held}")
    badges: list[str] = [said_with(one if len(pools) == 1 else several, held=held)]
    return (
        [*badges, _("the next remise is a new pool")] if state.get("remise") else badges
    )
