"""The standings of a tournament, over as many pages as they need."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from clubs.wording import chips, chips_text, place_text, points, say, together
from scoring.models import Tournament
from scoring.paper.document import Document, NothingToPrint, Part, part_of
from scoring.results.selectors.lines import Cell
from scoring.results.selectors.teams_and_classes import TeamsAndClasses
from scoring.standings.documents.standings_values import (
    DROPPED,
    SAT_OUT,
    StandingsPaper,
    standings_paper,
)

STYLE = "print_standings.css"
COLUMNS_UPRIGHT = 6
PRIZED = 3
Row = tuple[str, str, str, str]


class Beside(NamedTuple):
    """A list beside the standings: place, who, with what detail, how much."""

    title: str
    note: str
    rows: list[Row]


def standings_document(tournament: Tournament, *, at: datetime, paper: str) -> Document:
    """The standings as kept, as of now; raises NothingToPrint before a round is over."""
    return Document(standings_parts([standings_paper(tournament, at=at)], paper=paper))


def standings_parts(
    standings: Sequence[StandingsPaper], *, paper: str
) -> tuple[Part, ...]:
    """A part for each of the standings asked for."""
    return tuple(_part(each, paper) for each in standings)


def _part(standings: StandingsPaper, paper: str) -> Part:
    if not standings.lines:
        raise NothingToPrint(say("Nobody has a place yet: no round is over."))
    context = {
        "heading": standings.heading,
        "standings": standings,
        "is_wide": len(standings.columns) > COLUMNS_UPRIGHT,
        "lines": [
            {
                "place": place_text(line.place, line.tied),
                "person": line.person,
                "chips": [_cell_text(cell) for cell in line.cells],
                "points": f"{line.points:g}",
                "total": chips_text(line.total),
                "is_prized": line.place <= PRIZED,
            }
            for line in standings.lines
        ],
        "sums": [chips_text(each) for each in standings.column_sums],
        "total": chips_text(standings.total),
        "lists": list(_beside(standings.lists)),
    }
    return part_of("standings.html", context, style=STYLE, paper=paper)


def _cell_text(cell: Cell) -> str:
    """A round's chips; in brackets while it runs, with the marks that notes explain."""
    text = chips_text(cell.chips)
    marks = (SAT_OUT if cell.why else "") + (DROPPED if cell.dropped else "")
    return f"({text}){marks}" if cell.apart else f"{text}{marks}"


def _beside(lists: TeamsAndClasses) -> Iterator[Beside]:
    """Teams and classes as they stand below the standings."""
    if lists.teams_named:
        note: str = say("The best {best} of each count.", best=lists.best)
        if lists.has_short_teams:
            fewer = say("With fewer players there is no place.")
            note = together((note, fewer), " ")
        yield Beside(lists.teams_named, note, _teams(lists))
    for each in lists.classes:
        rows: list[Row] = [
            (
                place_text(line.place, line.tied),
                line.person.name,
                say("place {place} of all", place=line.overall),
                _score(lists, line.total, line.points),
            )
            for line in each.lines
        ]
        yield Beside(each.name, "", rows)


def _teams(lists: TeamsAndClasses) -> list[Row]:
    return [
        (
            place_text(team.place, team.tied) if team.place else "–",
            team.name,
            ", ".join(each.person.name for each in team.counted),
            _score(lists, team.total, team.points),
        )
        for team in lists.teams
    ]


def _score(
    lists: TeamsAndClasses, total: int, by_points: int | float | Fraction
) -> str:
    return points(by_points) if lists.by_points else chips(total)
