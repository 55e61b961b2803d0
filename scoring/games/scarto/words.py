"""What pages call Scarto, and what one deal leaves to the next."""

from collections.abc import Mapping
from typing import Any

from rules.scarto.deal import DEALS
from rules.sentences import template as _

NAME = _("Scarto")
ABOUT = _("Three play, each alone: a game is three deals, and 26 of 78 points are par.")
LEADS = ""


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """How the running game of three deals stands."""
    if not state["deal"]:
        return []
    stands = (f"seat {n} {total:+d}" for n, total in enumerate(state["totals"], 1))
    said = ", ".join(stands).replace("-", "−").replace("+0", "0")
    return [f"Deal {state['deal'] + 1} of {DEALS} of this game: {said}"]
