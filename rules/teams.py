"""Lists in addition to the one ranking: teams, and classes.

A team's total is that of its best players, who follow from the one ranking. A team with
fewer players than count has no place: it is listed after the others, by what its
players have. Places of teams and of classes are counted as in the ranking: 1, 2, 2, 4.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses
Total = tuple[int | float | Fraction, ...]


@dataclass(frozen=True, slots=True)
class Member(Generic[K]):
    """A ranked player who belongs to a team.

    `total` is what the ranking compares, higher is better: chips, or points and then
    chips. Tie-breaks are for players only.
    """

    key: K
    team: str
    total: Total


@dataclass(frozen=True, slots=True)
class TeamRow(Generic[K]):
    """A line of the teams; `counted` are its best players, in order, `others` the rest.

    `place` is None for a team with fewer players than count.
    """

    name: str
    place: int | None
    tied: bool
    total: Total
    counted: tuple[K, ...]
    others: tuple[K, ...]


def rank_teams(members: Iterable[Member[K]], best: int) -> list[TeamRow[K]]:
    """Return the teams, best first; `members` come in the order of the one ranking.

    Case and spaces of a team's name don't matter; its first spelling is used. Raises
    ValueError for `best` below 1.
    """
    if best < 1:
        raise ValueError("at least one player counts for a team")
    teams: dict[str, list[Member[K]]] = {}
    for member in members:
        if name := same_name(member.team):
            teams.setdefault(name, []).append(member)
    whole = [team for team in teams.values() if len(team) >= best]
    short = [team for team in teams.values() if len(team) < best]
    rows = _placed([_row(team, best) for team in whole])
    return rows + sorted([_row(team, best) for team in short], key=_order)


def same_name(name: str) -> str:
    """Return the normalized name, without differences of case and spaces."""
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True)
class Ranked(Generic[K]):
    """A line of a class: `place` in the class, `overall` in the one ranking."""

    key: K
    place: int
    tied: bool
    overall: int


def class_places(rows: Iterable[tuple[K, int]]) -> list[Ranked[K]]:
    """Return places within a class, from its members with their places in the ranking.

    They come in the ranking's order. Members who share a place there share one here.
    """
    members = list(rows)
    sharing = Counter(place for _, place in members)
    first: dict[int, int] = {}
    for index, (_, place) in enumerate(members, start=1):
        first.setdefault(place, index)
    return [
        Ranked(key, first[place], sharing[place] > 1, place) for key, place in members
    ]


def _row(team: list[Member[K]], best: int) -> TeamRow[K]:
    ranked = sorted(team, key=attrgetter("total"), reverse=True)  # stable
    total = tuple(
        map(sum, zip(*(member.total for member in ranked[:best]), strict=True))
    )
    keys = tuple(member.key for member in ranked)
    name = " ".join(team[0].team.split())
    return TeamRow(name, None, False, total, keys[:best], keys[best:])


def _order(row: TeamRow[K]) -> tuple[Total, str]:
    return tuple(-number for number in row.total), row.name.casefold()


def _placed(rows: list[TeamRow[K]]) -> list[TeamRow[K]]:
    ranked = sorted(rows, key=_order)
    totals = [row.total for row in ranked]
    return [
        TeamRow(
            row.name,
            totals.index(row.total) + 1,
            totals.count(row.total) > 1,
            row.total,
            row.counted,
            row.others,
        )
        for row in ranked
    ]
