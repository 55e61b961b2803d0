"""How a game of several deals stands at a table, where its sheet has such a thing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.sentences import Said
from scoring.games.names import words_of
from scoring.games.spoken import spoken, with_names
from scoring.games.table_rules import rules_at
from scoring.models import Hand, Sheet

Row = tuple[str, tuple[str, ...]]  # its head, and a number for each seat


@dataclass(frozen=True, slots=True)
class GameAccount:
    """One such game: a line for each deal, what they make, and how it ended.

    `said` speaks of "seat 2"; it is empty while the game goes on.
    """

    title: str
    rows: tuple[Row, ...]
    said: str | Said = ""


def accounts_at(sheet: Sheet, standing: Iterable[Hand]) -> list[GameAccount]:
    """The games of the hands that count, in the reader's language; most have none."""
    of_game: Any = getattr(words_of(sheet.round.tournament.game), "accounts", None)
    if of_game is None:
        return []
    parse = rules_at(sheet).game.parse
    made: Iterator[GameAccount] = of_game([parse(hand.record) for hand in standing])
    return spoken(list(made))


def named_accounts(
    sheet: Sheet, standing: Iterable[Hand], names: Sequence[str]
) -> list[GameAccount]:
    """The same with names in place of seats."""
    known = dict(enumerate(names, start=1))
    return [
        GameAccount(each.title, each.rows, with_names(each.said, known))
        for each in accounts_at(sheet, standing)
    ]
