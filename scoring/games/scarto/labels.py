"""What screens call the parts of a deal of Scarto, and what one leaves to the next."""

from collections.abc import Mapping
from typing import Any

from rules.scarto.deal import DEALS


def badges(state: Mapping[str, Any]) -> list[str]:
    """How the running game of three deals stands."""
    if not state["deal"]:
        return []
    stands = (f"seat {n} {total:+d}" for n, total in enumerate(state["totals"], 1))
    said = ", ".join(stands).replace("-", "−").replace("+0", "0")
    return [f"Deal {state['deal'] + 1} of {DEALS} of this game: {said}"]
