"""The smallest change of seats that were drawn: somebody came, left, or did not come.

Whoever has a seat or sits out keeps his place where that is possible at all:

* the rounds are taken in order, and each moves as few players as it can after those
  before it; who has begun to play stays where he is;
* who sits out is bound as in a draw: always somebody of those who have done so least,
  or in a round by standing the last ones;
* tables appear or are given up as the number of players asks, and where they may have
  several sizes grow or shrink; they keep their numbers;
* house players come and go as needed and count for nobody who moves;
* somebody held at a table sits there, and at most one other makes room for him.

What is then still open (which of several tables is given up, who takes which empty
seat) is searched for the fewest meetings of who must not meet, then the fewest repeats,
as in a draw. The same request always gives the same seats.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Generic

from rules.problems import Problem
from rules.seating.fields import (
    DrawError,
    Field,
    K,
    Request,
    RoundSeats,
    field_of,
    of_names,
    tell,
)
from rules.seating.openings import Opened, Standing, opened
from rules.seating.placing import Meetings, place, settle

TRIES = 48  # seatings made before the best is taken …
TRIED_SEATS = 12_000  # … or as many as hold so many seats together


@dataclass(frozen=True, slots=True)
class Seated(Generic[K]):
    """A round as it stands: its tables by number, who sits out, which have begun.

    `standing` is the order, from first to last, where it was seated by that.
    """

    tables: tuple[tuple[int, tuple[K, ...]], ...]
    sit_out: tuple[K, ...] = ()
    begun: frozenset[int] = frozenset()
    standing: tuple[K, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is in a round; without a table he sits out."""

    table: int = 0
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Move(Generic[K]):
    """Somebody whose place in a round changes; None: he has none, came or went."""

    who: K
    round: int  # the first being 0
    before: Place | None
    after: Place | None


def smallest_change(
    request: Request[K], now: Sequence[Seated[K]]
) -> tuple[Seated[K], ...]:
    """The rounds `now` with the players of the request, changed as little as can be.

    `request.players` are those who play on. Who sits in `now` and is not among them
    leaves, who is among them and not in `now` joins. `request.house` fills the tables
    where it names anybody: as many as may be needed (for tables of four three), and
    whoever sits at tables that have begun; otherwise somebody sits out. Raises
    DrawError where the tables are too few for who cannot move, and where no table would
    be left of a round.
    """
    if problems := of_names(request):
        raise DrawError(tuple(problems))
    begun = tuple(
        RoundSeats(
            tuple(people for label, people in each.tables if label in each.begun)
        )
        for each in now
    )
    field = field_of(replace(request, played=(*request.played, *begun)))
    standing = _in_numbers(request, now)
    rng = Random(request.seed)
    size = max(1, sum(len(t) for each in standing for t in each.tables.values()))
    best: tuple[int, int, list[Opened]] | None = None
    for _ in range(max(1, min(TRIES, TRIED_SEATS // size))):
        moved, cost, rounds = _attempt(request, field, standing, rng)
        if best is None or (moved, cost) < best[:2]:
            best = moved, cost, rounds
    assert best is not None
    after = tuple(
        _in_names(field, each, before)
        for each, before in zip(best[2], now, strict=True)
    )
    if any(old.tables and not new.tables for old, new in zip(now, after, strict=True)):
        raise DrawError((_too_few(request),))
    return after


def _too_few(request: Request[K]) -> Problem:
    seats, size = min(request.sizes), len(request.players)
    return tell("too_few.left", "players", seats=seats, size=size)


def moves(before: Sequence[Seated[K]], after: Sequence[Seated[K]]) -> list[Move[K]]:
    """Everybody whose place changes, round by round, by the tables they go to."""
    found = []
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        was, now = places(old), places(new)
        for who in {**now, **was}:
            if was.get(who) != now.get(who):
                found.append(Move(who, number, was.get(who), now.get(who)))
    return found


def places(seats: Seated[K]) -> dict[K, Place]:
    """Where everybody is: at the tables in order, then those who sit out."""
    at = {
        who: Place(table, seat)
        for table, people in sorted(seats.tables, key=lambda each: each[0])
        for seat, who in enumerate(people, start=1)
    }
    return at | {who: Place() for who in seats.sit_out}


def _attempt(
    request: Request[K],
    field: Field[K],
    standing: Sequence[Standing],
    rng: Random,
) -> tuple[int, int, list[Opened]]:
    """Players moved, the cost of who meets whom, and the rounds."""
    sat, held = list(field.sat), _held(request)
    rounds: list[Opened] = []
    for r, each in enumerate(standing):
        later = {who for other in standing[r + 1 :] for who in other.sit_out}
        made = opened(each, sat, later, held, len(request.players), request.sizes, rng)
        for who in made.bench:
            if not each.begun or who in each.sit_out:
                sat[who] = sat[who].once_more
        rounds.append(made)
    meetings = Meetings(field.pairs)
    for made in rounds:
        place(made, held, len(request.players), field.size, rng)
        meetings.count(made)
    settle(meetings, rounds, held, rng)
    return sum(made.moved for made in rounds), meetings.cost, rounds


def _held(request: Request[K]) -> dict[int, int]:
    """Who is held at the table of which number."""
    number = {key: i for i, key in enumerate(request.field)}
    return {number[key]: table for key, table in request.fixed if key in number}


def _in_numbers(request: Request[K], now: Iterable[Seated[K]]) -> list[Standing]:
    """People who left are -1, as is an empty seat."""
    number = {key: i for i, key in enumerate(request.field)}
    return [
        Standing(
            {
                label: [number.get(key, -1) for key in people]
                for label, people in r.tables
            },
            [number[key] for key in r.sit_out if key in number],
            r.begun,
            [number[key] for key in r.standing if key in number],
        )
        for r in now
    ]


def _in_names(field: Field[K], made: Opened, before: Seated[K]) -> Seated[K]:
    tables = {label: people for label, people in before.tables if label in before.begun}
    for label, people in made.tables.items():
        tables[label] = tuple(field.keys[who] for who in people)
    return Seated(
        tuple(sorted(tables.items(), key=lambda each: each[0])),
        tuple(field.keys[who] for who in sorted(made.bench)),
        before.begun,
        before.standing,
    )
