"""A player's results from each event of a season, and the parts that are dropped.

Decisions that this module makes:

* Results of an event are multiplied by the event's weight.
* With a floor, an event whose result is below zero counts as 0, before the worst events
  are dropped. Tie-breaks compare events as they count; net chips are never raised.
* The worst are dropped; of equal ones the earlier. A bonus for taking part is never
  dropped, and rulings of an event stay when its rounds are dropped.
* An average is over all rounds that count, so an event with more rounds counts for
  more.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from operator import attrgetter
from typing import Generic, TypeVar

from rules.season.formula import Counts, Formula, Of
from rules.season.places import Places, list_in_force, points_of

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Scored:
    """A round of an event; `at_table` False: its chips were given, not played for."""

    round: int
    chips: int
    net: int = 0
    points: Fraction = NOTHING
    at_table: bool = True


@dataclass(frozen=True, slots=True)
class Played:
    """A player's event; `results` are the rounds that count in it.

    None means unknown, in an event of long ago.
    """

    place: int
    total: int | None
    net: int | None
    rounds: int | None
    points: Fraction | None = NOTHING
    sharing: int = 1
    results: tuple[Scored, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening(Generic[K]):
    """An event of the season, with everyone who has a place in it."""

    played: Mapping[K, Played]
    field: int
    weight: Fraction = Fraction(1)
    day: date | None = None


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round's contribution, where rounds are dropped."""

    round: int
    brought: Fraction | int
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """An event's contribution; None if the player played no round, or it's unknown.

    `dropped`: only the `bonus` counts. `over` is the divisor of an average: rounds,
    each multiplied by the event's weight; otherwise 1. `ruled`: chips of rulings that
    belong to no round, because all rounds of the event are dropped from an average.
    `real`: the result below zero of an event that counts as 0.
    """

    evening: int
    place: int
    brought: Fraction | None
    bonus: Fraction = NOTHING
    dropped: bool = False
    over: Fraction = Fraction(1)
    rounds: tuple[RoundPart, ...] = ()
    ruled: Fraction = NOTHING
    real: Fraction | None = None

    @property
    def result(self) -> Fraction | None:
        """The event's contribution before the floor."""
        return self.brought if self.real is None else self.real


def parts_of(
    came: Iterable[tuple[int, Played]], evenings: Sequence[Evening[K]], formula: Formula
) -> tuple[Part, ...]:
    """Return the contributions of the events a player came to; indexes start at 0."""
    parts = tuple(
        _part(index, played, evenings[index], formula) for index, played in came
    )
    if formula.best and formula.best_of is Of.ROUNDS:
        return _best_rounds(parts, formula)
    return _best_evenings(parts, formula.best) if formula.best else parts


def _part(index: int, played: Played, evening: Evening[K], formula: Formula) -> Part:
    """Return an event's contribution before anything is dropped."""
    weight, divisor = evening.weight, Fraction(1)
    brought = _brought(played, evening, formula)
    if formula.counts is Counts.AVERAGE:
        divisor = (played.rounds or 0) * weight
    elif brought is not None:
        brought *= weight
    rounds: tuple[RoundPart, ...] = ()
    if formula.best and formula.best_of is Of.ROUNDS:
        rounds = tuple(_rounds(played, formula.counts, weight))
        if not played.results and played.rounds != 0:
            brought = None  # the single rounds aren't known
    real = None
    if formula.floor and brought is not None and brought < 0:
        real, brought = brought, NOTHING
    return Part(
        index,
        played.place,
        brought,
        formula.bonus,
        over=divisor,
        rounds=rounds,
        real=real,
    )


def _brought(played: Played, evening: Evening[K], formula: Formula) -> Fraction | None:
    """Return an event's contribution without its weight; None where it isn't known."""
    if formula.counts is Counts.PLACES:
        return place_points(played, evening.field, evening.day, formula)
    if formula.counts is Counts.AVERAGE:
        return average_of([played])
    parts = {
        Counts.NET: played.net,
        Counts.CHIPS: played.total,
        Counts.POINTS: played.points,
    }[formula.counts]
    return None if parts is None else Fraction(parts)


def place_points(
    played: Played, field: int, day: date | None, formula: Formula
) -> Fraction:
    """Return the points of a place of an event, without the event's weight."""
    points_list = None
    if formula.table is Places.OWN:
        points_list = list_in_force(formula.own, field, day)
    points = points_list.points if points_list else ()
    return points_of(formula.table, played.place, played.sharing, field, points)


def average_of(evenings: Iterable[Played]) -> Fraction | None:
    """Return net chips a round at a table, over events where both are known."""
    known = [
        (evening.net, evening.rounds)
        for evening in evenings
        if evening.net is not None and evening.rounds is not None
    ]
    rounds = sum(number for _, number in known)
    return Fraction(sum(net for net, _ in known), rounds) if rounds else None


def _rounds(played: Played, counts: Counts, weight: Fraction) -> Iterable[RoundPart]:
    """Yield each round's contribution.

    Rounds that were not played contribute their given score, except to net chips.
    """
    # Keep whole numbers while possible, for speed: a season has thousands of rounds.
    times = 1 if weight == 1 or counts is Counts.AVERAGE else weight
    for result in played.results:
        if counts is Counts.CHIPS:
            yield RoundPart(result.round, result.chips * times)
        elif counts is Counts.POINTS:
            yield RoundPart(result.round, result.points * times)
        elif result.at_table:
            yield RoundPart(result.round, result.net * times)


def _best_evenings(parts: Sequence[Part], best: int) -> tuple[Part, ...]:
    worst_first = sorted(
        (part for part in parts if part.brought is not None), key=attrgetter("brought")
    )
    dropped = {part.evening for part in worst_first[: max(len(worst_first) - best, 0)]}
    return tuple(replace(part, dropped=part.evening in dropped) for part in parts)


def _best_rounds(parts: Sequence[Part], formula: Formula) -> tuple[Part, ...]:
    """Return the parts with only the best rounds of all events, and the rulings."""
    rounds = []
    for part in parts:
        rounds += [(rnd.brought, part.evening, rnd.round) for rnd in part.rounds]
    rounds.sort(key=lambda row: row[0])
    dropped = {
        (index, number)
        for _, index, number in rounds[: max(len(rounds) - formula.best, 0)]
    }
    return tuple(_with_rounds_dropped(part, dropped, formula.counts) for part in parts)


def _with_rounds_dropped(
    part: Part, dropped_rounds: set[tuple[int, int]], counts: Counts
) -> Part:
    rounds = tuple(
        replace(rnd, dropped=(part.evening, rnd.round) in dropped_rounds)
        for rnd in part.rounds
    )
    if part.brought is None or not any(rnd.dropped for rnd in rounds):
        return replace(part, rounds=rounds)
    left = [rnd for rnd in rounds if not rnd.dropped]
    if counts is Counts.AVERAGE:
        weight = part.over / len(rounds)
        rulings = part.brought * len(rounds) - sum(rnd.brought for rnd in rounds)
        if not left:
            return replace(
                part,
                rounds=rounds,
                brought=None,
                dropped=not rulings,
                ruled=rulings * weight,
            )
        brought = Fraction(sum((rnd.brought for rnd in left), rulings), len(left))
        return replace(part, rounds=rounds, brought=brought, over=len(left) * weight)
    brought = part.brought - sum(rnd.brought for rnd in rounds if rnd.dropped)
    is_dropped = not left and not brought  # rulings count without a round, too
    return replace(part, rounds=rounds, brought=brought, dropped=is_dropped)


def total_of(parts: Iterable[Part], formula: Formula) -> Fraction | None:
    """Return the total of the events.

    None if an average has no rounds, or the counted value isn't known of any event.
    """
    parts = list(parts)
    bonus = sum((part.bonus for part in parts), NOTHING)
    if not bonus and all(part.brought is None for part in parts):
        return None
    if formula.counts is Counts.AVERAGE:
        left = [p for p in parts if p.brought is not None and not p.dropped]
        divisor = sum((part.over for part in left), NOTHING)
        ruled = sum((part.ruled for part in parts), NOTHING)
        whole = sum((part.brought * part.over for part in left if part.brought), ruled)
        return whole / divisor if divisor else None
    return sum((p.brought for p in parts if p.brought and not p.dropped), bonus)
