"""The break-glass pack: what to do, who sits where, running totals, score sheets."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.desk.documents.packs import Pack
from scoring.desk.documents.running import RunningLine
from scoring.draw.documents.sheets import sheet_parts
from scoring.games.payoff_card import Heading
from scoring.paper.card_grid import batches
from scoring.paper.document import Document, Part, part_of
from scoring.standings.documents.standings import standings_parts

STYLE = "print_pack.css"
LINES_A_PART = 100  # more in one go cost memory, and nobody waits for it
PLAN_ROWS = 20  # tables of the plan for a draw by hand, on a page
MOST_SAT = 14  # letters of the tables so far, before they are set smaller


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the running list, and the size its words are set in."""

    line: RunningLine
    size: str

    @classmethod
    def of(cls, line: RunningLine) -> "Line":
        is_long = len(line.name) > 30 or len(line.sat) > MOST_SAT
        return cls(line, "tight" if is_long else "")


def pack_document(pack: Pack, *, paper: str) -> Document:
    """One pack, its score sheets last."""
    return Document((*_pages(pack, paper), *_sheets(pack, paper)))


def _pages(pack: Pack, paper: str) -> Iterator[Part]:
    shared = {"heading": Heading.of(pack.tournament), "pack": pack}
    yield part_of("pack.html", shared, style=STYLE, paper=paper)
    for lines in batches([Line.of(each) for each in pack.lines], LINES_A_PART):
        context = {**shared, "lines": lines}
        yield part_of("pack_running.html", context, style=STYLE, paper=paper)
    for coming in pack.coming:
        if coming.is_drawn:
            context = {**shared, "coming": coming}
            yield part_of("pack_seats.html", context, style=STYLE, paper=paper)
        elif pack.tables:
            tables = list(batches(range(1, pack.tables + 1), PLAN_ROWS))
            context = {**shared, "coming": coming, "pages": tables}
            yield part_of("pack_plan.html", context, style=STYLE, paper=paper)
    if pack.standings.lines:
        yield from standings_parts([pack.standings], paper=paper)


def _sheets(pack: Pack, paper: str) -> Iterator[Part]:
    for coming in pack.coming:
        if coming.sheets:
            yield from sheet_parts(
                pack.tournament, coming.number, coming.sheets, paper=paper
            )
