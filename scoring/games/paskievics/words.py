"""What pages call Paskievics and the parts of its deals, and what one leaves to the next."""

from collections.abc import Mapping
from typing import Any

from rules.paskievics.feats import FEATS
from rules.sentences import chained, counted, said_with, seat_word
from rules.sentences import template as _
from scoring.games.names import of_feats

NAME = _("Paskievics")
ABOUT = _("Four play, of five the dealer sits out: a partner nobody knows, 94 points.")
FIGURES = of_feats(FEATS)
BIDS = {"three": _("Three"), "two": _("Two"), "one": _("One"), "solo": _("Solo")}
SIDES = {"declarer": _("Declarer’s side"), "opponents": _("Opponents")}
ITEMS = {
    "double": _("Double game"),
    "volat": _("Volát"),
    "trull": _("Trull"),
    "kings": _("Four Kings"),
    "pagat": _("Pagát"),
    "xxi": _("XXI"),
}
DOUBLINGS = (
    _(""),
    _("kontra"),
    _("rekontra"),
    _("szubkontra"),
    _("hirskontra"),
    _("mordkontra"),
)


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """The doubled rounds that are running, and who wears the mayor’s hat."""
    doublings = state["doublings"]
    badges: list[str] = []
    if doublings:
        times = 2 ** len(doublings)
        if len(doublings) == 1:
            (left,) = doublings
            badges.append(
                counted(
                    "×{times}, {n} deal left",
                    "×{times}, {n} deals left",
                    left,
                    times=times,
                )
            )
        else:
            left = chained([f"{deals}" for deals in doublings])
            text = _("×{times}, {left} deals left")
            badges.append(said_with(text, times=times, left=left))
    if state.get("mayor"):
        text = _("{who} wears the mayor’s hat")
        badges.append(said_with(text, who=seat_word(state["mayor"])))
    return badges
