"""Table cards: the way to a table's page on a phone, four cards a page."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from scoring.prints.cutting import Grid, batches
from scoring.prints.document import Code, NothingToPrint, Part, part_of
from scoring.prints.page_sizes import page_size
from scoring.prints.wifi import wifi_text
from scoring.selectors.papers.payoffs import Heading
from scoring.selectors.papers.shapes import TableCardPaper

STYLE = "print_table_cards.css"
ACROSS, DOWN = 2, 2
PAGES_AT_ONCE = 10

# Millimetres from a card's left and upper edge; print_table_cards.css leaves the room.
# The sheet's code at least 30 wide, each with four modules of white around.
SHEET_CODE, SHEET_CODE_FIRST = (5.0, 79.5, 36.0), (6.0, 47.0, 46.0)
WIFI_CODE = (5.0, 44.0, 27.0)
# What the two names above may take together, and how they are set in it: the letters of
# a line and its height, for the tournament and for the club (millimetres).
ABOUT_ROOM = 21.0
ABOUT_SIZES = (
    ("", (19, 5.5), (25, 4.5)),
    ("tight", (24, 4.5), (25, 4.5)),
    ("tighter", (24, 4.5), (30, 3.75)),
)


def table_card_parts(
    cards: Sequence[TableCardPaper], *, paper: str
) -> tuple[Part, ...]:
    """The cards, some pages at a time."""
    if not cards:
        raise NothingToPrint("There is no table to print a card for.")
    grid = Grid(page_size(paper), ACROSS, DOWN)
    pages = list(batches(cards, grid.cards))
    return tuple(_part(batch, grid, paper) for batch in batches(pages, PAGES_AT_ONCE))


def about_size(heading: Heading) -> str:
    """The first size at which tournament and club stand above the line, whole."""
    for size, (letters, high), (club_letters, club_high) in ABOUT_SIZES:
        event = len(wrap(heading.tournament, letters)) * high
        if event + len(wrap(heading.club, club_letters)) * club_high <= ABOUT_ROOM:
            return size
    return "tightest"


def _part(pages: Sequence[Sequence[TableCardPaper]], grid: Grid, paper: str) -> Part:
    context = {
        "heading": pages[0][0].heading,
        "about": about_size(pages[0][0].heading),
        "pages": [
            [(*grid.field(at), card) for at, card in enumerate(page)] for page in pages
        ],
        **grid.measures,
    }
    return part_of(
        "table_cards.html",
        context,
        style=STYLE,
        paper=paper,
        counts=len(pages),
        codes=tuple(tuple(_codes(page, grid)) for page in pages),
    )


def _codes(page: Sequence[TableCardPaper], grid: Grid) -> Iterator[Code]:
    """The codes of the cards of a page."""
    for at, card in enumerate(page):
        x, top = grid.corner(at)
        left, down, size = SHEET_CODE if card.wifi else SHEET_CODE_FIRST
        yield Code(card.url, x + left, top - down, size)
        if card.wifi:
            left, down, size = WIFI_CODE
            yield Code(
                wifi_text(card.wifi.name, card.wifi.password),
                x + left,
                top - down,
                size,
            )
