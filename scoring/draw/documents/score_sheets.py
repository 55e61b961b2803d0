"""Score sheets: one page per table, printed over a form for its number of seats."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.utils.translation import pgettext_lazy

from clubs.i18n import in_language, message
from rules.sheet import must_total
from scoring.draw.documents.seats import TableSheet, free_seats, table_sheets
from scoring.draw.documents.sheet_layout import (
    CODE,
    MARGIN,
    Counting,
    SheetLayout,
    grid_of,
    layout_for,
)
from scoring.games import score_sheet_of
from scoring.games.game_adapter import game_of, sizes_of
from scoring.games.payoff_card import Heading
from scoring.games.table_sizes import hands_at, smallest_at
from scoring.models import Round, Seat, Tournament
from scoring.printing.card_grid import batches
from scoring.printing.document import Code, Document, NothingToPrint, Part, part_of
from scoring.printing.page_sizes import page_size
from scoring.printing.text_fit import sizes_in

STYLE = "print_sheets.css"
PAGES_AT_ONCE = 20
HANDS = 20  # lines of a sheet in a tournament that plays by the clock

# A name below its number (millimeters): the padding at its sides, and its height.
PADDING, NAME_HEIGHT = 3.0, 13.35
NAME_SIZES = (  # in points
    ("", 13),
    ("tight", 12),
    ("tighter", 10.5),
    ("tightest", 9),
    ("tiny", 7.4),
)
COLOURS = {  # colors of the games here; other colors keep their own name
    "blue": pgettext_lazy("on the sheet", "Blue"),
    "red": pgettext_lazy("on the sheet", "Red"),
    "white": pgettext_lazy("on the sheet", "White"),
}


def sheet_document(
    rnd: Round, *, address: str, paper: str, table: int | None = None
) -> Document:
    """Return a round's score sheets, or one table's again.

    `address` is the site's address for the codes, if the club has set none.
    """
    return Document(
        sheet_parts(
            rnd.tournament,
            rnd.number,
            table_sheets(rnd, address=address, table=table),
            paper=paper,
            smallest=smallest_at(rnd),
        )
    )


def blank_sheet_document(tournament: Tournament, *, paper: str) -> Document:
    """Return blank score sheets, without names and round: one per size of table."""
    tables = [TableSheet(0, free_seats(size)) for size in sizes_of(tournament)]
    return Document(sheet_parts(tournament, 0, tables, paper=paper))


def sheet_parts(
    tournament: Tournament,
    number: int,
    sheets: Sequence[TableSheet],
    *,
    paper: str,
    smallest: int = 0,
) -> tuple[Part, ...]:
    """Return the pages of a round's tables, a few per part, over a form by size.

    `smallest` is the number of seats at the round's smallest table, if that table may
    not be among these. Sheets of round 0 have a line for its number.
    """
    if not sheets:
        raise NothingToPrint(message("There are no tables to print score sheets for."))
    least = smallest or min(sheet.size for sheet in sheets)
    return tuple(_parts(tournament, number, sheets, least, paper))


def _parts(
    tournament: Tournament,
    number: int,
    sheets: Sequence[TableSheet],
    smallest: int,
    paper: str,
) -> Iterator[Part]:
    """Yield the parts in the order of the tables, with one form per table size."""
    shared = {
        "heading": Heading.of(tournament),
        "tournament": tournament,
        "round_number": number,
    }
    sizes = sorted({sheet.size for sheet in sheets})
    layouts = {size: _layout(tournament, size, smallest, paper) for size in sizes}
    forms = {
        size: _form_part(layout, shared, paper) for size, layout in layouts.items()
    }
    for size, alike in groupby(sheets, lambda sheet: sheet.size):
        for batch in batches(tuple(alike), PAGES_AT_ONCE):
            yield _pages_part(batch, layouts[size], shared, forms[size], paper)


def _layout(
    tournament: Tournament, size: int, smallest: int, paper: str
) -> SheetLayout:
    hands = hands_at(tournament, size, smallest) or HANDS
    sheet = score_sheet_of(tournament, size)
    block = replace(counting_of(tournament), aside=in_language(sheet.aside))
    return layout_for(page_size(paper), hands, size, sheet, block)


def counting_of(tournament: Tournament) -> Counting:
    """Return the rows to count after a round: chips by color, chips, or only scores."""
    chip_set = game_of(tournament).chip_set
    if chip_set is None:
        return Counting((), tournament.with_chips and tournament.start_chips > 0)
    return Counting(
        tuple(
            f"{COLOURS.get(chip.colour, chip.colour.capitalize())} × {chip.worth}"
            for chip in chip_set.chips
        )
    )


def _form_part(layout: SheetLayout, shared: dict[str, Any], paper: str) -> Part:
    context = {
        **shared,
        "form": layout,
        "must_total": must_total(shared["tournament"].start_chips, layout.seats),
        "event_size": "long" if len(shared["heading"].tournament) > 30 else "",
        "grid": grid_of(layout),
    }
    return part_of("sheet_form.html", context, style=STYLE, paper=paper)


def _pages_part(
    batch: Sequence[TableSheet],
    layout: SheetLayout,
    shared: dict[str, Any],
    form_part: Part,
    paper: str,
) -> Part:
    pages = [(sheet, _named(sheet.seats, layout.player)) for sheet in batch]
    return part_of(
        "sheets.html",
        {**shared, "form": layout, "pages": pages},
        style=STYLE,
        paper=paper,
        counts=len(batch),
        codes=tuple(_codes(sheet, paper) for sheet in batch),
        form=form_part,
    )


def _named(seats: Sequence[Seat], player: float) -> list[tuple[Seat, str, str]]:
    """Return each seat with its name and the CSS class of the name's size."""
    names = [_name(seat) for seat in seats]
    return [*zip(seats, names, name_sizes(names, player), strict=True)]


def _name(seat: Seat) -> str:
    """Return the name at a seat; "" for a free seat, to be filled in with a pencil."""
    name = seat.entry.name if seat.entry else ""
    if seat.plays_for:
        return message("{name} (for: {whom})", name=name, whom=seat.plays_for)
    return name


def name_sizes(names: Iterable[str], player: float) -> list[str]:
    """Return the class of the largest size at which each name fits into its column.

    `player` is the width of the column in millimeters. Words are never split and lines
    never cut off, unless even the smallest size is too large.
    """
    room = player - PADDING, NAME_HEIGHT
    return sizes_in(names, NAME_SIZES, room, "tiniest")


def _codes(sheet: TableSheet, paper: str) -> tuple[Code, ...]:
    """Return the sheet's code; none for a blank sheet."""
    if not sheet.url:
        return ()
    size = page_size(paper)
    x = size.width - MARGIN - CODE.right - CODE.size
    return (Code(sheet.url, x, size.height - MARGIN - CODE.top, CODE.size),)
