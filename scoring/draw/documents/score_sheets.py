"""Score sheets: one page a table, laid over the layout that the round shares."""

from collections.abc import Sequence
from typing import Any

from scoring.draw.documents.seats import CHIP_COLOURS, TableSheet, table_sheets
from scoring.draw.documents.sheet_layout import (
    CODE,
    MARGIN,
    SheetLayout,
    grid_of,
    layout_for,
)
from scoring.games.payoff_card import Heading
from scoring.models import Round, Seat, Tournament
from scoring.paper.card_grid import batches
from scoring.paper.document import Code, Document, NothingToPrint, Part, part_of
from scoring.paper.page_sizes import page_size
from scoring.paper.text_fit import size_for

STYLE = "print_sheets.css"
PAGES_AT_ONCE = 20
HANDS = 20  # the lines of a sheet where a tournament plays by the clock

# What a player's column holds.
NAME_SIZES = (
    ("", 11, 2),
    ("tight", 12, 3),
    ("tighter", 14, 3),
    ("tightest", 17, 4),
)


def sheet_document(
    rnd: Round, *, address: str, paper: str, table: int | None = None
) -> Document:
    """A round's score sheets, or one table's again; `address` as for `table_sheets`."""
    sheets = table_sheets(rnd, address=address, table=table)
    return Document(sheet_parts(rnd.tournament, rnd.number, sheets, paper=paper))


def sheet_parts(
    tournament: Tournament, number: int, sheets: Sequence[TableSheet], *, paper: str
) -> tuple[Part, ...]:
    """The tables' own pages of a round, some at a time, all over the same layout."""
    if not sheets:
        raise NothingToPrint("There is no table to print a score sheet for.")
    layout = layout_for(page_size(paper), tournament.hands_per_round or HANDS)
    shared = {
        "heading": Heading.of(tournament),
        "tournament": tournament,
        "round_number": number,
        "form": layout,
    }
    under = _form_part(layout, shared, paper)
    return tuple(
        _pages_part(batch, shared, under, paper)
        for batch in batches(sheets, PAGES_AT_ONCE)
    )


def _form_part(layout: SheetLayout, shared: dict[str, Any], paper: str) -> Part:
    context = {
        **shared,
        "positions": (1, 2, 3, 4),
        "labels": "\n".join([*CHIP_COLOURS, "held", "− borrowed", "= score"]),
        "event_size": "long" if len(shared["heading"].tournament) > 30 else "",
        "grid": grid_of(layout),
    }
    return part_of("sheet_form.html", context, style=STYLE, paper=paper)


def _pages_part(
    batch: Sequence[TableSheet], shared: dict[str, Any], under: Part, paper: str
) -> Part:
    pages = [(sheet, [_named(seat) for seat in sheet.seats]) for sheet in batch]
    return part_of(
        "sheets.html",
        {**shared, "pages": pages},
        style=STYLE,
        paper=paper,
        counts=len(batch),
        codes=tuple(_codes(sheet, paper) for sheet in batch),
        form=under,
    )


def _named(seat: Seat) -> tuple[Seat, str, str]:
    """A seat, the name on it and the size that is set in; a free one waits for a pencil."""
    name = seat.entry.name if seat.entry else ""
    if seat.plays_for:
        name += f" for {seat.plays_for}"
    return seat, name, size_for(name, NAME_SIZES, "tiny")


def _codes(sheet: TableSheet, paper: str) -> tuple[Code, ...]:
    """Its code; a blank sheet of a round that is not drawn has none."""
    if not sheet.url:
        return ()
    size = page_size(paper)
    x = size.width - MARGIN - CODE.right - CODE.size
    return (Code(sheet.url, x, size.height - MARGIN - CODE.top, CODE.size),)
