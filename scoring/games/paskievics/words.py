"""Words of Paskievics for pages: its name, parts of deals, and the state in words."""

from collections.abc import Mapping
from typing import Any

from rules.messages import chained, message, message_template, plural_message, seat_word
from rules.paskievics.feats import FEATS
from scoring.games.labels import of_feats

NAME = message_template("Paskievics")
ABOUT = message_template(
    "For four players, or five with the dealer sitting out. A secret partner and 94 "
    "points."
)
FIGURES = of_feats(FEATS)
BIDS = {
    "three": message_template("Three"),
    "two": message_template("Two"),
    "one": message_template("One"),
    "solo": message_template("Solo"),
}
SIDES = {
    "declarer": message_template("Declarer’s side"),
    "opponents": message_template("Opponents"),
}
ITEMS = {
    "double": message_template("Double game"),
    "volat": message_template("Volát"),
    "trull": message_template("Trull"),
    "kings": message_template("Four Kings"),
    "pagat": message_template("Pagát"),
    "xxi": message_template("XXI"),
}
DOUBLINGS = (
    message_template(""),
    message_template("kontra"),
    message_template("rekontra"),
    message_template("szubkontra"),
    message_template("hirskontra"),
    message_template("mordkontra"),
)


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """Return the current doubled rounds, and who wears the mayor’s hat."""
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
            text = message_template("×{times}, {left} deals left")
            badges.append(message(text, times=times, left=left))
    if state.get("mayor"):
        text = message_template("{who} wears the mayor’s hat")
        badges.append(message(text, who=seat_word(state["mayor"])))
    return badges
