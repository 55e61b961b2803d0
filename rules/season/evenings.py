"""What each evening of a season brings a player, and which of it is dropped.

Readings kept here in one place:

* An evening counts as much as it weighs: what it brings is multiplied.
* The worst are dropped; of equal ones the earlier. A bonus for coming is never dropped,
  and rulings of an evening stay where its rounds are dropped.
* An average is that of all rounds that count, so an evening of more rounds says more.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Generic, TypeVar

from rules.season.formula import Counts, Formula, Of
from rules.season.places import points_of

K = TypeVar("K", bound=Hashable)  # a player as the caller knows him
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Scored:
    """A round of an evening; `at_table` False: its chips were given, not played for."""

    round: int
    chips: int
    net: int = 0
    points: Fraction = NOTHING
    at_table: bool = True


@dataclass(frozen=True, slots=True)
class Played:
    """What an evening was for a player; `results` are the rounds that count in it.

    None is what nobody knows any more, of an evening of long ago.
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
    """An evening of the season, in their order, with everybody who has a place in it."""

    played: Mapping[K, Played]
    field: int
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class RoundPart:
    """What a round brought, where rounds are dropped."""

    round: int
    brought: Fraction | int
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """What an evening brought; None where he played no round of it, or nobody knows.

    `dropped`: nothing of it counts but the `bonus`. `over` is what it is an average of:
    rounds, each as much as the evening weighs; elsewhere 1. `ruled`: chips of rulings
    that no round of it bears, for all its rounds are dropped from an average.
    """

    evening: int
    place: int
    brought: Fraction | None
    bonus: Fraction = NOTHING
    dropped: bool = False
    over: Fraction = Fraction(1)
    rounds: tuple[RoundPart, ...] = ()
    ruled: Fraction = NOTHING


def parts_of(
    came: Iterable[tuple[int, Played]], evenings: Sequence[Evening[K]], formula: Formula
) -> tuple[Part, ...]:
    """What the evenings he came to bring somebody, by their numbers from 0."""
    parts = tuple(
        _part(index, played, evenings[index], formula) for index, played in came
    )
    if formula.best and formula.best_of is Of.ROUNDS:
        return _best_rounds(parts, formula)
    return _best_evenings(parts, formula.best) if formula.best else parts


def _part(index: int, played: Played, evening: Evening[K], formula: Formula) -> Part:
    """What an evening brings before anything is dropped."""
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
            brought = None  # nobody knows its rounds one by one
    return Part(
        index, played.place, brought, formula.bonus, over=divisor, rounds=rounds
    )


def _brought(played: Played, evening: Evening[K], formula: Formula) -> Fraction | None:
    """By itself, however much the evening weighs; None where nobody knows it."""
    if formula.counts is Counts.PLACES:
        return points_of(
            formula.table, played.place, played.sharing, evening.field, formula.own
        )
    if formula.counts is Counts.AVERAGE:
        return average_of([played])
    parts = {
        Counts.NET: played.net,
        Counts.CHIPS: played.total,
        Counts.POINTS: played.points,
    }[formula.counts]
    return None if parts is None else Fraction(parts)


def average_of(evenings: Iterable[Played]) -> Fraction | None:
    """Net chips a round at a table, of the evenings of which both are known."""
    known = [
        (evening.net, evening.rounds)
        for evening in evenings
        if evening.net is not None and evening.rounds is not None
    ]
    rounds = sum(number for _, number in known)
    return Fraction(sum(net for net, _ in known), rounds) if rounds else None


def _rounds(played: Played, counts: Counts, weight: Fraction) -> Iterable[RoundPart]:
    """What each round brings; the rounds not played bring what they were given."""
    # Whole numbers as long as they are whole: there are thousands of rounds in a season.
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
    """The best rounds of all evenings; what an evening brings is theirs and its rulings."""
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
    """What the evenings make together.

    None where nothing was played for an average, or of no evening is known what counts.
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
