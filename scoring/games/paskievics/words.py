"""What pages call Paskievics and the parts of its deals, and what one leaves to the next."""

from collections.abc import Mapping
from typing import Any

from rules.sentences import template as _

NAME = _("Paskievics")
ABOUT = _("Four play, of five the dealer sits out: a partner nobody knows, 94 points.")
LEADS = ""
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
    "",
    _("kontra"),
    _("rekontra"),
    _("szubkontra"),
    _("hirskontra"),
    _("mordkontra"),
)


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
