"""Score sheets: one page a table, laid over the form that the round shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from scoring.prints.cutting import batches
from scoring.prints.document import Code, NothingToPrint, Part, part_of
from scoring.prints.fitting import size_for
from scoring.prints.form import CODE, MARGIN, Form, form_for, grid_of
from scoring.prints.page_sizes import page_size
from scoring.selectors.papers.shapes import SeatPaper, SheetPaper

STYLE = "print_sheets.css"
PAGES_AT_ONCE = 20

# What a player's column holds.
NAME_SIZES = (
    ("", 11, 2),
    ("tight", 12, 3),
    ("tighter", 14, 3),
    ("tightest", 17, 4),
)


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A seat and the size its name is set in."""

    position: int
    number: str
    name: str
    size: str

    @classmethod
    def of(cls, seat: SeatPaper) -> Self:
        name = f"{seat.name} {seat.remark}".strip()
        size = size_for(name, NAME_SIZES, "tiny")
        return cls(seat.position, seat.number, name, size)


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A sheet with what only its own page needs."""

    table: int
    code: str
    seats: tuple[NamedSeat, ...]

    @classmethod
    def of(cls, sheet: SheetPaper) -> Self:
        return cls(sheet.table, sheet.code, tuple(map(NamedSeat.of, sheet.seats)))


def sheet_parts(sheets: Sequence[SheetPaper], *, paper: str) -> tuple[Part, ...]:
    """The tables' own pages, some at a time, all over the same form."""
    if not sheets:
        raise NothingToPrint("There is no table to print a score sheet for.")
    form = form_for(page_size(paper), max(sheet.hands for sheet in sheets))
    under = _form_part(sheets[0], form, paper)
    some = batches(sheets, PAGES_AT_ONCE)
    return tuple(_pages_part(batch, form, under, paper) for batch in some)


def _form_part(sheet: SheetPaper, form: Form, paper: str) -> Part:
    colours = [f"{each.name} × {each.worth}" for each in sheet.colours]
    context = {
        "heading": sheet.heading,
        "sheet": sheet,
        "positions": (1, 2, 3, 4),
        "labels": "\n".join([*colours, "held", "− borrowed", "= score"]),
        "event_size": "long" if len(sheet.heading.tournament) > 30 else "",
        "form": form,
        "grid": grid_of(form),
    }
    return part_of("sheet_form.html", context, style=STYLE, paper=paper)


def _pages_part(
    batch: Sequence[SheetPaper], form: Form, under: Part, paper: str
) -> Part:
    context = {
        "heading": batch[0].heading,
        "sheet": batch[0],
        "sheets": [SheetPage.of(sheet) for sheet in batch],
        "form": form,
    }
    return part_of(
        "sheets.html",
        context,
        style=STYLE,
        paper=paper,
        counts=len(batch),
        codes=tuple(_codes(sheet, paper) for sheet in batch),
        form=under,
    )


def _codes(sheet: SheetPaper, paper: str) -> tuple[Code, ...]:
    """Its code; a blank sheet of a round that is not drawn has none."""
    if not sheet.url:
        return ()
    size = page_size(paper)
    x = size.width - MARGIN - CODE.right - CODE.size
    return (Code(sheet.url, x, size.height - MARGIN - CODE.top, CODE.size),)
