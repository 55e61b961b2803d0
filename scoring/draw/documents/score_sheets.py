"""Score sheets: one page a table, laid over the layout that tables of its size share."""

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
HANDS = 20  # the lines of a sheet where a tournament plays by the clock

# A name under its number (millimetres): the padding beside it and the height for it.
PADDING, NAME_HEIGHT = 3.0, 13.35
NAME_SIZES = (  # in points
    ("", 13),
    ("tight", 12),
    ("tighter", 10.5),
    ("tightest", 9),
    ("tiny", 7.4),
)
COLOURS = {  # those of the games here; another's stands as it calls it
    "blue": pgettext_lazy("on the sheet", "Blue"),
    "red": pgettext_lazy("on the sheet", "Red"),
    "white": pgettext_lazy("on the sheet", "White"),
}


def sheet_document(
    rnd: Round, *, address: str, paper: str, table: int | None = None
) -> Document:
    """A round's score sheets, or one table's again; `address` as for `table_sheets`."""
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
    """A score sheet without names, table and round: one for each size of table."""
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
    """The tables' own pages of a round, some at a time, over the form of their size.

    `smallest` are the seats of the round's smallest table, where that may not be among
    these. Sheets of round 0 have a line for its number.
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
    """In the order of the tables; all of one size are laid over the same form."""
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
    """What is counted at the end of a round: chips by colour, chips, or only scores."""
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
    """Each seat, the name on it and the size that is set in."""
    names = [_name(seat) for seat in seats]
    return [*zip(seats, names, name_sizes(names, player), strict=True)]


def _name(seat: Seat) -> str:
    """Who sits there; a free seat waits for a pencil."""
    name = seat.entry.name if seat.entry else ""
    if seat.plays_for:
        return message("{name} (for: {whom})", name=name, whom=seat.plays_for)
    return name


def name_sizes(names: Iterable[str], player: float) -> list[str]:
    """Return the class of the largest size at which each name fits into its column.

    `player` is the width of the column in millimetres. No word is torn and no line cut,
    but where even the smallest size is too large.
    """
    room = player - PADDING, NAME_HEIGHT
    return sizes_in(names, NAME_SIZES, room, "tiniest")


def _codes(sheet: TableSheet, paper: str) -> tuple[Code, ...]:
    """Its code; a blank sheet of a round that is not drawn has none."""
    if not sheet.url:
        return ()
    size = page_size(paper)
    x = size.width - MARGIN - CODE.right - CODE.size
    return (Code(sheet.url, x, size.height - MARGIN - CODE.top, CODE.size),)
