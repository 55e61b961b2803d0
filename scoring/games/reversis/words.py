"""Words of Reversis for pages: its name, parts of deals, and the state in words."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from rules.messages import message, message_template
from rules.reversis.feats import FEATS
from scoring.games.labels import of_feats

NAME = message_template("Reversis")
ABOUT = message_template(
    "For four players. The fewest points win, and Quinola plays for a pool."
)
FIGURES = of_feats(FEATS)
RANKS, SUITS = "AKQJ", {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COUNTERS = {rank + suit: f"{SUITS[suit]}{rank}" for suit, rank in product(SUITS, RANKS)}
HONOURS = {
    "JH": message_template("Quinola"),
    "AD": "♦A",
    "AS": "♠A",
    "AH": "♥A",
    "AC": "♣A",
}


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """Return the pools, oldest first, and the effect of the next remise, in words."""
    pools = state["pools"]
    if not pools:
        return []
    held = " + ".join(map(str, pools))
    singular, plural = message_template("Pool {held}"), message_template("Pools {held}")
    badges: list[str] = [message(singular if len(pools) == 1 else plural, held=held)]
    return (
        [*badges, message_template("the next remise starts a new pool")]
        if state.get("remise")
        else badges
    )
