"""What pages call Tysiacha, and what one deal leaves to the next."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.sentences import template as _

NAME = _("Tysiacha")
ABOUT = _(
    "Three play, of four the dealer sits out: one against two, marriages, to 1000."
)
LEADS = ""
MARRIAGES = {
    "hearts": _("♥ Hearts"),
    "diamonds": _("♦ Diamonds"),
    "clubs": _("♣ Clubs"),
    "spades": _("♠ Spades"),
    "aces": _("Four Aces"),
}


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """How the running game stands: its totals, who is close to the end, who was fined."""
    if state.get("winner"):
        return [f"seat {state['winner']} has won the game, which is over"]
    said = []
    if any(state["totals"]):
        said.append(f"This game: {_by_seat(state['totals'])}")
    said += _close(state, rules)
    counted = (
        ("Zeros", state["bolts"], rules.bolt_limit),
        ("Conceded", state["conceded"], rules.concede_limit),
        ("Falls", state["falls"], rules.falls_to_zero),
    )
    return said + [
        f"{what}: {_by_seat(numbers, f' of {limit}', but=0)}"
        for what, numbers, limit in counted
        if any(numbers)
    ]


def _by_seat(numbers: Iterable[int], of: str = "", but: int | None = None) -> str:
    """Each seat with its number; those at `but` are left out."""
    told = enumerate(numbers, 1)
    said = (f"seat {n} {each}{of}" for n, each in told if each != but)
    return ", ".join(said).replace("-", "−")


def _close(state: Mapping[str, Any], rules: Any) -> Iterator[str]:
    """Who scores only by playing alone, and what is missing to the target."""
    for n, total in enumerate(state["totals"], 1):
        deal, missing = state["barrel"][n - 1], rules.target - total
        if deal:
            which = f"deal {deal} of {rules.barrel_deals}"
            yield f"seat {n} is on the barrel, {which}; {total}: {missing} to win"
        elif rules.endgame == "stop" and total >= rules.barrel_at:
            yield f"seat {n} scores only as soloist; {total}: {missing} to win"
