"""The arithmetic of a score sheet: chips, held and borrowed, balance (§1, §30).

Terms. *Held* is the number of chips a player has when a round ends, *borrowed* what
they owe the bank, *ruled* what a judge added or took off. Score = held - borrowed +
ruled; it may be below 0. All amounts are whole chips of worth 1; a table has 3 to 5
seats, which are numbered from 1 in order of play.

Allowed values. A sheet is stored as it was written, right or wrong, so no function here
rejects a number. Where chips are counted (start chips above 0), held and borrowed are 0
or more; forms and the database ensure that. Where only results are known (an import, or
points that start at 0), the score is in `held`, which may then be negative, and all may
have to total 0. Possible explanations of a sheet that does not balance are in
`rules.discrepancies`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.messages import Sentences

NUMBERS = Sentences(__name__, {"3": "three", "4": "four", "5": "five"})
TABLE_SIZES = {int(size): word for size, word in NUMBERS.items()}
COLOURS = Sentences(__name__, {"blue": "blue", "red": "red", "white": "white"})


@dataclass(frozen=True, slots=True)
class Chip:
    """One color of chip: its worth, and the number each player starts with."""

    colour: str
    worth: int
    each: int

    @property
    def name(self) -> str:
        """The color as a word; a club's own color as the club wrote it."""
        return COLOURS.get(self.colour) or self.colour


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The colors a club plays with, most valuable first.

    Raises ValueError for an empty set, a color named twice, a worth below 1 or a
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
        """The worth by color, in the order of the set."""
        return {chip.colour: chip.worth for chip in self.chips}

    @property
    def start_chips(self) -> int:
        """The chips one player starts with, 100 in the usual set."""
        return sum(chip.worth * chip.each for chip in self.chips)

    def worth(self, counts: Mapping[str, int]) -> int:
        """Return the total worth of a player's chips, counted by color.

        A color left out counts as none. Raises ValueError for a color the set does not
        have and for a negative count.
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
    """The entries of one seat on the sheet, in chips."""

    held: int
    borrowed: int = 0
    ruled: int = 0

    @property
    def score(self) -> int:
        """Held - borrowed + ruled; below 0 for a player who owes more than held."""
        return self.held - self.borrowed + self.ruled


def as_written(held: int, borrowed: int = 0) -> SeatCount:
    """Return the count for what a person who counts chips wrote as held and borrowed.

    No one holds less than 0 chips, so a number below 0 is a score, with the loan
    subtracted according to §30: −12 is 0 held and 12 borrowed, and −12 next to 50
    borrowed is 38 held. Raises ValueError if the loan written is less than the player
    owes.
    """
    if held >= 0:
        return SeatCount(held, borrowed)
    owed = borrowed or -held
    if owed < -held:
        raise ValueError(f"a score of {held} with {borrowed} borrowed")
    return SeatCount(owed + held, owed)


def must_total(start_chips: int, seats: int) -> int:
    """Return the total of scores when each player started with `start_chips` (§1)."""
    return seats * start_chips


@dataclass(frozen=True, slots=True)
class Tally:
    """The seats of one sheet, seat 1 first, and the total their scores must have.

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
        """All loans together: this many more chips are on the table (§1)."""
        return sum(seat.borrowed for seat in self.seats)

    @property
    def difference(self) -> int:
        """Total - must_total: above 0 when there is too much on the sheet."""
        return self.total - self.must_total

    @property
    def balances(self) -> bool:
        return self.difference == 0
