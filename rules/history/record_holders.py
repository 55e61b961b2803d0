"""Records that pass from holder to holder, event by event.

Events are counted from 0 in their order. Each event has marks; the highest so far is
the record, a player who equals it shares it, and a player who beats it ends it.
"""

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses


class Mark(NamedTuple, Generic[K]):
    """A value, the index of its event, and its player (None: it belongs to everyone).

    `round`, `table` and `hand` locate a value of one round or hand; `began` is the
    event in which a run began.
    """

    value: int
    player: K | None
    evening: int
    round: int = 0
    table: int = 0
    began: int | None = None
    hand: int = 0


class Reign(NamedTuple, Generic[K]):
    """A record's time as the best: from an event on, until it was beaten or shared.

    A holder who improved the record has held it since the first of these events.
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
    """Return the marks with the highest value."""
    candidates = list(marks)
    most = max((mark.value for mark in candidates), default=0)
    return tuple(mark for mark in candidates if mark.value == most)


def reigns(evenings: Iterable[Sequence[Mark[K]]], *, grows: bool) -> list[Reign[K]]:
    """Return the record's history over all events, oldest first.

    `evenings` holds the highest marks of each event. Where a value `grows` with each
    event, such as a number of events, a holder who improves the record continues the
    reign, and another player who reaches it starts a new reign. Otherwise each mark
    counts alone, also next to equal ones.
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
    """Return whether the record is still the current one."""
    if grows:
        return stands.holders == reign.holders
    return stands.value == reign.value


def best_between(
    evenings: Sequence[Sequence[Mark[K]]], first: int, end: int
) -> tuple[tuple[Mark[K], ...], int | None]:
    """Return the highest marks from event `first` to before event `end`.

    Also return the last event before `first` with a mark at least as high, or None.
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
