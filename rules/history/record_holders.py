"""How a record passes from holder to holder, evening by evening.

Evenings are counted from 0 in their order. On each of them marks are made; the highest so
far is the record, whoever equals it shares it, and whoever beats it ends it.
"""

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)  # a player as the caller knows him


class Mark(NamedTuple, Generic[K]):
    """A value, the evening it was reached on, and whose it is: nobody's, if everybody's.

    `round`, `table` and `hand` where it was reached in one; a run `began` on an evening.
    """

    value: int
    player: K | None
    evening: int
    round: int = 0
    table: int = 0
    began: int | None = None
    hand: int = 0


class Reign(NamedTuple, Generic[K]):
    """A record while it stood: from an evening on, until it was beaten or shared.

    Who held it and improved it had it since the first of these evenings.
    """

    since: int
    marks: tuple[Mark[K], ...]
    until: int | None = None

    @property
    def value(self) -> int:
        return self.marks[0].value

    @property
    def holders(self) -> set[K | None]:
        return {mark.player for mark in self.marks}


def highest(marks: Iterable[Mark[K]]) -> tuple[Mark[K], ...]:
    """Those with the highest value of all."""
    candidates = list(marks)
    most = max((mark.value for mark in candidates), default=0)
    return tuple(mark for mark in candidates if mark.value == most)


def reigns(evenings: Iterable[Sequence[Mark[K]]], *, grows: bool) -> list[Reign[K]]:
    """The record of all evenings, each with its highest marks; the oldest first.

    Where a value `grows` with each evening, as a number of evenings does, whoever holds
    the record and improves it still holds the same, and another who reaches it makes it
    another one. Elsewhere each mark stands for itself, also beside others as high.
    """
    spans: list[Reign[K]] = []
    for index, marks in enumerate(evenings):
        stands = spans[-1] if spans else None
        if not marks or (stands and marks[0].value < stands.value):
            continue
        reign = Reign(index, tuple(marks))
        if stands and reign.value == stands.value:
            known = stands.holders if grows else ()
            more = (mark for mark in marks if mark.player not in known)
            reign = Reign(index, (*stands.marks, *more))
        if stands is None:
            spans.append(reign)
        elif _goes_on(stands, reign, grows):
            spans[-1] = stands._replace(marks=reign.marks)
        else:
            spans[-1:] = stands._replace(until=index), reign
    return spans


def _goes_on(stands: Reign[K], reign: Reign[K], grows: bool) -> bool:
    """Whether it is the same record still."""
    if grows:
        return stands.holders == reign.holders
    return stands.value == reign.value


def best_between(
    evenings: Sequence[Sequence[Mark[K]]], first: int, end: int
) -> tuple[tuple[Mark[K], ...], int | None]:
    """The highest marks from one evening to before another.

    And the last evening before them that had one as high, if any had.
    """
    best = highest(chain.from_iterable(evenings[first:end]))
    if not best:
        return (), None
    before = (
        index
        for index in reversed(range(first))
        if evenings[index] and evenings[index][0].value >= best[0].value
    )
    return best, next(before, None)
