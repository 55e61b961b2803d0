"""Spots at an event, its waitlist, and the number of people for another table.

Every result depends only on the arguments and a clock, so a page that reads the list
and code that writes it get equal results, however long no one looked.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Generic, TypeVar

from rules.seating.request import FOURS, house_needed, left_over, table_sizes

K = TypeVar("K", bound=Hashable)  # a person, by any key the caller uses
NEXT = timedelta(microseconds=1)  # between two turns; databases store no finer time


class State(StrEnum):
    """A person's answer for an event, and whether they have a spot."""

    ASKED = "asked"
    IN = "in"
    WAITING = "waiting"
    OFFERED = "offered"  # a spot is reserved until a given time
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Answer(Generic[K]):
    """One person's state for an event.

    `since` is their turn on the waitlist; `until` is set only for an offer and is when
    the offer expires.
    """

    who: K
    state: State
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """The times at which a waitlist is evaluated.

    An offer made now is valid until `until`. Offers expire only up to `awake`, the last
    time the site is known to have run, so no one loses a spot while the site was down.
    After `closes` no spots are offered and the list doesn't change.
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
    """Return the answers as they are at the clock's time, in the given order.

    Expired offers move to the end of the waitlist; if several expire at one moment,
    earlier turns stay first. Each free spot is then offered to the first person on the
    waitlist. Without a number of places (`None`) everyone on the waitlist is in.
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
    """Return the people whose offer expired as waiting again, each with a unique turn.

    With two equal turns, the order would depend on the order in which rows are read.
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
    """Return the waiting answers by turn; equal turns keep the order of the list."""
    waiting = [answer for answer in answers if answer.state == State.WAITING]
    return sorted(waiting, key=lambda answer: answer.since)


def free_places(answers: Iterable[Answer[K]], places: int) -> int:
    """Return the number of spots that are neither taken nor offered.

    The number is negative if capacity was cut.
    """
    held_places = sum(answer.state in (State.IN, State.OFFERED) for answer in answers)
    return places - held_places


def place_in_line(answers: Sequence[Answer[K]], person: K) -> int | None:
    """Return a person's place on the waitlist, from 1, or None if they aren't on it."""
    for place, answer in enumerate(_line(answers), start=1):
        if answer.who == person:
            return place
    return None


def coming(
    answers: Sequence[Answer[K]], person: K, places: int | None, clock: Clock
) -> list[Answer[K]]:
    """Return the answers after a person says they are coming.

    They are in if an offer is reserved for them, or if a spot is free and no one is
    waiting. Otherwise they join the end of the waitlist. A person who is in or waiting
    stays so.
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
    """Return the answers after a person says they aren't coming.

    Their spot is offered to the next person on the waitlist.
    """
    rows = {answer.who: answer for answer in settled(answers, places, clock)}
    rows[person] = Answer(person, State.OUT, clock.current_time)
    return settled(rows.values(), places, clock)


def entered(
    answers: Sequence[Answer[K]], person: K, places: int | None, clock: Clock
) -> list[Answer[K]]:
    """Return the answers after the desk enters a person, even if no spot is free."""
    rows = {answer.who: answer for answer in settled(answers, places, clock)}
    since = rows[person].since if person in rows else clock.current_time
    rows[person] = Answer(person, State.IN, since)
    return list(rows.values())


@dataclass(frozen=True, slots=True)
class Tables:
    """The number of tables for a number of people, and what a few more or fewer change.

    `more` people make another table; with `fewer` people less, no one sits out and no
    house player is needed. Both are None where no small number does.
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
    """Return the tables that a number of people make with tables of these sizes.

    With `house`, house players fill the last table where someone would sit out.
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
    """Return how many more people make one more table."""
    for more in range(1, max(sizes) + 1):
        if len(table_sizes(people + more, sizes)) > tables:
            return more
    return None
