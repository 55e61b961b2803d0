"""Start-number cards: eight a page, to be cut along the hairlines."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.prints.kinds import NothingToPrint, PageSize, page_size
from scoring.prints.page import Part, part_of
from scoring.selectors.paper import CardsPaper, PersonPaper, PlacePaper

STYLE = "print_cards.css"
ACROSS, DOWN = 2, 4
CARDS_A_PAGE = ACROSS * DOWN
MARGIN = 8.0  # left free all around: few printers reach the edge
ROUNDS_A_ROW = 6
PAGES_AT_ONCE = 5

Item = TypeVar("Item")


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
        """Long names are set smaller."""
        return "tight" if len(self.person.name) > 26 else ""


def card_parts(cards: Sequence[CardsPaper], *, paper: str) -> tuple[Part, ...]:
    """The cards of each tournament asked for, some pages at a time."""
    return tuple(part for each in cards for part in _card_parts(each, paper))


def _card_parts(cards: CardsPaper, paper: str) -> Iterator[Part]:
    if not cards.people:
        raise NothingToPrint("Nobody is entered yet, so there are no cards.")
    size = page_size(paper)
    shared = {
        "heading": cards.heading,
        "width": (size.width - 2 * MARGIN) / ACROSS,
        "height": (size.height - 2 * MARGIN) / DOWN,
        "margin": MARGIN,
        "is_crowded": len(cards.rounds) > ROUNDS_A_ROW,
        "grid": _cut_lines(size),
    }
    pages = [
        [_card(person, at, cards.rounds) for at, person in enumerate(eight)]
        for eight in _batches(cards.people, CARDS_A_PAGE)
    ]
    for batch in _batches(pages, PAGES_AT_ONCE):
        yield part_of(
            "cards.html",
            {"pages": batch, **shared},
            style=STYLE,
            paper=paper,
            counts=len(batch),
        )


def _batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for at in range(0, len(items), size):
        yield items[at : at + size]


def _card(person: PersonPaper, at: int, rounds: Sequence[int]) -> Card:
    places = {place.round_number: place for place in person.places}
    boxes = tuple(Box(each, places.get(each)) for each in rounds)
    return Card(person, at % ACROSS, at // ACROSS, boxes)


def _cut_lines(size: PageSize) -> str:
    """Dotted lines between the cards and ticks at their ends, as an address."""
    width, height = size.width, size.height
    xs = [MARGIN + (width - 2 * MARGIN) * at / ACROSS for at in range(ACROSS + 1)]
    ys = [MARGIN + (height - 2 * MARGIN) * at / DOWN for at in range(DOWN + 1)]
    dots = [f"M{x:.2f} {MARGIN}V{height - MARGIN:.2f}" for x in xs]
    dots += [f"M{MARGIN} {y:.2f}H{width - MARGIN:.2f}" for y in ys]
    ticks = [f"M{x:.2f} 3V7M{x:.2f} {height - 7:.2f}V{height - 3:.2f}" for x in xs]
    ticks += [f"M3 {y:.2f}H7M{width - 7:.2f} {y:.2f}H{width - 3:.2f}" for y in ys]
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" '
        f'height="{height}mm" viewBox="0 0 {width} {height}">'
        '<g fill="none" stroke="#000" stroke-width=".2">'
        f'<path stroke-dasharray=".3 1.2" d="{"".join(dots)}"/>'
        f'<path d="{"".join(ticks)}"/></g></svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
