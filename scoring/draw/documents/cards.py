"""Start-number cards: eight, four or two per page, to be cut along the hairlines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from clubs.i18n import message
from scoring.draw.documents.seats import (
    Placed,
    RoundPlace,
    carded_in,
    counting_rounds,
    placed,
)
from scoring.games.payoff_card import Heading
from scoring.models import Entry, Tournament
from scoring.printing.card_grid import Grid, batches
from scoring.printing.document import Code, Document, NothingToPrint, Part, part_of
from scoring.printing.page_sizes import PageSize, page_size
from scoring.printing.text_fit import BOLD, POINT, line_count, sizes_in

STYLE = "print_cards.css"
ROUNDS_A_ROW = 6
PAGES_AT_ONCE = 5
CODE_SIZE, CODE_RIGHT, CODE_TOP = 22.0, 4.0, 14.4  # mm on the card
# A name next to the number: point sizes by class, its left edge, the space to the right
# of it, and its height with and without a lodge below. All are those of print_cards.css.
NAME_SIZES = (("", 18), ("tight", 14), ("tighter", 12), ("small", 10))
NAME_LEFT, NAME_RIGHT, RIGHT_OF_CODE = 39.0, 3.0, 28.0
NAME_HEIGHT, HEIGHT_WITH_LODGE, NAME_LINE = 18.5, 13.7, 1.05
BROKEN = "broken"  # no size holds all words of a name


class CardSize(TextChoices):
    """The size of the cards, as the number of cards per page."""

    EIGHT = "eight", _("8 on a page")
    FOUR = "four", _("4 on a page (A6 or quarter Letter)")
    TWO = "two", _("2 on a page (A5 or half Letter)")


@dataclass(frozen=True, slots=True)
class CardGrid(Grid):
    """A page of cards; everything is `scale` times as large as with eight per page."""

    scale: float = 1.0

    @classmethod
    def of(cls, paper: str, card_size: str) -> "CardGrid":
        """Return the page for a card size; four cards are on a landscape page."""
        size = page_size(paper)
        if card_size == CardSize.TWO:
            return cls(size, 1, 2, 2.0)
        if card_size == CardSize.FOUR:
            return cls(PageSize(size.name, size.height, size.width), 2, 2, 1.3)
        return cls(size, 2, 4)


@dataclass(frozen=True, slots=True)
class Card:
    """The content of one card, and its position on the page.

    `boxes` has each round, with the player's seat in it if it's known.
    """

    entry: Entry
    column: int
    row: int
    boxes: tuple[tuple[int, RoundPlace | None], ...]
    size: str  # the CSS class of the name
    link: str = ""  # the address of the player's own page, as a code


def cards_document(
    tournament: Tournament,
    *,
    paper: str,
    links: Mapping[int, str] | None = None,
    card_size: str = CardSize.EIGHT,
) -> Document:
    """Return a card for everyone with a start number, with a box for each round.

    `links` has the address of each player's own page, by the player's key.
    """
    published = counting_rounds(tournament)
    last = max([tournament.rounds_planned, *(rnd.number for rnd in published)])
    people = list(placed(carded_in(tournament), published))
    rounds = range(1, last + 1)
    heading = Heading.of(tournament)
    grid = CardGrid.of(paper, card_size)
    return Document(card_parts(heading, rounds, people, grid=grid, links=links))


def card_parts(
    heading: Heading,
    rounds: Sequence[int],
    people: Sequence[Placed],
    *,
    grid: CardGrid,
    links: Mapping[int, str] | None = None,
) -> tuple[Part, ...]:
    """Return the cards, a few pages per part."""
    if not people:
        raise NothingToPrint(
            message("No one is entered yet, so there are no cards to print.")
        )
    shared = {
        "heading": heading,
        "is_crowded": len(rounds) > ROUNDS_A_ROW,
        "page": grid.size,
        "scale": grid.scale,
        **grid.measures,
    }
    pages = [
        _page(page, grid, rounds, links or {}) for page in _stacked(people, grid.cards)
    ]
    return tuple(
        part_of(
            "cards.html",
            {"pages": batch, **shared},
            style=STYLE,
            paper=grid.size.name.lower(),
            counts=len(batch),
            codes=tuple(_codes(page, grid) for page in batch),
        )
        for batch in batches(pages, PAGES_AT_ONCE)
    )


def _stacked(people: Sequence[Placed], cards: int) -> Iterator[Sequence[Placed]]:
    """Yield pages whose numbers run down the stack, so that cut piles are in order."""
    pages = -(-len(people) // cards)
    for page in range(pages):
        yield people[page::pages]


def _page(
    people: Sequence[Placed],
    grid: CardGrid,
    rounds: Sequence[int],
    links: Mapping[int, str],
) -> list[Card]:
    return [
        _card(person, index, grid, rounds, links) for index, person in enumerate(people)
    ]


def _codes(page: Sequence[Card], grid: CardGrid) -> tuple[Code, ...]:
    """Return the codes of the cards of a page."""
    codes = []
    for index, card in enumerate(page):
        if card.link:
            x, top = grid.corner(index)
            size = CODE_SIZE * grid.scale
            left = x + grid.width - CODE_RIGHT * grid.scale - size
            codes.append(Code(card.link, left, top - CODE_TOP * grid.scale, size))
    return tuple(codes)


def _card(
    placed_entry: Placed,
    index: int,
    grid: CardGrid,
    rounds: Sequence[int],
    links: Mapping[int, str],
) -> Card:
    entry, places = placed_entry
    boxes = tuple((number, places.get(number)) for number in rounds)
    link = links.get(entry.player_id or 0, "")
    size = name_size(
        entry.name,
        grid.width / grid.scale,
        has_code=bool(link),
        has_lodge=bool(entry.lodge),
    )
    return Card(entry, *grid.field(index), boxes, size, link)


def name_size(name: str, width: float, *, has_code: bool, has_lodge: bool) -> str:
    """Return the CSS class of a name: the largest that leaves space for the lodge.

    `width` is that of the card in mm, at the scale of eight per page.
    """
    wide = width - NAME_LEFT - (RIGHT_OF_CODE if has_code else NAME_RIGHT)
    tall = HEIGHT_WITH_LODGE if has_lodge else NAME_HEIGHT
    room = wide, tall
    size = sizes_in([name], NAME_SIZES, room, BROKEN, BOLD)[0]
    return _broken_size(name, room) if size == BROKEN else size


def _broken_size(name: str, room: tuple[float, float]) -> str:
    """Return the CSS class of a name of which a word is broken."""
    for size, points in NAME_SIZES:
        high = points * POINT
        if line_count(name, room[0] / high, BOLD) * high * NAME_LINE <= room[1]:
            return size
    return "smallest"
