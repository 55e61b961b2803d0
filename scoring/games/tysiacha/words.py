"""What pages call Tysiacha, and what one deal leaves to the next."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.sentences import Said, in_figures, joined, said_with, seat_word
from rules.sentences import template as _
from rules.tysiacha.feats import FEATS
from scoring.games.names import of_feats

NAME = _("Tysiacha")
ABOUT = _(
    "Three play, of four the dealer sits out: one against two, marriages, to 1000."
)
FIGURES = of_feats(FEATS)
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
        who = seat_word(state["winner"])
        return [said_with(_("{who} has won the game, which is over"), who=who)]
    badges: list[str] = []
    if any(state["totals"]):
        totals = _by_seat(_("{seat} {number}"), state["totals"])
        badges.append(said_with(_("This game: {totals}"), totals=totals))
    badges += _close(state, rules)
    counted = (
        (_("Zeros: {seats}"), state["bolts"], rules.bolt_limit),
        (_("Conceded: {seats}"), state["conceded"], rules.concede_limit),
        (_("Falls: {seats}"), state["falls"], rules.falls_to_zero),
    )
    of = _("{seat} {number} of {limit}")
    return badges + [
        said_with(what, seats=_by_seat(of, numbers, but=0, limit=limit))
        for what, numbers, limit in counted
        if any(numbers)
    ]


def _by_seat(
    text: Said, numbers: Iterable[int], but: int | None = None, **values: object
) -> Said:
    """Each seat with its number; those at `but` are left out."""
    known = ((n, number) for n, number in enumerate(numbers, 1) if number != but)
    return joined(
        said_with(text, seat=seat_word(n), number=in_figures(number), **values)
        for n, number in known
    )


def _close(state: Mapping[str, Any], rules: Any) -> Iterator[str]:
    """Who scores only by playing alone, and what is missing to the target."""
    for n, total in enumerate(state["totals"], 1):
        deal, missing = state["barrel"][n - 1], rules.target - total
        left = {"total": total, "missing": missing}
        if deal:
            text = _(
                "{who} is on the barrel, deal {deal} of {deals}; {total}: {missing} to win"
            )
            played = {"deal": deal, "deals": rules.barrel_deals}
            yield said_with(text, who=seat_word(n), **played, **left)
        elif rules.endgame == "stop" and total >= rules.barrel_at:
            text = _("{who} scores only as soloist; {total}: {missing} to win")
            yield said_with(text, who=seat_word(n), **left)


def writes(rules: Any) -> bool:
    """Points are written down, unless the winner of a game is paid a stake."""
    written: bool = rules.score_by == "points"
    return written
