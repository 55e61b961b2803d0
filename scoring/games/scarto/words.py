"""What pages call Scarto, and what one deal leaves to the next."""

from collections.abc import Mapping
from typing import Any

from rules.scarto.deal import DEALS
from rules.sentences import joined, said_with, seat_word, signed
from rules.sentences import template as _

NAME = _("Scarto")
ABOUT = _("Three play, each alone: a game is three deals, and 26 of 78 points are par.")


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """How the running game of three deals stands."""
    if not state["deal"]:
        return []
    totals = enumerate(state["totals"], 1)
    stands = joined(joined((seat_word(n), signed(each)), " ") for n, each in totals)
    deal = state["deal"] + 1
    text = _("Deal {deal} of {all} of this game: {totals}")
    return [said_with(text, deal=deal, all=DEALS, totals=stands)]


def writes(rules: Any) -> bool:
    """Points are written down, unless the loser of a game pays a stake."""
    written: bool = rules.score_by == "points"
    return written
