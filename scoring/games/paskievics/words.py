"""What pages call Paskievics and the parts of its deals, and what one leaves to the next."""

from collections.abc import Mapping
from typing import Any

NAME = "Paskievics"
ABOUT = "Four play, of five the dealer sits out: a partner nobody knows, 94 points."
LEADS = ""
BIDS = {"three": "Three", "two": "Two", "one": "One", "solo": "Solo"}
SIDES = {"declarer": "Declarer’s side", "opponents": "Opponents"}
ITEMS = {
    "double": "Double game",
    "volat": "Volát",
    "trull": "Trull",
    "kings": "Four Kings",
    "pagat": "Pagát",
    "xxi": "XXI",
}
DOUBLINGS = ("", "kontra", "rekontra", "szubkontra", "hirskontra", "mordkontra")


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """The doubled rounds that are running, and who wears the mayor’s hat."""
    doublings = state["doublings"]
    said = []
    if doublings:
        left = " and ".join(f"{deals}" for deals in doublings)
        many = "deal" if left == "1" else "deals"
        said.append(f"×{2 ** len(doublings)}, {left} {many} left")
    if state.get("mayor"):
        said.append(f"seat {state['mayor']} wears the mayor’s hat")
    return said
