"""Standings on paper, and the lists beside them, with names as the club shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from clubs.wording import chips, clock_and_day, points
from scoring.models import Tournament
from scoring.selectors.names import public_name
from scoring.selectors.papers.payoffs import Heading
from scoring.selectors.standings.board import Board, board_of
from scoring.selectors.standings.kept import StandingsPage, standings_of
from scoring.selectors.standings.side_lists import SideLists

SAT_OUT, DROPPED = "*", "°"


@dataclass(frozen=True, slots=True)
class StandingPaper:
    """A line of the standings; a round not played has no chips.

    `marks` says beside a round's chips what the notes explain, such as a sit-out;
    `apart` are the columns of rounds that are not over, and not in the total.
    """

    place: int
    tied: bool
    number: str
    name: str
    lodge: str
    rounds: tuple[int | None, ...]
    total: int
    points: str = ""
    marks: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ListPaper:
    """A list beside the standings: place, who, with what detail, how much."""

    title: str
    note: str
    rows: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """Standings as of a moment: of a tournament by round, of a season by tournament.

    `state` says in words how final they are; `notes` what a reader must know to add
    them up again (dropped rounds, rulings outside a sheet).
    """

    heading: Heading
    state: str
    is_final: bool
    as_of: str
    columns: tuple[str, ...]
    rows: tuple[StandingPaper, ...]
    notes: tuple[str, ...] = ()
    edition: str = ""
    lists: tuple[ListPaper, ...] = ()

    @property
    def shows_points(self) -> bool:
        return any(row.points for row in self.rows)

    @property
    def column_sums(self) -> tuple[int, ...]:
        """Each column added up, so that a reader can check the whole table."""
        return tuple(
            sum(row.rounds[at] or 0 for row in self.rows)
            for at in range(len(self.columns))
        )

    @property
    def total(self) -> int:
        return sum(row.total for row in self.rows)


def standings_paper(tournament: Tournament, *, at: datetime) -> StandingsPaper:
    """The standings as kept, with the time on the club's clock."""
    page, board = standings_of(tournament), board_of(tournament)
    return StandingsPaper(
        Heading.of(tournament),
        _state(board),
        page.is_final,
        clock_and_day(at.astimezone(tournament.club.zone)),
        tuple(f"R{rnd.number}" for rnd in page.rounds),
        tuple(_standing(page, row) for row in page.rows),
        tuple(_notes(page)),
        edition_text(board, tournament.club.zone),
        list_papers(board.lists),
    )


def _state(board: Board) -> str:
    """How final the standings are, in the words of the page."""
    still = board.still_missing
    return f"{board.state}: {still}" if still else board.state


def _standing(page: StandingsPage, row: Mapping[str, Any]) -> StandingPaper:
    tournament, entry = page.tournament, row["person"]
    results = {each["round"]: each for each in row["rounds"]}
    cells = [results.get(rnd.number) for rnd in page.rounds]
    return StandingPaper(
        place=row["place"],
        tied=row["tied"],
        number=entry.label,
        name=public_name(entry.name, tournament.club),
        lodge=entry.lodge,
        rounds=tuple(cell["chips"] if cell else None for cell in cells),
        total=row["total"],
        points=f"{row['points']:g}" if tournament.by_points else "",
        marks=tuple(_mark(cell) for cell in cells),
        apart=tuple(at for at, cell in enumerate(cells) if _stands_apart(cell)),
    )


def _stands_apart(cell: Mapping[str, Any] | None) -> bool:
    return bool(cell and cell.get("apart"))


def _mark(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return ""
    return (SAT_OUT if cell["why"] else "") + (DROPPED if cell["dropped"] else "")


def _notes(page: StandingsPage) -> Iterable[str]:
    """What somebody needs who adds the lines up again."""
    cells = [cell for row in page.rows for cell in row["rounds"]]
    if any(cell["why"] for cell in cells):
        yield f"{SAT_OUT} Not played at a table."
    if any(cell["dropped"] for cell in cells):
        yield f"{DROPPED} Left out of the total as one of the worst rounds."
    if page.running and any(map(_stands_apart, cells)):
        yield f"( ) Round {page.running.round} is not over: not in the total yet."
    if any(row["adjustment"] for row in page.rows):
        yield "Totals contain rulings outside a sheet; the site names them."


def edition_text(board: Board, zone: tzinfo) -> str:
    """Which edition a print holds, so that nobody takes an older one for the newest."""
    if not board.is_final or board.edition is None:
        return ""
    return f"edition {board.edition.number} of {clock_and_day(board.edition.at.astimezone(zone))}"


def list_papers(lists: SideLists) -> tuple[ListPaper, ...]:
    """Teams and classes as they stand below the standings."""
    papers = [_team_paper(lists)] if lists.teams_named else []
    return (
        *papers,
        *(
            ListPaper(
                each.name,
                "",
                tuple(
                    (
                        place_text(line.place, line.tied),
                        line.person.name,
                        f"place {line.overall} of all",
                        _score(lists, line.total, line.points),
                    )
                    for line in each.lines
                ),
            )
            for each in lists.classes
        ),
    )


def _team_paper(lists: SideLists) -> ListPaper:
    note = f"The best {lists.best} of each count."
    if lists.has_short_teams:
        note += " With fewer players there is no place."
    return ListPaper(
        lists.teams_named,
        note,
        tuple(
            (
                place_text(team.place, team.tied) if team.place else "–",
                team.name,
                ", ".join(each.person.name for each in team.counted),
                _score(lists, team.total, team.points),
            )
            for team in lists.teams
        ),
    )


def place_text(place: int, tied: bool) -> str:
    """3, or 3= where it is shared."""
    return f"{place}=" if tied else f"{place}"


def _score(lists: SideLists, total: int, by_points: int | float) -> str:
    return points(by_points) if lists.by_points else chips(total)
