"""Evenings of old lists: no rounds and no sheets, only what the list says of each."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.models import OldResult, Tournament
from scoring.results.lines import Person
from scoring.results.stored import people_of, stored_rows


class OldFacts(NamedTuple):
    """What a list says of an entry; None: nothing."""

    entry: int
    place: int | None
    total: int | None
    points: float | None
    rounds: int | None


def facts_of(result: OldResult) -> OldFacts:
    return OldFacts(
        result.entry_id, result.place, result.total, result.points, result.rounds
    )


def old_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The standings of an evening of an old list, as `compute_rows` gives them; one query.

    `total`, `points` and `played` are None where the list does not say them.
    """
    entries = {"entry__ranked": True, "entry__merged_into": None}
    facts = OldResult.objects.filter(entry__tournament=tournament.pk, **entries)
    read = facts.order_by("entry__number").values_list(
        "entry", "place", "total", "points", "rounds"
    )
    return rows_of_facts(map(OldFacts._make, read), by_points=tournament.by_points)


def rows_of_facts(
    facts: Iterable[OldFacts], *, by_points: bool = False
) -> list[dict[str, Any]]:
    """Places are those of the list where it has one for everybody, else the totals make
    them."""
    listed = list(facts)
    if all(each.place for each in listed):
        placed = [(each.place or 0, each) for each in listed]
    else:
        worth = [_worth(each, by_points=by_points) for each in listed]
        first: dict[tuple[float, ...], int] = {}
        for place, each_is_worth in enumerate(sorted(worth, reverse=True), start=1):
            first.setdefault(each_is_worth, place)
        placed = [(first[w], each) for w, each in zip(worth, listed, strict=True)]
    sharing = Counter(place for place, _ in placed)
    return [
        {
            "entry": each.entry,
            "place": place,
            "tied": sharing[place] > 1,
            "total": each.total,
            "points": each.points,
            "played": each.rounds,
            "adjustment": 0,
            "decided_by": None,
            "rounds": [],
        }
        for place, each in sorted(placed, key=lambda each: each[0])  # stable
    ]


def _worth(facts: OldFacts, *, by_points: bool) -> tuple[float, ...]:
    """What makes a place; whatever is known is more than nothing."""
    kinds = (facts.points, facts.total) if by_points else (facts.total, facts.points)
    return tuple(float("-inf") if each is None else each for each in kinds)


def net_of(total: int | None, rounds: int | None, start: int) -> int | None:
    """Chips above the start chips; None where the list does not say enough."""
    if total is None or (rounds is None and start):
        return None
    return total - (rounds or 0) * start


@dataclass(frozen=True, slots=True)
class OldLine:
    """A line of such an evening, as everybody sees it."""

    place: int
    tied: bool
    person: Person
    total: int | None
    points: float | None
    rounds: int | None
    entry: int


@dataclass(frozen=True, slots=True)
class OldEvening:
    """The lines, and which of the numbers the list has at all."""

    lines: tuple[OldLine, ...]
    has_totals: bool
    has_points: bool
    has_rounds: bool


def old_evening(tournament: Tournament) -> OldEvening:
    """Two queries, whatever the size of the field."""
    people = people_of(tournament)
    lines = tuple(
        OldLine(
            row["place"],
            row["tied"],
            people[row["entry"]],
            row["total"],
            row["points"],
            row["played"],
            row["entry"],
        )
        for row in stored_rows(tournament)
        if row["entry"] in people
    )
    return OldEvening(
        lines,
        any(each.total is not None for each in lines),
        any(each.points is not None for each in lines),
        any(each.rounds is not None for each in lines),
    )
