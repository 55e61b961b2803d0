"""The arithmetic of a score sheet: chips, held and borrowed, balance (§1, §30).

Terms. *Held* is what lies before a player when a round ends, *borrowed* what he owes
the bank, *ruled* what a judge added or took off. Score = held - borrowed + ruled; it
may be below 0. All amounts are whole chips of worth 1; a table has 3 to 5 seats, which
are numbered from 1 in order of play.

What is allowed. A sheet is kept as it was written, right or wrong, so nothing here
refuses a number. Where chips are counted (start chips above 0), held and borrowed
are 0 or more; forms and the database see to that. Where only results are known (an
import, or points that start at 0), the score stands in `held`, which may then be
negative, and all may have to total 0. What may explain a sheet that does not
balance is in `rules.discrepancies`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.messages import Sentences

NUMBERS = Sentences(__name__, {"3": "three", "4": "four", "5": "five"})
TABLE_SIZES = {int(size): word for size, word in NUMBERS.items()}
COLOURS = Sentences(__name__, {"blue": "blue", "red": "red", "white": "white"})


@dataclass(frozen=True, slots=True)
class Chip:
    """One colour of chip: its worth, and how many of it each player starts with."""

    colour: str
    worth: int
    each: int

    @property
    def name(self) -> str:
        """The colour as a word; that of a club as it wrote it."""
        return COLOURS.get(self.colour) or self.colour


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The colours a club plays with, dearest first.

    Raises ValueError for an empty set, a colour named twice, a worth below 1 or a
    negative number of chips.
    """

    chips: tuple[Chip, ...]

    def __post_init__(self) -> None:
        if not self.chips:
            raise ValueError("a chip set needs at least one colour")
        if len({chip.colour for chip in self.chips}) != len(self.chips):
            raise ValueError("a chip set names each colour once")
        if any(chip.worth < 1 or chip.each < 0 for chip in self.chips):
            raise ValueError(
                "a chip is worth 1 or more; nobody starts with less than 0"
            )

    @property
    def worths(self) -> dict[str, int]:
        """Colour to worth, in the order of the set."""
        return {chip.colour: chip.worth for chip in self.chips}

    @property
    def start_chips(self) -> int:
        """What one player starts with, 100 in the usual set."""
        return sum(chip.worth * chip.each for chip in self.chips)

    def worth(self, counts: Mapping[str, int]) -> int:
        """What a player's chips, counted by colour, are worth together.

        A colour left out counts as none. Raises ValueError for a colour the set does
        not have and for a negative count.
        """
        worths = self.worths
        for colour, count in counts.items():
            if colour not in worths:
                raise ValueError(f"no {colour} chips in this set")
            if count < 0:
                raise ValueError(f"{count} {colour} chips: a count is 0 or more")
        return sum(worths[colour] * count for colour, count in counts.items())


@dataclass(frozen=True, slots=True)
class SeatCount:
    """What the sheet says of one seat, in chips."""

    held: int
    borrowed: int = 0
    ruled: int = 0

    @property
    def score(self) -> int:
        """Held - borrowed + ruled; below 0 for a player who owes more than he has."""
        return self.held - self.borrowed + self.ruled


def as_written(held: int, borrowed: int = 0) -> SeatCount:
    """What one who counts chips wrote under held and borrowed.

    Nobody holds less than 0 chips, so a number below 0 is a score, with the loan taken
    off as §30 has it written: −12 is 0 held and 12 borrowed, and −12 beside 50 borrowed
    is 38 held. Raises ValueError where he would have borrowed less than he owes.
    """
    if held >= 0:
        return SeatCount(held, borrowed)
    owed = borrowed or -held
    if owed < -held:
        raise ValueError(f"a score of {held} with {borrowed} borrowed")
    return SeatCount(owed + held, owed)


def must_total(start_chips: int, seats: int) -> int:
    """What the scores total when each player started with `start_chips` (§1)."""
    return seats * start_chips


@dataclass(frozen=True, slots=True)
class Tally:
    """The seats of one sheet, seat 1 first, and what their scores must total.

    Raises ValueError unless there are 3 to 5 seats.
    """

    seats: tuple[SeatCount, ...]
    must_total: int

    def __post_init__(self) -> None:
        if len(self.seats) not in TABLE_SIZES:
            raise ValueError(f"a sheet has 3 to 5 seats, not {len(self.seats)}")

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(seat.score for seat in self.seats)

    @property
    def total(self) -> int:
        return sum(self.scores)

    @property
    def borrowed(self) -> int:
        """All loans together: so many chips more lie on the table (§1)."""
        return sum(seat.borrowed for seat in self.seats)

    @property
    def difference(self) -> int:
        """Total - must_total: above 0 when there is too much on the sheet."""
        return self.total - self.must_total

    @property
    def balances(self) -> bool:
        return self.difference == 0
