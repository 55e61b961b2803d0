"""What screens call the parts of a deal of Reversis, and what one leaves to the next."""

from collections.abc import Mapping
from typing import Any

RANKS, SUITS = "AKQJ", {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COUNTERS = {
    rank + suit: f"{sign}{rank}" for suit, sign in SUITS.items() for rank in RANKS
}
HONOURS = {"JH": "Quinola", "AD": "♦A", "AS": "♠A", "AH": "♥A", "AC": "♣A"}


def badges(state: Mapping[str, Any]) -> list[str]:
    """What lies in the pools, oldest first."""
    pools = state["pools"]
    if not pools:
        return []
    return [f"{'Pool' if len(pools) == 1 else 'Pools'} {' + '.join(map(str, pools))}"]
