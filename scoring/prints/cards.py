"""Start-number cards: eight a page, to be cut along the hairlines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.prints.cutting import Grid, batches
from scoring.prints.document import NothingToPrint, Part, part_of
from scoring.prints.fitting import size_for
from scoring.prints.page_sizes import page_size
from scoring.selectors.papers.shapes import CardsPaper, PersonPaper, PlacePaper

STYLE = "print_cards.css"
ACROSS, DOWN = 2, 4
ROUNDS_A_ROW = 6
PAGES_AT_ONCE = 5
NAME_SIZES = (("", 18, 2), ("tight", 23, 2))  # beside the number


@dataclass(frozen=True, slots=True)
class Box:
    """A round on a card: where to sit, and room for one's own score."""

    round_number: int
    place: PlacePaper | None


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on one card, and which of the page's fields it fills."""

    person: PersonPaper
    column: int
    row: int
    boxes: tuple[Box, ...]

    @property
    def size(self) -> str:
        """Long names are set smaller, so that the lodge stands below them."""
        return size_for(self.person.name, NAME_SIZES, "tighter")


def card_parts(cards: Sequence[CardsPaper], *, paper: str) -> tuple[Part, ...]:
    """The cards of each tournament asked for, some pages at a time."""
    return tuple(part for each in cards for part in _card_parts(each, paper))


def _card_parts(cards: CardsPaper, paper: str) -> Iterator[Part]:
    if not cards.people:
        raise NothingToPrint("Nobody is entered yet, so there are no cards.")
    grid = Grid(page_size(paper), ACROSS, DOWN)
    shared = {
        "heading": cards.heading,
        "is_crowded": len(cards.rounds) > ROUNDS_A_ROW,
        **grid.measures,
    }
    pages = [
        [_card(person, *grid.field(at), cards.rounds) for at, person in enumerate(page)]
        for page in batches(cards.people, grid.cards)
    ]
    for batch in batches(pages, PAGES_AT_ONCE):
        yield part_of(
            "cards.html",
            {"pages": batch, **shared},
            style=STYLE,
            paper=paper,
            counts=len(batch),
        )


def _card(person: PersonPaper, column: int, row: int, rounds: Sequence[int]) -> Card:
    places = {place.round_number: place for place in person.places}
    boxes = tuple(Box(each, places.get(each)) for each in rounds)
    return Card(person, column, row, boxes)
