"""What hangs on the wall: who sits where, by name and by table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubs.selectors.people import alphabet
from clubs.wording import family_first
from scoring.prints.document import NothingToPrint, Part, part_of
from scoring.selectors.papers.shapes import (
    PersonPaper,
    PlacePaper,
    SeatListPaper,
    TableListPaper,
)

STYLE = "print_lists.css"

# As many rounds as stand beside a name in 24 pt, upright and lying.
ROUNDS_UPRIGHT = 2
ROUNDS_ACROSS = 5


@dataclass(frozen=True, slots=True)
class NameRow:
    """A line of the list by name: the family name first, as one looks for it."""

    family: str
    given: str
    number: str
    places: tuple[PlacePaper | None, ...]


def name_parts(lists: Sequence[SeatListPaper], *, paper: str) -> tuple[Part, ...]:
    """The seat list by name; many rounds are split over several lists."""
    return tuple(part for seats in lists for part in _name_parts(seats, paper))


def _name_parts(seats: SeatListPaper, paper: str) -> Iterator[Part]:
    if not seats.people or not seats.rounds:
        raise NothingToPrint("Nobody has a seat yet; publish a round first.")
    people = sorted(seats.people, key=_alphabet)
    for rounds in _batches(seats.rounds):
        context = {
            "heading": seats.heading,
            "rounds": rounds,
            "is_wide": len(rounds) > ROUNDS_UPRIGHT,
            "rows": [_row(person, rounds) for person in people],
            "remarks": seats.remarks,
        }
        yield part_of("seats_by_name.html", context, style=STYLE, paper=paper)


def _batches(rounds: Sequence[int]) -> Iterator[Sequence[int]]:
    """The rounds in blocks of nearly one size, none wider than the paper."""
    blocks = -(-len(rounds) // ROUNDS_ACROSS)
    size = -(-len(rounds) // blocks)
    for at in range(0, len(rounds), size):
        yield rounds[at : at + size]


def _alphabet(person: PersonPaper) -> tuple[str, ...]:
    return *alphabet(person.name), person.number.zfill(5)


def _row(person: PersonPaper, rounds: Sequence[int]) -> NameRow:
    places = {place.round_number: place for place in person.places}
    family, given = family_first(person.name)
    return NameRow(
        family, given, person.number, tuple(places.get(each) for each in rounds)
    )


def table_parts(lists: Sequence[TableListPaper], *, paper: str) -> tuple[Part, ...]:
    """The seat list by table, a part for each round."""
    for each in lists:
        if not each.tables:
            raise NothingToPrint(f"Round {each.round_number} has no tables yet.")
    return tuple(
        part_of(
            "seats_by_table.html",
            {"heading": each.heading, "seating": each},
            style=STYLE,
            paper=paper,
        )
        for each in lists
    )
