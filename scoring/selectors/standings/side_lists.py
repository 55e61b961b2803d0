"""Teams and classes: lists beside the one ranking, from rows of the standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify

from rules.teams import Member, TeamRow, class_places, rank_teams, same_name
from scoring.models import Tournament
from scoring.selectors.standings.lines import Person

Rows = Sequence[Mapping[str, Any]]
People = Mapping[int, Person]


@dataclass(frozen=True, slots=True)
class TeamMember:
    """One of a team, with what he brings it."""

    person: Person
    total: int
    points: int | float


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team; `place` None where it has fewer players than count."""

    name: str
    place: int | None
    tied: bool
    total: int
    points: int | float
    counted: tuple[TeamMember, ...]
    others: tuple[TeamMember, ...]


@dataclass(frozen=True, slots=True)
class ClassLine:
    """Somebody in a class: his place there, and in the whole field."""

    place: int
    tied: bool
    overall: int
    person: Person
    total: int
    points: int | float


@dataclass(frozen=True, slots=True)
class ClassList:
    """A class and its players; nobody may be in it."""

    name: str
    lines: tuple[ClassLine, ...]

    @property
    def anchor(self) -> str:
        return f"class-{slugify(self.name)}"


@dataclass(frozen=True, slots=True)
class SideLists:
    """Everything beside the one ranking."""

    best: int = 0
    by_points: bool = False
    teams_named: str = ""
    teams: tuple[TeamLine, ...] = ()
    classes: tuple[ClassList, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.teams_named or self.classes)

    @property
    def has_short_teams(self) -> bool:
        return any(team.place is None for team in self.teams)


def side_lists(tournament: Tournament, rows: Rows, people: People) -> SideLists:
    """The lists this tournament keeps; no query."""
    named = {"lodges": "Lodges", "named": "Teams"}.get(tournament.teams, "")
    return SideLists(
        tournament.team_best,
        tournament.by_points,
        named,
        tuple(_teams(tournament, rows, people)) if named else (),
        tuple(_class(name, rows, people) for name in tournament.class_names),
    )


def _teams(tournament: Tournament, rows: Rows, people: People) -> list[TeamLine]:
    of_lodges = tournament.teams == Tournament.Teams.LODGES
    known = {row["entry"]: row for row in rows}
    ranked = rank_teams(
        (
            Member(
                row["entry"],
                person.lodge if of_lodges else person.team,
                (row["points"], row["total"])
                if tournament.by_points
                else (row["total"],),
            )
            for row in rows
            if (person := people[row["entry"]])
        ),
        tournament.team_best,
    )
    return [_team(team, known, people) for team in ranked]


def _team(
    team: TeamRow, rows: Mapping[Any, Mapping[str, Any]], people: People
) -> TeamLine:
    def members(keys: Sequence[Any]) -> tuple[TeamMember, ...]:
        found = (rows[key] for key in keys)
        return tuple(
            TeamMember(people[row["entry"]], row["total"], row["points"])
            for row in found
        )

    return TeamLine(
        team.name,
        team.place,
        team.tied,
        team.total[-1],
        team.total[0],
        members(team.counted),
        members(team.others),
    )


def _class(name: str, rows: Rows, people: People) -> ClassList:
    wanted = same_name(name)
    members = {
        row["entry"]: row
        for row in rows
        if any(same_name(each) == wanted for each in people[row["entry"]].classes)
    }
    ranked = class_places((key, row["place"]) for key, row in members.items())
    return ClassList(
        name,
        tuple(
            ClassLine(
                each.place,
                each.tied,
                each.overall,
                people[each.key],
                members[each.key]["total"],
                members[each.key]["points"],
            )
            for each in ranked
        ),
    )
