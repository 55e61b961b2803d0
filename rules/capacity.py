"""Who has a place at an evening to come, who waits, and what one more would change.

Everything here is decided from facts and a clock alone: whoever reads the list and
whoever writes it come to the same, however long nobody looked.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Generic, TypeVar

from rules.seating.request import FOURS, house_needed, left_over, table_sizes

K = TypeVar("K", bound=Hashable)  # a person as the caller knows him
NEXT = timedelta(microseconds=1)  # between two turns; no database keeps less


class State(StrEnum):
    """What somebody has said of an evening, and whether there is a place."""

    ASKED = "asked"
    IN = "in"
    WAITING = "waiting"
    OFFERED = "offered"  # a place is kept until an hour
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Answer(Generic[K]):
    """One person's state; `since` is his turn in the line, `until` ends an offer alone."""

    who: K
    state: State
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """By what time a list is read.

    An offer holds until `until`, where one is made now. It runs out by `awake`, the
    last time the site is known to have run: nobody loses a place while it slept. After
    `closes` no places are offered any more, and the list stays as it is.
    """

    current_time: datetime
    until: datetime
    awake: datetime
    closes: datetime | None = None

    @property
    def is_closed(self) -> bool:
        return self.closes is not None and self.current_time >= self.closes


def settled(
    answers: Iterable[Answer[K]], places: int | None, clock: Clock
) -> list[Answer[K]]:
    """The answers as they are at this time, in the same order.

    Offers that ran out go to the end of the line, those of one moment in the order of
    their turns before, and each free place is offered to the first who waits. Without a
    number of places (`None`) whoever waits is in.
    """
    rows = {answer.who: answer for answer in answers}
    if clock.is_closed:
        return list(rows.values())
    rows |= {answer.who: answer for answer in _run_out(rows.values(), clock)}
    if places is None:
        for answer in _line(rows.values()):
            rows[answer.who] = replace(answer, state=State.IN)
        return list(rows.values())
    for answer in _line(rows.values())[: max(free_places(rows.values(), places), 0)]:
        rows[answer.who] = replace(answer, state=State.OFFERED, until=clock.until)
    return list(rows.values())


def _run_out(answers: Iterable[Answer[K]], clock: Clock) -> list[Answer[K]]:
    """The people whose offer ran out, waiting again, each with a turn of their own.

    Two turns at one moment would be told apart by whatever order the rows are read in.
    """
    end = min(clock.awake, clock.current_time)
    late = [(row.until, row) for row in answers if row.until and row.until <= end]
    late.sort(key=lambda late_row: (late_row[0], late_row[1].since))
    waiting: list[Answer[K]] = []
    for until, row in late:
        turn = max(until, waiting[-1].since + NEXT) if waiting else until
        waiting.append(Answer(row.who, State.WAITING, turn))
    return waiting


def _line(answers: Iterable[Answer[K]]) -> list[Answer[K]]:
    """Who waits, the first first; of equals, as they stand in the list."""
    waiting = [answer for answer in answers if answer.state == State.WAITING]
    return sorted(waiting, key=lambda answer: answer.since)


def free_places(answers: Iterable[Answer[K]], places: int) -> int:
    """How many places nobody has and nobody is offered; below 0 where some were cut."""
    held_places = sum(answer.state in (State.IN, State.OFFERED) for answer in answers)
    return places - held_places


def place_in_line(answers: Sequence[Answer[K]], person: K) -> int | None:
    """Which place somebody has among those who wait, from 1; None for all others."""
    for place, answer in enumerate(_line(answers), start=1):
        if answer.who == person:
            return place
    return None


def coming(
    answers: Sequence[Answer[K]], person: K, places: int | None, clock: Clock
) -> list[Answer[K]]:
    """The answers once somebody says that he comes.

    He is in where a place is free that nobody else waits for, or is kept for him, and
    waits behind the others elsewhere; whoever is in or waits already stays so.
    """
    rows = {answer.who: answer for answer in settled(answers, places, clock)}
    mine = rows.get(person)
    if mine and mine.state in (State.IN, State.WAITING):
        return list(rows.values())
    has_offer = mine is not None and mine.state == State.OFFERED
    is_free = places is None or (
        free_places(rows.values(), places) > 0 and not _line(rows.values())
    )
    state = State.IN if has_offer or is_free else State.WAITING
    rows[person] = Answer(person, state, clock.current_time)
    return list(rows.values())


def staying_away(
    answers: Sequence[Answer[K]], person: K, places: int | None, clock: Clock
) -> list[Answer[K]]:
    """The answers once somebody says that he does not come; his place is offered on."""
    rows = {answer.who: answer for answer in settled(answers, places, clock)}
    rows[person] = Answer(person, State.OUT, clock.current_time)
    return settled(rows.values(), places, clock)


def entered(
    answers: Sequence[Answer[K]], person: K, places: int | None, clock: Clock
) -> list[Answer[K]]:
    """The answers once the desk enters somebody, whether or not a place is free."""
    rows = {answer.who: answer for answer in settled(answers, places, clock)}
    since = rows[person].since if person in rows else clock.current_time
    rows[person] = Answer(person, State.IN, since)
    return list(rows.values())


@dataclass(frozen=True, slots=True)
class Tables:
    """How many people make how many tables, and what one more or less would change.

    `more` people make another table; with `fewer` people less nobody sits out, and no
    house player is needed. None where no small number does.
    """

    people: int
    tables: int
    sit_out: int
    house: int
    more: int | None
    fewer: int | None


def tables_of(
    people: int, sizes: Sequence[int] = FOURS, *, house: bool = False
) -> Tables:
    """What so many people make of tables of these sizes.

    With `house`, house players fill the last table where somebody would sit out.
    """
    fill = house_needed(people, sizes) if house and people else 0
    own_tables = len(table_sizes(people, sizes))
    tables = len(table_sizes(people + fill, sizes))
    even = (n for n in count(1) if not left_over(people - n, sizes))
    fewer = next(even) if left_over(people, sizes) else None
    return Tables(
        people=people,
        tables=tables,
        sit_out=0 if fill else left_over(people, sizes),
        house=fill,
        more=_to_another(people, own_tables, sizes),
        fewer=fewer if fewer is not None and fewer < people else None,
    )


def _to_another(people: int, tables: int, sizes: Sequence[int]) -> int | None:
    """How many more people it takes for one table more."""
    for more in range(1, max(sizes) + 1):
        if len(table_sizes(people + more, sizes)) > tables:
            return more
    return None
