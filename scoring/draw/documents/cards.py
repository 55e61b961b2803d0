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
from scoring.printing.text_fit import size_for

STYLE = "print_cards.css"
ROUNDS_A_ROW = 6
PAGES_AT_ONCE = 5
CODE_SIZE, CODE_RIGHT, CODE_TOP = 22.0, 4.0, 14.4  # mm on the card
BESIDE_CODE = (("", 10, 2), ("tight", 13, 2))
NAME_SIZES = (("", 18, 2), ("tight", 23, 2))  # next to the number


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
    link: str = ""  # the address of the player's own page, as a code

    @property
    def size(self) -> str:
        """The CSS class of the name's size: long names leave space for the lodge."""
        sizes = BESIDE_CODE if self.link else NAME_SIZES
        return size_for(self.entry.name, sizes, "tighter")


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
        _card(person, *grid.field(index), rounds, links)
        for index, person in enumerate(people)
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
    column: int,
    row: int,
    rounds: Sequence[int],
    links: Mapping[int, str],
) -> Card:
    entry, places = placed_entry
    boxes = tuple((number, places.get(number)) for number in rounds)
    link = links.get(entry.player_id or 0, "")
    return Card(entry, column, row, boxes, link)
