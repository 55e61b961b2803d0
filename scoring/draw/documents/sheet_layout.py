"""Where everything stands on a score sheet, in millimetres from the frame's corner."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from django.utils.translation import pgettext

from clubs.wording import in_language
from scoring.draw.documents.sheet_parts import (
    Counting,
    Half,
    Placed,
)
from scoring.games.score_sheet import Column, ScoreSheet

MARGIN = 8.0
HEAD = 19.5
NAMES = 20.0
SUBHEAD = 6.0
TOP = HEAD + NAMES + SUBHEAD
SIGNATURES = 9.6
HALF_HEAD = 7.0  # over each half of a grid in two halves
WIDE_RULE, LONG_RULE = 60.0, 3  # labels that hold the rule large; its sentences
RULE_LETTERS = 20  # of a sentence of the rule, before it is set smaller
RULE_TOP, RULE_MARGIN = 21.0, 3.0
RULE_SIZES = (("small", 1.75, 4.7), ("long", 1.4, 3.7))  # a letter wide, a line high
NUMBER = 10.5
DEALER = 8.0  # of the seat that deals
NOTES_AT_LEAST = 10.0


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The measures of one sheet."""

    sheet: ScoreSheet
    seats: int
    block: Counting
    width: float
    height: float
    row: float
    count_row: float
    labels: float
    player: float
    cell: float
    halves: tuple[Half, ...]
    counting: float
    hands_left_out: int

    @property
    def margin(self) -> float:
        return MARGIN

    @property
    def right(self) -> float:
        """Where the column of code, notes and loans begins."""
        return self.labels + self.seats * self.player

    @property
    def positions(self) -> range:
        """The seats, in order of play."""
        return range(1, self.seats + 1)

    @property
    def signing(self) -> float:
        return self.height - SIGNATURES

    @property
    def score_top(self) -> float:
        """Where the row of the scores begins."""
        return self.counting + (self.block.rows - 1) * self.count_row

    @property
    def hands_top(self) -> float:
        return self.halves[0].y

    @property
    def notes_top(self) -> float:
        return self.hands_top + self.row * len(self.halves[0].numbers)

    @property
    def has_notes(self) -> bool:
        """Whether enough is left under the hands to write something there."""
        return self.counting - self.notes_top >= NOTES_AT_LEAST

    @property
    def is_split(self) -> bool:
        return len(self.halves) > 1

    @property
    def players(self) -> tuple[float, ...]:
        return tuple(self.labels + self.player * at for at in range(self.seats))

    def dealer(self, number: int) -> int:
        """The seat that deals in this line: each in turn, seat 1 first."""
        return (number - 1) % self.seats + 1

    @property
    def rings(self) -> tuple[tuple[Half, str], ...]:
        """Each half with its lines of seats to ring; none where a dealer is printed."""
        if not self.sheet.rings:
            return ()
        return tuple((half, half.rings(self.seats)) for half in self.halves)

    @property
    def rule_size(self) -> str:
        """The class of the rule's letters: as large as its corner beside the names holds."""
        said = [str(in_language(each)) for each in self.sheet.rule]
        if self.sheet.rings:
            longest = max(map(len, said), default=0)
            return "long" if longest > RULE_LETTERS else ""
        if len(said) <= LONG_RULE and self.labels >= WIDE_RULE:
            return ""
        room = (TOP if self.is_split else TOP - SUBHEAD + 1) - RULE_TOP
        for size, letter, line in RULE_SIZES:
            letters = int((self.labels - RULE_MARGIN) / letter)
            if line * sum(len(wrap(each, letters)) for each in said) <= room:
                return size
        return "tiny"

    @property
    def columns(self) -> tuple[Placed, ...]:
        """The columns of a deal's line beside the seats' own, from left to right."""
        if self.sheet.rings:
            return ()
        return tuple(each for half in self.halves for each in self._columns(half))

    def _columns(self, half: Half) -> Iterator[Placed]:
        numbers = half.numbers
        dealers = "\n".join(str(self.dealer(each)) for each in numbers)
        count = "\n".join(map(str, numbers))
        yield Placed(half, self.sheet.line, half.x, NUMBER, count)
        yield Placed(
            half, pgettext("on the sheet", "by"), half.x + NUMBER, DEALER, dealers
        )
        yield from _placed(half, self.sheet.left, half.x + NUMBER + DEALER)
        yield from _placed(half, self.sheet.right, self.right)

    @property
    def notes_width(self) -> float:
        """What is left for notes behind the last column on the right."""
        return self.width - self.right - sum(each.width for each in self.sheet.right)


def _placed(half: Half, columns: Iterable[Column], x: float) -> Iterator[Placed]:
    for column in columns:
        text = column.text(half.numbers)
        yield Placed(half, column.head, x, column.width, text)
        x += column.width
