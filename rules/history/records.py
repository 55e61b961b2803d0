"""Records of a club in a game, calculated from its events in their order.

Nothing is guessed: an event whose rounds aren't known makes no marks that depend on
rounds, and `complete_from` says from which event on nothing is missing.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from rules.history.evenings import PODIUM, Evening, Played
from rules.history.record_holders import Mark, Reign, highest, reigns

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses
LEAST = 2  # the shortest run, or lowest number of anything, that counts


class Kind(StrEnum):
    """A kind of record."""

    ROUND = "round"
    HAND = "hand"
    EVENING = "evening"
    ROUNDS_UP = "rounds_up"
    PODIUMS = "podiums"
    PRESENT = "present"
    WINS = "wins"
    YEAR_WINS = "year_wins"
    EVENINGS = "evenings"
    ROUNDS = "rounds"
    FIELD = "field"


class Records(NamedTuple, Generic[K]):
    """All records by kind: the reigns, and the highest marks of each event.

    `complete` is the first event from which on nothing is missing that the record
    depends on; None where something is still missing in the latest event.
    """

    reigns: Mapping[Kind, list[Reign[K]]]
    tops: Mapping[Kind, list[tuple[Mark[K], ...]]]
    complete: Mapping[Kind, int | None]

    def until(self, kind: Kind, end: int) -> list[Reign[K]]:
        """Return the reigns as they were before the event `end`."""
        tops = self.tops[kind]
        return _reigns(kind, tops[:end]) if end < len(tops) else self.reigns[kind]


# Values of a single event; the other kinds grow from one event to the next.
OF_ONE_EVENING = (Kind.ROUND, Kind.HAND, Kind.EVENING, Kind.FIELD)
Evenings = Sequence[Evening[K]]
Marks = Iterator[tuple[Mark[K], ...]]


def club_records(evenings: Evenings[K]) -> Records[K]:
    """Return all records of these events, given oldest first."""
    tops = {kind: list(_MARKS[kind](evenings)) for kind in Kind}
    return Records(
        {kind: _reigns(kind, marks) for kind, marks in tops.items()},
        tops,
        {kind: complete_from(evenings, kind) for kind in Kind},
    )


def _reigns(kind: Kind, marks: Iterable[Sequence[Mark[K]]]) -> list[Reign[K]]:
    return reigns(marks, grows=kind not in OF_ONE_EVENING)


def complete_from(evenings: Evenings[K], kind: Kind) -> int | None:
    """Return the first event from which on every event has the data a record needs."""
    knows = _KNOWS.get(kind)
    first = 0
    for index, evening in enumerate(evenings):
        if knows and not all(map(knows, evening.played)):
            first = index + 1
    return first if first < len(evenings) else None


def _rounds(evenings: Evenings[K]) -> Marks[K]:
    """Yield the highest chips of one round at a table."""
    for index, evening in enumerate(evenings):
        nets = []
        for played in evening.played:
            for rnd in played.rounds or ():
                nets.append((rnd.net, played.player, rnd.number, rnd.table))
        most = max((net for net, *_ in nets), default=0)
        yield tuple(
            Mark(net, player, index, number, table)
            for net, player, number, table in nets
            if net == most
        )


def _hands(evenings: Evenings[K]) -> Marks[K]:
    """Yield the highest chips of one hand."""
    for index, evening in enumerate(evenings):
        yield highest(
            Mark(
                hand.net, played.player, index, hand.round, hand.table, hand=hand.number
            )
            for played in evening.played
            if (hand := played.hand)
        )


def _evenings(evenings: Evenings[K]) -> Marks[K]:
    """Yield the highest chips of all rounds of an event that count."""
    for index, evening in enumerate(evenings):
        yield highest(
            Mark(played.net, played.player, index)
            for played in evening.played
            if played.net is not None and played.counted != 0
        )


def _field(evenings: Evenings[K]) -> Marks[K]:
    """Yield the number of players ranked in an event."""
    for index, evening in enumerate(evenings):
        yield (Mark(len(evening.played), None, index),) if evening.played else ()


def _rounds_up(evenings: Evenings[K]) -> Marks[K]:
    """Yield runs of rounds at a table above the start chips.

    An unknown round ends a run.
    """
    runs: dict[K, tuple[int, int]] = {}  # length, and the event in which the run began
    for index, evening in enumerate(evenings):
        marks = []
        for played in evening.played:
            long, began = runs.pop(played.player, (0, index))
            for rnd in played.rounds or ():
                long, began = (long + 1, began) if rnd.net > 0 else (0, index)
                if long >= LEAST:
                    marks.append(
                        Mark(long, played.player, index, rnd.number, rnd.table, began)
                    )
            if long and played.rounds is not None:
                runs[played.player] = long, began
        yield highest(marks)


def _podiums(evenings: Evenings[K]) -> Marks[K]:
    """Yield runs of events among the first three.

    Events that a player missed don't end a run.
    """
    runs: dict[K, tuple[int, int]] = {}
    for index, evening in enumerate(evenings):
        for played in evening.played:
            long, began = runs.pop(played.player, (0, index))
            if played.place <= PODIUM:
                runs[played.player] = long + 1, began
        yield _longest(index, evening, runs)


def _present(evenings: Evenings[K]) -> Marks[K]:
    """Yield runs of events without missing one."""
    runs: dict[K, tuple[int, int]] = {}
    for index, evening in enumerate(evenings):
        came = {}
        for played in evening.played:
            long, began = runs.get(played.player, (0, index))
            came[played.player] = long + 1, began
        runs = came
        yield _longest(index, evening, runs)


def _longest(
    index: int, evening: Evening[K], runs: Mapping[K, tuple[int, int]]
) -> tuple[Mark[K], ...]:
    """Return the longest runs of the players of this event."""
    marks = []
    for played in evening.played:
        long, began = runs.get(played.player, (0, index))
        if long >= LEAST:
            marks.append(Mark(long, played.player, index, began=began))
    return highest(marks)


def _in_all(
    worth: Callable[[Played[K]], int], *, yearly: bool = False
) -> Callable[[Evenings[K]], Marks[K]]:
    """Return a function that yields the highest sums, over all years or in each."""

    def marks(evenings: Evenings[K]) -> Marks[K]:
        sums: dict[tuple[K, int], int] = {}
        for index, evening in enumerate(evenings):
            new_marks = []
            for played in evening.played:
                if more := worth(played):
                    key = played.player, evening.year if yearly else 0
                    sums[key] = value = sums.get(key, 0) + more
                    if value >= LEAST:
                        new_marks.append(Mark(value, played.player, index))
            yield highest(new_marks)

    return marks


def _won(played: Played[K]) -> int:
    return played.place == 1


_MARKS: Mapping[Kind, Callable[[Evenings[Any]], Marks[Any]]] = {
    Kind.ROUND: _rounds,
    Kind.HAND: _hands,
    Kind.EVENING: _evenings,
    Kind.ROUNDS_UP: _rounds_up,
    Kind.PODIUMS: _podiums,
    Kind.PRESENT: _present,
    Kind.WINS: _in_all(_won),
    Kind.YEAR_WINS: _in_all(_won, yearly=True),
    Kind.EVENINGS: _in_all(lambda played: 1),
    Kind.ROUNDS: _in_all(lambda played: played.counted or 0),
    Kind.FIELD: _field,
}
# What a kind of record depends on, where an event may lack it.
_KNOWS: Mapping[Kind, Callable[[Played[Any]], bool]] = {
    Kind.ROUND: lambda played: played.rounds is not None,
    Kind.HAND: lambda played: played.all_hands,
    Kind.ROUNDS_UP: lambda played: played.rounds is not None,
    Kind.EVENING: lambda played: played.net is not None,
    Kind.ROUNDS: lambda played: played.counted is not None,
}
