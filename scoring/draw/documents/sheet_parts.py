"""What stands on a score sheet: its code, the counting block, halves and columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

PENCIL_ROW = 8.0  # the least a pencil needs
TOTAL_ROW = 10.0
HEAD_LETTER = 1.75  # over a column, before its head is set smaller
LINE_LETTER = 2.4  # in a line of a column, before it is set smaller


@dataclass(frozen=True, slots=True)
class Corner:
    """A square, in millimetres from the upper and the right line of the frame."""

    top: float
    right: float
    size: float


# At least 22 mm for a telephone held over a table, with four modules of white around.
CODE = Corner(top=4.2, right=8.5, size=25.0)


@dataclass(frozen=True, slots=True)
class Counting:
    """The rows of the counting block: the colours of chips, then held, borrowed, score.

    Where no chips lie on the table only the score is left, and no loans stand beside it.
    What lies `aside`, as in pools, has a row of its own above the score.
    """

    colours: tuple[str, ...] = ("blue", "red", "white")
    with_chips: bool = True
    aside: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        aside = (self.aside,) if self.aside else ()
        if not self.with_chips:
            return (*aside, pgettext("on the sheet", "score"))
        held = pgettext("on the sheet", "held")
        borrowed = pgettext("on the sheet", "− borrowed")
        score = pgettext("on the sheet", "= score")
        return (*self.colours, held, borrowed, *aside, score)

    @property
    def text(self) -> str:
        """A line for each row."""
        return "\n".join(self.labels)

    @property
    def rows(self) -> int:
        return len(self.labels)

    @property
    def least(self) -> float:
        """The least height of a row; the total beside a single one has two lines."""
        return PENCIL_ROW if self.with_chips else TOTAL_ROW


@dataclass(frozen=True, slots=True)
class Half:
    """A block of hand lines: where it begins and which hands it holds."""

    name: str
    x: float
    y: float
    numbers: Sequence[int]

    def rings(self, seats: int) -> str:
        """A line a hand: its number and the seats to ring."""
        ring = " ".join(map(str, range(1, seats + 1)))
        return "\n".join(f"{number}  {ring}" for number in self.numbers)


@dataclass(frozen=True, slots=True)
class Placed:
    """A column of a half: where it stands and what is printed in its lines."""

    half: Half
    head: str
    x: float
    width: float
    text: str

    @property
    def letters(self) -> int:
        """How many of a head the column is wide."""
        return int(self.width / HEAD_LETTER)

    @property
    def is_long(self) -> bool:
        """Whether a line needs more than the column has at its usual size."""
        signs = (len(line.replace(" ", "")) for line in self.text.split("\n"))
        return max(signs) * LINE_LETTER > self.width
