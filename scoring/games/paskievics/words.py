"""What pages call Paskievics and the parts of its deals, and what one leaves to the next."""

from collections.abc import Mapping
from typing import Any

from rules.messages import chained, message, plural_message, say_later, seat_word
from rules.paskievics.feats import FEATS
from scoring.games.labels import of_feats

NAME = say_later("Paskievics")
ABOUT = say_later(
    "For four players, or five with the dealer sitting out. A secret partner and 94 "
    "points."
)
FIGURES = of_feats(FEATS)
BIDS = {
    "three": say_later("Three"),
    "two": say_later("Two"),
    "one": say_later("One"),
    "solo": say_later("Solo"),
}
SIDES = {"declarer": say_later("Declarer’s side"), "opponents": say_later("Opponents")}
ITEMS = {
    "double": say_later("Double game"),
    "volat": say_later("Volát"),
    "trull": say_later("Trull"),
    "kings": say_later("Four Kings"),
    "pagat": say_later("Pagát"),
    "xxi": say_later("XXI"),
}
DOUBLINGS = (
    say_later(""),
    say_later("kontra"),
    say_later("rekontra"),
    say_later("szubkontra"),
    say_later("hirskontra"),
    say_later("mordkontra"),
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
                plural_message(
                    "×{times}, {n} deal left",
                    "×{times}, {n} deals left",
                    left,
                    times=times,
                )
            )
        else:
            left = chained([f"{deals}" for deals in doublings])
            text = say_later("×{times}, {left} deals left")
            badges.append(message(text, times=times, left=left))
    if state.get("mayor"):
        text = say_later("{who} wears the mayor’s hat")
        badges.append(message(text, who=seat_word(state["mayor"])))
    return badges
