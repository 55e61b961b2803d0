"""Words of Tysiacha for pages: its name, and the state between deals in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.messages import (
    Sentence,
    in_figures,
    joined,
    message,
    message_template,
    seat_word,
)
from rules.tysiacha.feats import FEATS
from scoring.games.labels import of_feats

NAME = message_template("Tysiacha")
ABOUT = message_template(
    "For three players, or four with the dealer sitting out. One against two, with "
    "marriages, to 1000."
)
FIGURES = of_feats(FEATS)
MARRIAGES = {
    "hearts": message_template("♥ Hearts"),
    "diamonds": message_template("♦ Diamonds"),
    "clubs": message_template("♣ Clubs"),
    "spades": message_template("♠ Spades"),
    "aces": message_template("Four Aces"),
}


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """Return the current game in words: totals, seats close to the end, and counts."""
    if state.get("winner"):
        name = seat_word(state["winner"])
        return [message("{who} has won, and the game is over", who=name)]
    badges: list[str] = []
    if any(state["totals"]):
        totals = _by_seat(message_template("{seat} {number}"), state["totals"])
        badges.append(message("This game: {totals}", totals=totals))
    badges += _close(state, rules)
    counted = (
        (message_template("Zeros: {seats}"), state["bolts"], rules.bolt_limit),
        (message_template("Conceded: {seats}"), state["conceded"], rules.concede_limit),
        (message_template("Falls: {seats}"), state["falls"], rules.falls_to_zero),
    )
    count_text = message_template("{seat} {number} of {limit}")
    return badges + [
        message(text, seats=_by_seat(count_text, numbers, except_seat=0, limit=limit))
        for text, numbers, limit in counted
        if any(numbers)
    ]


def _by_seat(
    text: Sentence,
    numbers: Iterable[int],
    except_seat: int | None = None,
    **values: object,
) -> Sentence:
    """Return each seat with its number, without those at `except_seat`."""
    known = (
        (n, number) for n, number in enumerate(numbers, 1) if number != except_seat
    )
    return joined(
        message(text, seat=seat_word(n), number=in_figures(number), **values)
        for n, number in known
    )


def _close(state: Mapping[str, Any], rules: Any) -> Iterator[str]:
    """Yield seats that score only as soloist, with the points missing to the target."""
    for n, total in enumerate(state["totals"], 1):
        deal, missing = state["barrel"][n - 1], rules.target - total
        left = {"total": total, "missing": missing}
        if deal:
            text = message_template(
                "{who} is on the barrel at {total} (deal {deal} of {deals}) and "
                "needs {missing} to win"
            )
            played = {"deal": deal, "deals": rules.barrel_deals}
            yield message(text, who=seat_word(n), **played, **left)
        elif rules.endgame == "stop" and total >= rules.barrel_at:
            text = message_template(
                "{who} scores only as the soloist, has {total} and needs {missing} "
                "to win"
            )
            yield message(text, who=seat_word(n), **left)


def writes(rules: Any) -> bool:
    """Return whether points are written down, not a stake paid to a game's winner."""
    is_written: bool = rules.score_by == "points"
    return is_written
