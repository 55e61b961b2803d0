"""Seat lists as pages of columns: the rows in each column, and the size of names.

Rows have fixed heights, so that the pages are known before the layout: every page
repeats its heading, and every column the letter that it starts with.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter
from typing import TypeVar

from scoring.printing.card_grid import batches
from scoring.printing.page_sizes import PageSize
from scoring.printing.text_fit import (
    BOLD,
    POINT,
    REGULAR,
    holds_words,
    line_count,
    text_width,
)

Row = TypeVar("Row")
TYPE, LARGE_TYPE = 18.0, 24.0  # points of a name; the larger if few people are listed
ROW = 1.5  # height of a row, as a multiple of the type
SIDE, TOP, BOTTOM = 12.0, 11.0, 12.0  # margins of the page, in mm
HEAD = 21.0  # height of the heading above the columns, with its rule
COLUMN_HEAD = 5.6
GAP = 10.0  # between two columns
# In the list by table: the heights of a row, of one with two lines, and the space
# between tables; the width next to a name.
SHORT_ROW, TALL_ROW, SPACE, BESIDE = 1.2, 1.5, 0.22, 5.75
# The widths next to a name, as multiples of the type.
LETTER, TABLE, SEAT, PAD = 1.15, 1.9, 1.25, 0.3
REMARK, REMARK_LETTERS = 5.8, 95  # mm and letters of a line of remarks
TIGHTEST_ROW = 1.36  # if remarks would otherwise need another page
# The sizes of a name on one line, then on two, each as a multiple of the type.
ONE_LINE = (("", 1.0), ("fit-92", 0.92), ("fit-84", 0.84), ("fit-76", 0.76))
TWO_LINES = (("two-67", 0.67), ("two-58", 0.58))
LEAST = "two-50"
SMALL = 0.667  # size of a remark


@dataclass(frozen=True, slots=True)
class WallMeasures:
    """A list's type in points, the height of its rows in mm, and its columns."""

    type: float
    row: float
    columns: int
    rows: int  # per column

    @property
    def size(self) -> str:
        return "large" if self.type > TYPE else ""

    def width(self, page: PageSize) -> float:
        """Return a column's width as a multiple of the type."""
        free = page.width - 2 * SIDE - GAP * (self.columns - 1)
        return free / self.columns / (self.type * POINT)


def measures_for(
    page: PageSize, rows: int, remarks: Sequence[str], *, is_split: bool
) -> WallMeasures:
    """Choose large type for few rows, and two columns if the list can be split.

    Rows move a little closer together if remarks then need no page of their own.
    """
    free = page.height - TOP - BOTTOM - HEAD - COLUMN_HEAD
    large = LARGE_TYPE * POINT * ROW
    notes = sum(-(-len(remark) // REMARK_LETTERS) for remark in remarks) * REMARK
    if rows * large <= free - notes:
        return WallMeasures(LARGE_TYPE, large, 1, int(free / large))
    columns = 2 if is_split else 1
    row = TYPE * POINT * ROW
    per_column = int(free / row)
    last = -(-(rows % (columns * per_column) or columns * per_column) // columns)
    if notes and last * row > free - notes:
        tight = (free - notes) / last
        row = tight if tight >= TYPE * POINT * TIGHTEST_ROW else row
    return WallMeasures(TYPE, row, columns, per_column)


def pages_of(
    rows: Sequence[Row], measures: WallMeasures
) -> Iterator[list[Sequence[Row]]]:
    """Yield pages of columns; the columns of the last page are of equal length."""
    for page in batches(rows, measures.rows * measures.columns):
        per_column = -(-len(page) // measures.columns)
        yield list(batches(page, per_column))


@dataclass(frozen=True, slots=True)
class WallLine:
    """A seat, or a person who sits out, as a line of the list by table.

    `size` is the CSS class of the name, `lines` the number of lines below the first one
    if there is a remark.
    """

    name: str
    label: str
    remark: str = ""
    position: int | None = None
    seats: int = 0  # at the table
    size: str = ""
    lines: int = 0

    @property
    def height(self) -> float:
        """The height as a multiple of the type."""
        if self.lines:
            return TALL_ROW + SMALL * (self.lines - 1)
        return TALL_ROW if self.size.startswith("two") else SHORT_ROW

    @property
    def is_tall(self) -> bool:
        return self.height > SHORT_ROW

    def fitted(self, width: float) -> "WallLine":
        """Return the line with its name in the largest type that fits this width."""
        if self.remark:
            lines = line_count(self.remark, width / SMALL)
            if text_width(self.name) * SMALL <= width:
                return replace(self, size="two-67", lines=lines)
            lines += line_count(self.name, width / 0.5) - 1
            return replace(self, size="two-50", lines=lines)
        return replace(self, size=name_size("", self.name, width))


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table, or everyone who sits out (`table` 0), with a line for each person."""

    table: int
    lines: tuple[WallLine, ...]

    @property
    def height(self) -> float:
        """The height as a multiple of the type."""
        return sum(line.height for line in self.lines) + SPACE

    def fitted(self, width: float) -> "TableBlock":
        return replace(self, lines=tuple(line.fitted(width) for line in self.lines))


def block_pages(
    blocks: Sequence[TableBlock], page: PageSize
) -> tuple[WallMeasures, list[list[list[TableBlock]]]]:
    """Return the list by table as pages of columns; large in one column if few play."""
    free = page.height - TOP - BOTTOM - HEAD
    for kind in (WallMeasures(LARGE_TYPE, 0, 1, 0), WallMeasures(TYPE, 0, 2, 0)):
        fitted = [block.fitted(kind.width(page) - BESIDE) for block in blocks]
        columns = [*_filled(fitted, free / (kind.type * POINT))]
        if len(columns) == 1:
            break
    pages = [list(entry) for entry in batches(columns, kind.columns)]
    pages[-1] = _even(pages[-1])
    return kind, pages


def _filled(blocks: Iterable[TableBlock], free: float) -> Iterator[list[TableBlock]]:
    """Fill columns of this height without splitting a table."""
    column: list[TableBlock] = []
    for block in blocks:
        if column and sum(entry.height for entry in [*column, block]) > free:
            yield column
            column = []
        column.append(block)
    yield column


def _even(columns: list[list[TableBlock]]) -> list[list[TableBlock]]:
    """Split the last page into columns of nearly equal height, the first one higher."""
    blocks = [*chain.from_iterable(columns)]
    half, so_far = sum(block.height for block in blocks) / 2, 0.0
    for index, block in enumerate(blocks[: len(columns[0])], 1):
        so_far += block.height
        if so_far >= half - 0.01 and len(columns) > 1:
            return [blocks[:index], blocks[index:]]
    return columns


def name_size(family: str, value: str, width: float) -> str:
    """Return the class of the largest size in which a name fits into its row.

    `width` is the available space, as a multiple of the list's type.
    """
    wide = text_width(family, BOLD) + text_width(f" {value}" if value else "", REGULAR)
    for name, size in ONE_LINE:
        if wide * size <= width:
            return name
    whole = f"{family} {value}".strip()
    fits = [
        (name, holds_words(whole, width / size, BOLD))
        for name, size in TWO_LINES
        if line_count(whole, width / size, BOLD) <= 2
    ]
    # Without a broken word if possible, or else as large as possible.
    fits.sort(key=itemgetter(1), reverse=True)
    return next((name for name, _ in fits), LEAST)


def name_width(measures: WallMeasures, page: PageSize, rounds: int) -> float:
    """Return the width of a name in the list by name, as a multiple of the type."""
    other_width = LETTER + rounds * (TABLE + SEAT + PAD) + PAD
    return measures.width(page) - other_width
