"""Standings on paper: the typed table as of a moment, with what a print says of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from clubs.wording import clock_and_day, say
from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.results.selectors.lines import Line, round_head
from scoring.results.selectors.table import StandingsTable, table_of
from scoring.results.selectors.teams_and_classes import TeamsAndClasses

SAT_OUT, DROPPED = "*", "°"
NO_LISTS = TeamsAndClasses()


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """The lines of the standings, and whatever else moves a print of them.

    `columns` name the cells of the lines; `state` says in words how final they are.
    """

    heading: Heading
    state: str
    is_final: bool
    as_of: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    by_points: bool = False
    edition: str = ""
    lists: TeamsAndClasses = NO_LISTS

    @property
    def column_sums(self) -> tuple[int, ...]:
        """Each column added up, so that a reader can check the whole table."""
        return tuple(
            sum(line.cells[at].chips or 0 for line in self.lines)
            for at in range(len(self.columns))
        )

    @property
    def total(self) -> int:
        return sum(line.total for line in self.lines)

    @property
    def notes(self) -> Iterable[str]:
        """What somebody needs who adds the lines up again."""
        cells = [cell for line in self.lines for cell in line.cells]
        if any(cell.why for cell in cells):
            yield say("{sign} Not played at a table.", sign=SAT_OUT)
        if any(cell.dropped for cell in cells):
            yield say(
                "{sign} Left out of the total as one of the worst rounds.",
                sign=DROPPED,
            )
        if apart := next((cell.round for cell in cells if cell.apart), None):
            yield say(
                "( ) Round {round} is not over: not in the total yet.", round=apart
            )
        if any(line.adjustment for line in self.lines):
            yield say("Totals contain rulings outside a sheet; the site names them.")


def standings_paper(tournament: Tournament, *, at: datetime) -> StandingsPaper:
    """The standings as kept, with the time on the club's clock."""
    table = table_of(tournament)
    still = f": {table.still_missing}" if table.waits_for else ""
    return StandingsPaper(
        Heading.of(tournament),
        f"{table.state}{still}",
        table.is_final,
        clock_and_day(at.astimezone(tournament.club.zone)),
        tuple(round_head(rnd.number) for rnd in table.counting),
        table.lines,
        tournament.by_points,
        edition_text(table),
        table.lists,
    )


def edition_text(table: StandingsTable) -> str:
    """Which edition a print holds, so that nobody takes an older one for the newest."""
    if not table.is_final or table.edition is None:
        return ""
    at = table.edition.at.astimezone(table.tournament.club.zone)
    return say(
        "edition {number} of {time}",
        number=table.edition.number,
        time=clock_and_day(at),
    )
