"""Teams and classes: lists in addition to the one ranking, from standings lines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import slugify
from django.utils.translation import gettext_noop

from clubs.i18n import message
from rules.teams import Member, TeamRow, class_places, rank_teams, same_name
from scoring.models import Tournament
from scoring.results.rows import Lines, Person, StandingsLine

_TEAMS_NAMED = {"lodges": gettext_noop("Lodges"), "named": gettext_noop("Teams")}


@dataclass(frozen=True, slots=True)
class TeamMemberResult:
    """A team member with their result for the team."""

    person: Person
    total: int
    points: int | float


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team; `place` is None if it has fewer players than count.

    `parted`: another team has as many points, so chips decide their places.
    """

    name: str
    place: int | None
    tied: bool
    total: int
    points: int | float | Fraction
    counted: tuple[TeamMemberResult, ...]
    others: tuple[TeamMemberResult, ...]
    parted: bool = False


@dataclass(frozen=True, slots=True)
class ClassLine:
    """A player in a class: their place there, and in the whole field."""

    place: int
    tied: bool
    overall: int
    person: Person
    total: int
    points: int | float


@dataclass(frozen=True, slots=True)
class ClassList:
    """A class and its players, possibly none."""

    name: str
    lines: tuple[ClassLine, ...]

    @property
    def anchor(self) -> str:
        return f"class-{slugify(self.name)}"


@dataclass(frozen=True, slots=True)
class TeamsAndClasses:
    """All lists in addition to the one ranking."""

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

    @property
    def has_parted_teams(self) -> bool:
        return any(team.parted for team in self.teams)


def teams_and_classes(tournament: Tournament, lines: Lines) -> TeamsAndClasses:
    """Return the lists of this tournament; no query."""
    named = ""
    if tournament.teams in _TEAMS_NAMED:
        named = message(_TEAMS_NAMED[tournament.teams])
    return TeamsAndClasses(
        tournament.team_best,
        tournament.by_points,
        named,
        tuple(_teams(tournament, lines)) if named else (),
        tuple(_class(name, lines) for name in tournament.class_names),
    )


def _teams(tournament: Tournament, lines: Lines) -> list[TeamLine]:
    of_lodges = tournament.teams == Tournament.Teams.LODGES
    known = {line.entry: line for line in lines}
    ranked = rank_teams(
        (
            Member(
                line.entry,
                line.person.lodge if of_lodges else line.person.team,
                (line.points, line.total) if tournament.by_points else (line.total,),
            )
            for line in lines
        ),
        tournament.team_best,
    )
    first = Counter(team.total[0] for team in ranked if team.place)
    equal = Counter(team.total for team in ranked if team.place)
    parted = {
        team.name
        for team in ranked
        if team.place and first[team.total[0]] > equal[team.total]
    }
    return [_team(team, known, team.name in parted) for team in ranked]


def _team(
    team: TeamRow[int], known: Mapping[int, StandingsLine], parted: bool
) -> TeamLine:
    def members(keys: Sequence[int]) -> tuple[TeamMemberResult, ...]:
        lines = (known[key] for key in keys)
        return tuple(
            TeamMemberResult(line.person, line.total, line.points) for line in lines
        )

    return TeamLine(
        team.name,
        team.place,
        team.tied,
        sum(known[key].total for key in team.counted),
        team.total[0],
        members(team.counted),
        members(team.others),
        parted,
    )


def _class(name: str, lines: Lines) -> ClassList:
    wanted = same_name(name)
    members = {
        line.entry: line
        for line in lines
        if any(same_name(own_class) == wanted for own_class in line.person.classes)
    }
    ranked = class_places((line.entry, line.place) for line in members.values())
    return ClassList(
        name,
        tuple(
            ClassLine(
                row.place,
                row.tied,
                row.overall,
                members[row.key].person,
                members[row.key].total,
                members[row.key].points,
            )
            for row in ranked
        ),
    )
