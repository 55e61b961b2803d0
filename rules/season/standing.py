"""Standings of a season from its events.

Places are counted as players do: 1, 2, 2, 4. Players below the minimum are listed after
the others and have no place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Generic

from rules.season.evenings import (
    NOTHING,
    Evening,
    K,
    Part,
    Played,
    average_of,
    parts_of,
    total_of,
)
from rules.season.formula import Formula, Least, TieBreak


@dataclass(frozen=True, slots=True)
class Line(Generic[K]):
    """A player's season; `place` None: below the minimum by `lacks`.

    `parts` are the events they came to. `decided_by` is the tie-break that separates
    them from the next better player, or failing that from the next worse. `rounds`
    None: for some event the number isn't known; `average`, net chips a round at a
    table, and `net` cover the events where they are known. `whole` is the value as if
    nothing were dropped, where a tie-break needs it.
    """

    key: K
    value: Fraction | None
    parts: tuple[Part, ...]
    evenings: int
    rounds: int | None
    net: int
    average: Fraction | None = None
    place: int | None = None
    tied: bool = False
    lacks: int = 0
    decided_by: TieBreak | None = None
    in_final: bool = False
    whole: Fraction | None = None

    @property
    def best_place(self) -> int:
        return min(part.place for part in self.parts)


def rank_season(
    evenings: Sequence[Evening[K]],
    formula: Formula,
    order: Mapping[K, int] | None = None,
) -> list[Line[K]]:
    """Return everyone who came to an event, first to last.

    `order` (a player's number) decides the order in which players who share a place are
    listed.
    """
    came: dict[K, list[tuple[int, Played]]] = {}
    for index, evening in enumerate(evenings):
        for key, played in evening.played.items():
            came.setdefault(key, []).append((index, played))
    least = _least(formula, len(evenings))
    lines = [
        _line(key, own_evenings, evenings, formula, least)
        for key, own_evenings in came.items()
    ]
    numbers = order or {}
    lines.sort(key=lambda line: (numbers.get(line.key, 0), str(line.key)))
    with_place = [line for line in lines if not line.lacks and line.value is not None]
    others = [line for line in lines if line.lacks or line.value is None]
    others.sort(key=_value, reverse=True)  # stable: ties keep their order
    last = len(evenings) - 1
    going = _finalists(evenings, formula)
    return [*_placed(with_place, formula.tie_breaks, last, going), *others]


def _line(
    key: K,
    came: Sequence[tuple[int, Played]],
    evenings: Sequence[Evening[K]],
    formula: Formula,
    least: int,
) -> Line[K]:
    parts = parts_of(came, evenings, formula)
    evenings_of = [played for _, played in came]
    rounds = sum(played.rounds or 0 for played in evenings_of)
    all_known = all(played.rounds is not None for played in evenings_of)
    has = rounds if formula.minimum_in is Least.ROUNDS else len(came)
    whole = None
    if TieBreak.ALL_RESULTS in formula.tie_breaks:
        none_dropped = replace(formula, best=0)
        whole = total_of(parts_of(came, evenings, none_dropped), none_dropped)
    return Line(
        key=key,
        value=total_of(parts, formula),
        parts=parts,
        evenings=len(came),
        rounds=rounds if all_known else None,
        net=sum(played.net or 0 for played in evenings_of),
        average=average_of(evenings_of),
        lacks=max(least - has, 0),
        whole=whole,
    )


def _least(formula: Formula, evenings: int) -> int:
    """Return the minimum for a place; a part of an event is rounded up."""
    if formula.minimum_in is Least.PERCENT:
        return -(-evenings * formula.minimum // 100)
    return formula.minimum


def _finalists(evenings: Sequence[Evening[K]], formula: Formula) -> int:
    """Return how many players go on to the final, rounded down."""
    if not formula.finalists_percent or not evenings:
        return formula.finalists
    fields = sum(evening.field for evening in evenings)
    return formula.finalists * fields // (100 * len(evenings))


def _value(line: Line[K]) -> tuple[bool, Fraction]:
    return line.value is not None, line.value or NOTHING


def _placed(
    lines: list[Line[K]], breaks: Sequence[TieBreak], last: int, finalists: int
) -> list[Line[K]]:
    """Return the lines with places, best first; lines that compare equal share one."""

    def key(line: Line[K]) -> tuple[Any, ...]:
        return (
            -(line.value or NOTHING),
            *(_fact(line, tie_break, last) for tie_break in breaks),
        )

    ranked = sorted(lines, key=key)  # stable
    groups = [list(group) for _, group in groupby(ranked, key)]
    placed: list[Line[K]] = []
    for number, group in enumerate(groups):
        neighbours = [
            groups[index][0]
            for index in (number - 1, number + 1)
            if 0 <= index < len(groups)
        ]
        decided = next(
            filter(
                None, (_separates(group[0], near, breaks, last) for near in neighbours)
            ),
            None,
        )
        place = len(placed) + 1
        placed += [
            replace(
                line,
                place=place,
                tied=len(group) > 1,
                decided_by=decided,
                in_final=place <= finalists,
            )
            for line in group
        ]
    return placed


def _separates(
    first: Line[K], second: Line[K], breaks: Sequence[TieBreak], last: int
) -> TieBreak | None:
    """Return the first tie-break in which two players with equal values differ."""
    if first.value != second.value:
        return None
    return next(
        (
            tie_break
            for tie_break in breaks
            if _fact(first, tie_break, last) != _fact(second, tie_break, last)
        ),
        None,
    )


def _fact(line: Line[K], tie_break: TieBreak, last: int) -> tuple[object, ...]:
    """Return the value that a tie-break compares; smaller is better."""
    if tie_break is TieBreak.MOST_EVENINGS:
        return (-line.evenings,)
    if tie_break is TieBreak.NET_CHIPS:
        return (-line.net,)
    if tie_break is TieBreak.ALL_RESULTS:
        return (line.whole is None, -(line.whole or NOTHING))
    if tie_break is TieBreak.BEST_PLACES:
        return (*sorted(part.place for part in line.parts), _BEHIND_ALL)
    wanted = [
        part.brought
        for part in line.parts
        if part.brought is not None
        and (tie_break is TieBreak.BEST_EVENING or part.evening == last)
    ]
    return (False, -max(wanted)) if wanted else (True, NOTHING)


_BEHIND_ALL = 1 << 31  # a place that no one has: players with fewer places rank lower
