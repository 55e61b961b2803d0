"""The standings of a tournament or of a season, over as many pages as they need."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.models import Tournament
from scoring.prints.document import Document, NothingToPrint, Part, part_of
from scoring.selectors.papers.standings import (
    StandingPaper,
    StandingsPaper,
    standings_paper,
)

STYLE = "print_standings.css"
COLUMNS_UPRIGHT = 6
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings as it is set."""

    place: str
    row: StandingPaper
    chips: tuple[str, ...]
    total: str

    @property
    def is_prized(self) -> bool:
        return self.row.place <= 3


def chips_text(chips: int | None) -> str:
    """Chips with a true minus; a dash for a round not played."""
    if chips is None:
        return "–"
    return f"{MINUS}{-chips:,}" if chips < 0 else f"{chips:,}"


def standings_document(tournament: Tournament, *, at: datetime, paper: str) -> Document:
    """The standings as kept, as of now; raises NothingToPrint before a round is over."""
    return Document(standings_parts([standings_paper(tournament, at=at)], paper=paper))


def standings_parts(
    standings: Sequence[StandingsPaper], *, paper: str
) -> tuple[Part, ...]:
    """A part for each of the standings asked for."""
    return tuple(_part(each, paper) for each in standings)


def _part(standings: StandingsPaper, paper: str) -> Part:
    if not standings.rows:
        raise NothingToPrint("Nobody has a place yet: no round is over.")
    context = {
        "heading": standings.heading,
        "standings": standings,
        "is_wide": len(standings.columns) > COLUMNS_UPRIGHT,
        "lines": [_line(row, len(standings.columns)) for row in standings.rows],
        "sums": [chips_text(each) for each in standings.column_sums],
        "total": chips_text(standings.total),
    }
    return part_of("standings.html", context, style=STYLE, paper=paper)


def _line(row: StandingPaper, columns: int) -> Line:
    place = f"{row.place}=" if row.tied else f"{row.place}"
    marks = row.marks or ("",) * columns
    chips = tuple(
        (f"({chips_text(each)})" if at in row.apart else chips_text(each)) + mark
        for at, (each, mark) in enumerate(zip(row.rounds, marks, strict=True))
    )
    return Line(place, row, chips, chips_text(row.total))
