"""What can be printed and on which paper; light enough for every web worker."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

# The papers of scoring.selectors.papers; which of them, each kind says.
Papers = Sequence[Any]


class Kind(StrEnum):
    """What can be printed; beside it the papers that it takes."""

    SHEETS = "sheets"  # SheetPaper: one page a table
    NAMES = "names"  # SeatListPaper: by name, for the wall
    TABLES = "tables"  # TableListPaper: by table, for the wall
    CARDS = "cards"  # CardsPaper: start-number cards
    TABLE_CARDS = "table-cards"  # TableCardPaper: the way to a table's page
    GUIDE = "guide"  # GuidePaper: one page for whoever keeps the score
    STANDINGS = "standings"  # StandingsPaper
    PAYOFFS = "payoffs"  # PayoffCard: one page
    PACK = "pack"  # PackPaper: to carry on by hand
    PRIZES = "prizes"  # PrizesPaper: who gets how much, with a line to sign
    PODIUM = "podium"  # PodiumPaper: the top places, verified
    REPORT = "report"  # ReportPaper: for the newsletter


class UnknownPaper(ValueError):
    """No such paper size."""


class NothingToPrint(ValueError):
    """A print without a page."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """A paper size in millimetres."""

    name: str
    width: float
    height: float


PAGE_SIZES = {
    "letter": PageSize("Letter", 215.9, 279.4),
    "a4": PageSize("A4", 210, 297),
}


def page_size(paper: str) -> PageSize:
    """The size called `paper`; raises UnknownPaper."""
    try:
        return PAGE_SIZES[paper]
    except KeyError:
        known = " or ".join(PAGE_SIZES)
        raise UnknownPaper(f"“{paper}” is no paper size here: {known}.") from None
