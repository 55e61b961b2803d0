"""What pages call Tysiacha, and what one deal leaves to the next."""

from collections.abc import Mapping
from typing import Any

NAME = "Tysiacha"
ABOUT = "Three play, of four the dealer sits out: one against two, marriages, to 1000."
LEADS = ""
MARRIAGES = {
    "hearts": "♥ Hearts",
    "diamonds": "♦ Diamonds",
    "clubs": "♣ Clubs",
    "spades": "♠ Spades",
    "aces": "Four Aces",
}


def badges(state: Mapping[str, Any]) -> list[str]:
    """How the running game stands: totals, who is on the barrel, who has zeros."""
    if state.get("winner"):
        return [f"seat {state['winner']} has won the game"]
    totals = state["totals"]
    said = []
    if any(totals):
        stands = (f"seat {n} {total}" for n, total in enumerate(totals, 1))
        said.append(f"This game: {', '.join(stands).replace('-', '−')}")
    for n, deal in enumerate(state["barrel"], 1):
        if deal:
            said.append(f"seat {n} is on the barrel: deal {deal} there comes")
    for n, bolts in enumerate(state["bolts"], 1):
        if bolts:
            said.append(f"seat {n} has {bolts} {'zero' if bolts == 1 else 'zeros'}")
    return said
