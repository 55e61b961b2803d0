"""Table cards: codes that lead to a table's page on a phone, four cards per page."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from clubs.i18n import message
from scoring.draw.documents.seats import page_of, phones_address, sheets_of
from scoring.games.payoff_card import Heading
from scoring.models import Round, Sheet, Tournament
from scoring.printing.card_grid import Grid, batches
from scoring.printing.document import Code, Document, NothingToPrint, Part, part_of
from scoring.printing.page_sizes import page_size
from scoring.printing.qr import wifi_text

STYLE = "print_table_cards.css"
ACROSS, DOWN = 2, 2
PAGES_AT_ONCE = 10
LONG_WIFI = 24  # letters of the name or password, before they get smaller
TableCard = tuple[Sheet, str]  # a table, and the address of its page

# Millimeters from a card's left and upper edge; print_table_cards.css leaves the space.
# The sheet's code is at least 30 wide, including four modules of white around it.
SHEET_CODE, SHEET_CODE_FIRST = (5.0, 79.5, 36.0), (6.0, 47.0, 46.0)
WIFI_CODE = (5.0, 44.0, 27.0)
# The space for both names at the top, and sizes that fit: letters per line and the
# line's height, for the tournament and for the club (millimeters).
ABOUT_ROOM = 21.0
ABOUT_SIZES = (
    ("", (19, 5.5), (25, 4.5)),
    ("tight", (24, 4.5), (25, 4.5)),
    ("tighter", (24, 4.5), (30, 3.75)),
)


def table_card_document(
    rnd: Round, *, address: str, paper: str, table: int | None = None
) -> Document:
    """Return a card for every table of a round, or for one.

    `address` is the site's address, if the club has set none.
    """
    base = phones_address(rnd, address)
    cards = [(sheet, page_of(sheet, base)) for sheet in sheets_of(rnd, table)]
    return Document(table_card_parts(rnd, cards, base=base, paper=paper))


def table_card_parts(
    rnd: Round, cards: Sequence[TableCard], *, base: str, paper: str
) -> tuple[Part, ...]:
    """Return the cards, a few pages per part; people type the code at `base`."""
    if not cards:
        raise NothingToPrint(message("There are no tables to print cards for."))
    tournament, heading = rnd.tournament, Heading.of(rnd.tournament)
    longest = max(len(tournament.wifi_name), len(tournament.wifi_password))
    shared = {
        "heading": heading,
        "about": about_size(heading),
        "round_number": rnd.number,
        "start": base.partition("://")[2],
        "tournament": tournament,
        "is_long": longest > LONG_WIFI,
    }
    grid = Grid(page_size(paper), ACROSS, DOWN)
    pages = list(batches(cards, grid.cards))
    return tuple(
        _part(batch, grid, shared, paper) for batch in batches(pages, PAGES_AT_ONCE)
    )


def about_size(heading: Heading) -> str:
    """Return the first size in which the tournament's and the club's name fit."""
    for size, (letters, high), (club_letters, club_high) in ABOUT_SIZES:
        event = len(wrap(heading.tournament, letters)) * high
        if event + len(wrap(heading.club, club_letters)) * club_high <= ABOUT_ROOM:
            return size
    return "tightest"


def _part(
    pages: Sequence[Sequence[TableCard]], grid: Grid, shared: dict[str, Any], paper: str
) -> Part:
    fields = []
    for page in pages:
        cards = enumerate(card for card, _ in page)
        fields.append([(*grid.field(index), card) for index, card in cards])
    wifi: Tournament = shared["tournament"]
    return part_of(
        "table_cards.html",
        {**shared, **grid.measures, "pages": fields},
        style=STYLE,
        paper=paper,
        counts=len(pages),
        codes=tuple(tuple(_codes(page, grid, wifi)) for page in pages),
    )


def _codes(
    page: Sequence[TableCard], grid: Grid, tournament: Tournament
) -> Iterator[Code]:
    """Yield the codes of the cards of a page."""
    name, password = tournament.wifi_name, tournament.wifi_password
    for index, (_, url) in enumerate(page):
        x, top = grid.corner(index)
        left, down, size = SHEET_CODE if name else SHEET_CODE_FIRST
        yield Code(url, x + left, top - down, size)
        if name:
            left, down, size = WIFI_CODE
            yield Code(wifi_text(name, password), x + left, top - down, size)
