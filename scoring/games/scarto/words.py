"""Words of Scarto for pages: its name, and the state between deals in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.explanations import in_words
from rules.messages import joined, message, message_template, seat_word, signed
from rules.scarto.deal import DEALS, PAR, PLAYED, Deal
from scoring.games.table_rules import GameAccount

NAME = message_template("Scarto")
ABOUT = message_template(
    "For three players, each alone. A game is three deals, and par is 26 of 78 points."
)


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """Return the current game of three deals in words: the deal and the totals."""
    if not state["deal"]:
        return []
    totals = enumerate(state["totals"], 1)
    stands = joined(joined((seat_word(n), signed(total)), " ") for n, total in totals)
    deal = state["deal"] + 1
    text = message_template("Deal {deal} of {all} of this game: {totals}")
    return [message(text, deal=deal, all=DEALS, totals=stands)]


def accounts(deals: Sequence[Deal]) -> Iterator[GameAccount]:
    """Yield each game's card points, their sums, and its loser (001)."""
    played = [deal.points for deal in deals if deal.kind == PLAYED]
    for first in range(0, len(played), DEALS):
        yield _account(first // DEALS + 1, played[first : first + DEALS])


def _account(number: int, played: Sequence[tuple[int, ...]]) -> GameAccount:
    sums = tuple(map(sum, zip(*played, strict=True)))
    differences = tuple(signed(total - PAR * len(played)) for total in sums)
    rows = [
        (message("Deal {n}", n=n), tuple(map(str, points)))
        for n, points in enumerate(played, 1)
    ]
    rows += [
        (message_template("Sum"), tuple(map(str, sums))),
        (message("± from {par}", par=PAR * len(played)), differences),
    ]
    ending = _loser(sums) if len(played) == DEALS else ""
    return GameAccount(message("Game {n}", n=number), tuple(rows), ending)


def _loser(sums: Sequence[int]) -> str:
    lowest = min(sums)
    losers = [seat for seat, total in enumerate(sums, 1) if total == lowest]
    if len(losers) == len(sums):
        return message_template("All three have the same sum, so no one loses.")
    singular = message_template("{who} loses with the lowest sum, {sum}.")
    plural = message_template("{who} lose with the lowest sum, {sum}.")
    text = singular if len(losers) == 1 else plural
    return message(text, who=in_words(losers), sum=lowest)


def writes(rules: Any) -> bool:
    """Return whether points are written down, not a stake paid by a game's loser."""
    is_written: bool = rules.score_by == "points"
    return is_written
