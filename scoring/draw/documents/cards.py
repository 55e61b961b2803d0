"""Start-number cards: eight a page, to be cut along the hairlines."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.wording import say
from scoring.draw.documents.seats import (
    Placed,
    RoundPlace,
    carded_in,
    counting_rounds,
    placed,
)
from scoring.games.payoff_card import Heading
from scoring.models import Entry, Tournament
from scoring.paper.card_grid import Grid, batches
from scoring.paper.document import Document, NothingToPrint, Part, part_of
from scoring.paper.page_sizes import page_size
from scoring.paper.text_fit import size_for

STYLE = "print_cards.css"
ACROSS, DOWN = 2, 4
ROUNDS_A_ROW = 6
PAGES_AT_ONCE = 5
NAME_SIZES = (("", 18, 2), ("tight", 23, 2))  # beside the number


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on one card, and which of the page's fields it fills.

    `boxes` has each round and where he sits in it, if that is known.
    """

    entry: Entry
    column: int
    row: int
    boxes: tuple[tuple[int, RoundPlace | None], ...]

    @property
    def size(self) -> str:
        """Long names are set smaller, so that the lodge stands below them."""
        return size_for(self.entry.name, NAME_SIZES, "tighter")


def cards_document(tournament: Tournament, *, paper: str) -> Document:
    """A card for everybody with a start number, with a box for each round."""
    published = counting_rounds(tournament)
    last = max([tournament.rounds_planned, *(rnd.number for rnd in published)])
    people = list(placed(carded_in(tournament), published))
    rounds = range(1, last + 1)
    return Document(card_parts(Heading.of(tournament), rounds, people, paper=paper))


def card_parts(
    heading: Heading, rounds: Sequence[int], people: Sequence[Placed], *, paper: str
) -> tuple[Part, ...]:
    """The cards, some pages at a time."""
    if not people:
        raise NothingToPrint(say("Nobody is entered yet, so there are no cards."))
    grid = Grid(page_size(paper), ACROSS, DOWN)
    shared = {
        "heading": heading,
        "is_crowded": len(rounds) > ROUNDS_A_ROW,
        **grid.measures,
    }
    pages = [
        [_card(person, *grid.field(at), rounds) for at, person in enumerate(page)]
        for page in batches(people, grid.cards)
    ]
    return tuple(
        part_of(
            "cards.html",
            {"pages": batch, **shared},
            style=STYLE,
            paper=paper,
            counts=len(batch),
        )
        for batch in batches(pages, PAGES_AT_ONCE)
    )


def _card(who: Placed, column: int, row: int, rounds: Sequence[int]) -> Card:
    entry, places = who
    return Card(
        entry, column, row, tuple((number, places.get(number)) for number in rounds)
    )
