"""Every kind of print by its name: from papers to one PDF.

100 score sheets take two and a half seconds of one processor; a second process
would save one of them and bring pools, forks and their ways of hanging.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.prints.binding import bytes_of, merged
from scoring.prints.cards import card_parts
from scoring.prints.ending import prize_parts, report_parts
from scoring.prints.guide import guide_parts
from scoring.prints.kinds import Kind, NothingToPrint, Papers
from scoring.prints.lists import name_parts, table_parts
from scoring.prints.pack import bind_pack, pack_parts
from scoring.prints.page import Part
from scoring.prints.payoffs import payoff_parts
from scoring.prints.podium import podium_parts
from scoring.prints.sheets import bind_sheets, sheet_parts
from scoring.prints.standings import standings_parts
from scoring.prints.table_cards import bind_table_cards, table_card_parts


class Progress(Protocol):
    """Told after each part how much is done, of how much."""

    def __call__(self, done: int, of: int) -> None: ...


def _bind(pdfs: Sequence[bytes], papers: Papers, *, paper: str) -> bytes:
    return pdfs[0] if len(pdfs) == 1 else bytes_of(merged(pdfs))


@dataclass(frozen=True, slots=True)
class Method:
    """How a kind is printed: what its parts are and how they are bound."""

    parts: Callable[..., tuple[Part, ...]]
    bind: Callable[..., bytes] = _bind


METHODS = {
    Kind.SHEETS: Method(sheet_parts, bind_sheets),
    Kind.NAMES: Method(name_parts),
    Kind.TABLES: Method(table_parts),
    Kind.CARDS: Method(card_parts),
    Kind.TABLE_CARDS: Method(table_card_parts, bind_table_cards),
    Kind.GUIDE: Method(guide_parts),
    Kind.STANDINGS: Method(standings_parts),
    Kind.PAYOFFS: Method(payoff_parts),
    Kind.PACK: Method(pack_parts, bind_pack),
    Kind.PODIUM: Method(podium_parts),
    Kind.PRIZES: Method(prize_parts),
    Kind.REPORT: Method(report_parts),
}


def _silent(done: int, of: int) -> None:
    """Nobody watches."""


def pdf_of(
    kind: Kind,
    papers: Papers,
    *,
    paper: str = "letter",
    on_progress: Progress = _silent,
) -> bytes:
    """The print as PDF, Letter or A4.

    Raises NothingToPrint without papers and UnknownPaper for another paper size.
    """
    if not papers:
        raise NothingToPrint("There is nothing to print.")
    method = METHODS[kind]
    parts = method.parts(papers, paper=paper)
    of, done = sum(part.counts for part in parts), 0
    on_progress(done, of)
    pdfs = []
    for part in parts:
        pdfs.append(part.pdf())
        done += part.counts
        on_progress(done, of)
    return method.bind(pdfs, papers, paper=paper)
