"""The layout of a score sheet: positions, ruled lines, and how the hands fit on it.

All measures are in millimeters from the frame's corner. The lines are a few paths
computed here and not an HTML table: that takes a fifth of the memory and half the time,
and a sheet can't flow onto a second page. A sheet is always one page, and rows are
always high enough for a pencil.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from textwrap import wrap

from django.utils.translation import pgettext

from clubs.i18n import in_language
from scoring.games.score_sheet import SUM, Column, ScoreSheet
from scoring.printing.page_sizes import PageSize
from scoring.printing.text_fit import POINT, text_width

PENCIL_ROW = 8.0  # minimum height for a pencil
TOTAL_ROW = 10.0
HEAD_LETTER = 1.75  # width of a letter in a seat's heading
HEAD_SIZES = (("", 12), ("fit-10", 10), ("fit-8", 8))  # points, over other columns
# Text to ring in a column: its sizes in points, and the space for the ring at its
# sides.
LINE_SIZES = (("", 14), ("fit-13", 13), ("fit-12", 12), ("fit-11", 11))
RING = 2.4
MARGIN = 8.0
HEAD = 19.5
NAMES = 20.0
SUBHEAD = 6.0
TOP = HEAD + NAMES + SUBHEAD
SIGNATURES = 9.6
HALF_HEAD = 7.0  # above each half of a grid in two halves
WIDE_RULE = 60.0  # label width with space for the rule in large type
RULE_LETTERS = 20  # letters of a sentence of the rule, before it gets smaller
RULE_TOP, RULE_MARGIN = 21.0, 3.0
RULE_SIZES = (  # width of a letter, height of a line
    ("", 1.85, 6.2),
    ("small", 1.75, 4.7),
    ("long", 1.4, 3.7),
)
NUMBER = 10.5
DEALER = 8.0  # width of the dealer's seat number
NOTES_AT_LEAST = 10.0
HATCH = 1.8  # millimeters from line to line
LARGEST_ROW = 10.5
LABELS = 37.0  # minimum width of the labels before the seats
SIDE = 42.0  # minimum width of the column of code, notes and loans
CELL_AT_LEAST = 11.0  # minimum width of a seat's cell if the lines are in two halves


@dataclass(frozen=True, slots=True)
class Corner:
    """A square, in millimeters from the top and the right line of the frame."""

    top: float
    right: float
    size: float


# At least 22 mm, for a phone held over a table, with four modules of white around.
CODE = Corner(top=4.2, right=8.5, size=25.0)


@dataclass(frozen=True, slots=True)
class Counting:
    """The rows of the counting block: chips by color, then held, borrowed and score.

    Without chips on the table, only the score is left, and there are no loans. `aside`
    is the label of chips at no seat, such as pools, which have their own row above the
    score.
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
        """The labels of the rows, one per line."""
        return "\n".join(self.labels)

    @property
    def rows(self) -> int:
        return len(self.labels)

    @property
    def least(self) -> float:
        """The minimum height of a row; the total next to a single one has two lines."""
        return PENCIL_ROW if self.with_chips else TOTAL_ROW


@dataclass(frozen=True, slots=True)
class Half:
    """A block of hand lines: its position and the hands in it."""

    name: str
    x: float
    y: float
    numbers: Sequence[int]

    def rings(self, seats: int) -> str:
        """Return a line for each hand: its number and the seats to ring."""
        ring = " ".join(map(str, range(1, seats + 1)))
        return "\n".join(f"{number}  {ring}" for number in self.numbers)


@dataclass(frozen=True, slots=True)
class Placed:
    """A column of a half: its position and the text in its lines."""

    half: Half
    head: str
    x: float
    width: float
    text: str

    @property
    def head_size(self) -> str:
        """The CSS class of the largest type in which the heading fits its column."""
        wide = text_width(str(in_language(self.head))) * POINT
        fits = (name for name, size in HEAD_SIZES if wide * size + 1 <= self.width)
        return next(fits, "long")

    @property
    def size(self) -> str:
        """The CSS class of the largest type in which each line can be ringed."""
        wide = max(map(text_width, self.text.split("\n"))) * POINT
        fits = (name for name, size in LINE_SIZES if wide * size + RING <= self.width)
        return next(fits, "long")


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The measures of a sheet, in millimeters."""

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
        """The left edge of the column of code, notes and loans."""
        return self.labels + self.seats * self.player

    @property
    def side(self) -> float:
        """The width of the column of code, notes and loans."""
        return self.width - self.right

    @property
    def letters(self) -> int:
        """The number of letters of a heading that fit over half a seat's column."""
        return int(self.player / 2 / HEAD_LETTER)

    @property
    def positions(self) -> range:
        """The seats, in order of play."""
        return range(1, self.seats + 1)

    @property
    def signing(self) -> float:
        return self.height - SIGNATURES

    @property
    def score_top(self) -> float:
        """The upper edge of the row of scores."""
        return self.counting + (self.block.rows - 1) * self.count_row

    @property
    def hands_top(self) -> float:
        return self.halves[0].y

    @property
    def notes_top(self) -> float:
        return self.hands_top + self.row * len(self.halves[0].numbers)

    @property
    def has_notes(self) -> bool:
        """Whether enough space is left under the hands for notes."""
        return self.counting - self.notes_top >= NOTES_AT_LEAST

    @property
    def is_split(self) -> bool:
        return len(self.halves) > 1

    @property
    def players(self) -> tuple[float, ...]:
        return tuple(self.labels + self.player * index for index in range(self.seats))

    def dealer(self, number: int) -> int:
        """Return the seat that deals a hand: each in turn, seat 1 first."""
        return (number - 1) % self.seats + 1

    @property
    def rings(self) -> tuple[tuple[Half, str], ...]:
        """Each half with its lines of seats to ring; () if dealers are printed."""
        if not self.sheet.rings:
            return ()
        return tuple((half, half.rings(self.seats)) for half in self.halves)

    @property
    def rule_size(self) -> str:
        """The CSS class of the rule's type: the largest that fits next to the names."""
        sentences = [str(in_language(text)) for text in self.sheet.rule]
        if self.sheet.rings:
            longest = max(map(len, sentences), default=0)
            return "long" if longest > RULE_LETTERS else ""
        room = (TOP if self.is_split else TOP - SUBHEAD + 1) - RULE_TOP
        for size, letter, line in RULE_SIZES[self.labels < WIDE_RULE :]:
            letters = int((self.labels - RULE_MARGIN) / letter)
            if (
                line * sum(len(wrap(sentence, letters)) for sentence in sentences)
                <= room
            ):
                return size
        return "tiny"

    @property
    def columns(self) -> tuple[Placed, ...]:
        """The columns of a hand's line next to the seats, from left to right."""
        if self.sheet.rings:
            return ()
        return tuple(chain.from_iterable(map(self._columns, self.halves)))

    def _columns(self, half: Half) -> Iterator[Placed]:
        numbers = half.numbers
        dealers = "\n".join("" if n == SUM else str(self.dealer(n)) for n in numbers)
        count = "\n".join("Σ" if n == SUM else str(n) for n in numbers)
        yield Placed(half, self.sheet.line, half.x, NUMBER, count)
        yield Placed(
            half, pgettext("on the sheet", "by"), half.x + NUMBER, DEALER, dealers
        )
        yield from _placed(half, self.sheet.left, half.x + NUMBER + DEALER)
        yield from _placed(half, self.sheet.right, self.right)

    @property
    def notes_width(self) -> float:
        """The width left for notes after the last column on the right."""
        return (
            self.width - self.right - sum(column.width for column in self.sheet.right)
        )


def _placed(half: Half, columns: Iterable[Column], x: float) -> Iterator[Placed]:
    for column in columns:
        text = column.text(half.numbers)
        yield Placed(half, column.head, x, column.width, text)
        x += column.width


class Lines:
    """Lines of one weight, collected in a single path."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def across(self, x: float, end: float, y: float) -> None:
        self._parts.append(f"M{x:.2f} {y:.2f}H{end:.2f}")

    def down(self, x: float, y: float, end: float) -> None:
        self._parts.append(f"M{x:.2f} {y:.2f}V{end:.2f}")

    def hatch(self, x: float, y: float, width: float, height: float) -> None:
        """Add slanted lines that fill a box, rising from its left or lower edge."""
        steps = int((width + height) / HATCH)
        for along in (HATCH * (step + 0.5) for step in range(steps)):
            left, low = max(along - height, 0), min(along, height)
            right, high = min(along, width), max(along - width, 0)
            self._parts.append(
                f"M{x + left:.2f} {y + low:.2f}L{x + right:.2f} {y + high:.2f}"
            )

    def __str__(self) -> str:
        return "".join(self._parts)


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """The lines of a sheet by their weight."""

    hair: Lines = field(default_factory=Lines)
    fine: Lines = field(default_factory=Lines)
    heavy: Lines = field(default_factory=Lines)


def ruled(layout: SheetLayout) -> SheetGrid:
    """Return all lines of a sheet."""
    grid = SheetGrid()
    _rule_top(grid, layout)
    for half in layout.halves:
        _rule_half(grid, layout, half)
        if layout.sheet.hatches:
            _hatch_dealers(grid, layout, half)
    _rule_columns(grid, layout)
    _rule_counting(grid, layout)
    return grid


def _rule_top(grid: SheetGrid, layout: SheetLayout) -> None:
    right, hair, heavy = layout.right, grid.hair, grid.heavy
    heavy.across(0, right, HEAD)
    if not layout.is_split:
        hair.across(layout.labels, right, HEAD + NAMES)
    heavy.down(right, 0, TOP)
    heavy.across(0, layout.width, TOP)
    for x in layout.players:
        heavy.down(x, HEAD, TOP)
        if not layout.is_split:
            grid.fine.down(x + layout.player / 2, HEAD + NAMES, TOP)


def _rule_half(grid: SheetGrid, layout: SheetLayout, half: Half) -> None:
    end = half.x + (layout.width / 2 if layout.is_split else layout.width)
    bottom, sheet = half.y + layout.row * len(half.numbers), layout.sheet
    for index, number in enumerate(half.numbers, start=1):
        is_heavy = (index if sheet.rings else number) % sheet.heavy == 0
        if sheet.sums:
            is_heavy = number == SUM
        is_inside = index < len(half.numbers)
        lines = grid.heavy if is_heavy and is_inside else grid.hair
        lines.across(half.x, end, half.y + index * layout.row)
    top = half.y - (HALF_HEAD if layout.is_split else 0)
    grid.hair.down(half.x + NUMBER, half.y, bottom)
    for index in range(layout.seats + 1):
        x = half.x + layout.labels + index * layout.cell
        if x < layout.width - 1:
            grid.heavy.down(x, top, bottom)
    if layout.is_split:
        grid.hair.across(half.x, end, half.y)
    else:
        for x in layout.players:
            grid.fine.down(x + layout.player / 2, half.y, bottom)


def _rule_columns(grid: SheetGrid, layout: SheetLayout) -> None:
    """Draw a line before each column, except those that begin at a heavy line."""
    for column in layout.columns:
        if column.x not in (column.half.x, layout.right):
            bottom = column.half.y + layout.row * len(column.half.numbers)
            grid.hair.down(column.x, column.half.y, bottom)
    if layout.sheet.right and layout.notes_width > 1:
        grid.hair.down(layout.width - layout.notes_width, TOP, layout.notes_top)


def _hatch_dealers(grid: SheetGrid, layout: SheetLayout, half: Half) -> None:
    """Hatch the boxes of seats that deal and sit out: they can't win there."""
    part = 1 if layout.is_split else 2  # the other half is for the total
    for index, number in enumerate(half.numbers):
        if number == SUM:
            continue
        x = half.x + layout.labels + (layout.dealer(number) - 1) * layout.cell
        y = half.y + index * layout.row
        grid.hair.hatch(x, y, layout.cell / part, layout.row)


def _rule_counting(grid: SheetGrid, layout: SheetLayout) -> None:
    top, row, right = layout.counting, layout.count_row, layout.right
    colours, rows = len(layout.block.colours), layout.block.rows
    score = layout.score_top
    grid.heavy.across(0, layout.width, top)
    for index in range(1, rows - 1):
        grid.hair.across(0, layout.width, top + index * row)
    if rows > 1:
        grid.heavy.across(0, layout.width, score)
    grid.heavy.across(0, layout.width, layout.signing)
    for x in (*layout.players, right):
        grid.heavy.down(x, top, layout.signing)
    for x in layout.players if colours and layout.block.with_chips else ():
        grid.fine.down(x + layout.player / 2, top, top + colours * row)
    side, loans = layout.width - right, score
    if layout.block.aside:  # chips at no seat: the seats have no box in this row
        loans = score - row
        for x in layout.players:
            grid.hair.hatch(x, loans, layout.player, row)
    for part in (0.36, 0.66) if layout.block.with_chips else ():
        grid.hair.down(right + part * side, top, loans)  # loan to, chips, repaid
    grid.heavy.down(layout.width / 2, layout.signing, layout.height)


def grid_of(layout: SheetLayout) -> str:
    """Return all ruled lines as a data URL that a style sheet uses for all pages."""
    grid = ruled(layout)
    frame = f"M.4 .4H{layout.width - 0.4:.2f}V{layout.height - 0.4:.2f}H.4Z"
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{layout.width}mm" '
        f'height="{layout.height}mm" viewBox="0 0 {layout.width} {layout.height}">'
        '<g fill="none" stroke="#000">'
        f'<path stroke-width=".18" d="{grid.hair}"/>'
        f'<path stroke-width=".18" stroke-dasharray=".5 1" d="{grid.fine}"/>'
        f'<path stroke-width=".5" d="{grid.heavy}"/>'
        f'<path stroke-width=".8" d="{frame}"/></g></svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"


RINGED, COUNTED = ScoreSheet(), Counting()


def layout_for(
    size: PageSize,
    hands: int,
    seats: int = 4,
    sheet: ScoreSheet = RINGED,
    block: Counting = COUNTED,
) -> SheetLayout:
    """Return the layout for a number of hands: one page, no row below 8 mm.

    If there are more hands than lines, the lines are in two halves. Hands that don't
    fit then have to go on the back of the sheet (`hands_left_out`).
    """
    width, height = size.width - 2 * MARGIN, size.height - 2 * MARGIN
    room = height - TOP - SIGNATURES - block.rows * block.least
    numbers = sheet.lines(max(hands, 1))
    is_split = len(numbers) > _lines(room)
    lines = len(numbers)
    if is_split:
        room -= HALF_HEAD
        lines = _lines_of_half(sheet, len(numbers), _lines(room))
    row = min(room / lines, LARGEST_ROW)
    count_row = _count_row(block, room - row * lines)
    if is_split:
        sheet = _narrowed(sheet, width / 2 - seats * CELL_AT_LEAST)
    labels = _labels(sheet)
    side = max(SIDE, sum(column.width for column in sheet.right))
    player = (width - side - labels) / seats
    return SheetLayout(
        sheet=sheet,
        seats=seats,
        block=block,
        width=round(width, 2),
        height=round(height, 2),
        row=row,
        count_row=count_row,
        labels=labels,
        player=player,
        cell=(width / 2 - labels) / seats if is_split else player,
        halves=_halves(width, lines, numbers, is_split),
        counting=height - SIGNATURES - block.rows * count_row,
        hands_left_out=sum(n != SUM for n in numbers[2 * lines :]) if is_split else 0,
    )


def _lines_of_half(sheet: ScoreSheet, lines: int, most: int) -> int:
    """Return the lines per half, at most `most`; a game stays together with its sum."""
    half, game = (lines + 1) // 2, sheet.sums + 1
    if sheet.sums:
        half, most = -(-half // game) * game, most // game * game
    return min(half, most)


def _count_row(block: Counting, rest: float) -> float:
    """Return the height of a counting row.

    A single row gets the space that is too small for notes.
    """
    if block.rows == 1 and rest < NOTES_AT_LEAST:
        return block.least + rest
    return min(block.least + rest / block.rows, LARGEST_ROW)


def _narrowed(sheet: ScoreSheet, room: float) -> ScoreSheet:
    """Return the sheet with as many columns before the seats as fit."""
    sheet = replace(sheet, right=())
    while sheet.left and _labels(sheet) > room:
        sheet = replace(sheet, left=sheet.left[:-1])
    return sheet


def _labels(sheet: ScoreSheet) -> float:
    """Return the width of the columns before the seats."""
    if sheet.rings:
        return LABELS
    return max(NUMBER + DEALER + sum(column.width for column in sheet.left), LABELS)


def _halves(
    width: float, lines: int, numbers: Sequence[int], is_split: bool
) -> tuple[Half, ...]:
    if not is_split:
        return (Half("", 0, TOP, numbers),)
    top = TOP + HALF_HEAD
    return (
        Half("left", 0, top, numbers[:lines]),
        Half("right", width / 2, top, numbers[lines : 2 * lines]),
    )


def _lines(room: float) -> int:
    return int(room / PENCIL_ROW + 1e-6)
