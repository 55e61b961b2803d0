"""Where everything stands on a score sheet, in millimetres from the frame's corner.

The grid of a sheet is a handful of paths worked out here, not an HTML table: five
times less memory and twice the speed, and a sheet cannot flow to a second page.
"""

from base64 import b64encode
from dataclasses import dataclass, field

from scoring.paper.page_sizes import PageSize

MARGIN = 8.0
PENCIL_ROW = 8.0  # the least a pencil needs
LARGEST_ROW = 10.5
HEAD = 19.5
NAMES = 20.0
SUBHEAD = 6.0
TOP = HEAD + NAMES + SUBHEAD
SIGNATURES = 9.6
COUNT_ROWS = 6
HALF_HEAD = 7.0  # over each half of a grid in two halves
LABELS = 37.0
NUMBER = 10.5
SIDE = 42.0  # the column of code, notes and loans
NOTES_AT_LEAST = 10.0


@dataclass(frozen=True, slots=True)
class Corner:
    """A square, in millimetres from the upper and the right line of the frame."""

    top: float
    right: float
    size: float


# At least 22 mm for a telephone held over a table, with four modules of white around.
CODE = Corner(top=4.2, right=8.5, size=25.0)


class Lines:
    """Lines of one weight, gathered into a single path."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def across(self, x: float, to: float, y: float) -> None:
        self._parts.append(f"M{x:.2f} {y:.2f}H{to:.2f}")

    def down(self, x: float, y: float, to: float) -> None:
        self._parts.append(f"M{x:.2f} {y:.2f}V{to:.2f}")

    def __str__(self) -> str:
        return "".join(self._parts)


@dataclass(frozen=True, slots=True)
class Half:
    """A block of hand lines: where it begins and which hands it holds."""

    name: str
    x: float
    y: float
    numbers: range

    @property
    def text(self) -> str:
        """A line a hand: its number and the seats to ring."""
        return "\n".join(f"{number}  1 2 3 4" for number in self.numbers)


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The measures of one sheet and its grid."""

    width: float
    height: float
    row: float
    count_row: float
    player: float
    cell: float
    halves: tuple[Half, ...]
    counting: float
    hands_left_out: int
    hair: Lines = field(default_factory=Lines)
    fine: Lines = field(default_factory=Lines)
    heavy: Lines = field(default_factory=Lines)

    @property
    def margin(self) -> float:
        return MARGIN

    @property
    def right(self) -> float:
        """Where the column of code, notes and loans begins."""
        return LABELS + 4 * self.player

    @property
    def signing(self) -> float:
        return self.height - SIGNATURES

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
        return tuple(LABELS + self.player * at for at in range(4))

    @property
    def seams(self) -> tuple[float, float]:
        """Between loan to, chips and repaid."""
        side = self.width - self.right
        return self.right + 0.36 * side, self.right + 0.66 * side


def layout_for(size: PageSize, hands: int) -> SheetLayout:
    """The layout for a number of hands: always one page, never a row below 8 mm.

    More hands than lines fit stand in two halves; what does not fit there either
    has to go to the back of the sheet.
    """
    width, height = size.width - 2 * MARGIN, size.height - 2 * MARGIN
    room = height - TOP - SIGNATURES - COUNT_ROWS * PENCIL_ROW
    is_split = hands > _lines(room)
    if is_split:
        room -= HALF_HEAD
    lines = min((hands + 1) // 2, _lines(room)) if is_split else max(hands, 1)
    row = min(room / lines, LARGEST_ROW)
    count_row = min(PENCIL_ROW + (room - row * lines) / COUNT_ROWS, LARGEST_ROW)
    player = (width - SIDE - LABELS) / 4
    layout = SheetLayout(
        width=round(width, 2),
        height=round(height, 2),
        row=row,
        count_row=count_row,
        player=player,
        cell=(width / 2 - LABELS) / 4 if is_split else player,
        halves=_halves(width, lines, hands, is_split),
        counting=height - SIGNATURES - COUNT_ROWS * count_row,
        hands_left_out=max(hands - 2 * lines, 0) if is_split else 0,
    )
    _rule(layout)
    return layout


def _halves(width: float, lines: int, hands: int, is_split: bool) -> tuple[Half, ...]:
    if not is_split:
        return (Half("", 0, TOP, range(1, lines + 1)),)
    last, top = min(hands, 2 * lines), TOP + HALF_HEAD
    return (
        Half("left", 0, top, range(1, lines + 1)),
        Half("right", width / 2, top, range(lines + 1, last + 1)),
    )


def _lines(room: float) -> int:
    return int(room / PENCIL_ROW + 1e-6)


def _rule(layout: SheetLayout) -> None:
    _rule_top(layout)
    for half in layout.halves:
        _rule_half(layout, half)
    _rule_counting(layout)


def _rule_top(layout: SheetLayout) -> None:
    right, hair, heavy = layout.right, layout.hair, layout.heavy
    heavy.across(0, right, HEAD)
    if not layout.is_split:
        hair.across(LABELS, right, HEAD + NAMES)
    heavy.down(right, 0, TOP)
    heavy.across(0, layout.width, TOP)
    for x in layout.players:
        heavy.down(x, HEAD, TOP)
        if not layout.is_split:
            layout.fine.down(x + layout.player / 2, HEAD + NAMES, TOP)


def _rule_half(layout: SheetLayout, half: Half) -> None:
    end = half.x + (layout.width / 2 if layout.is_split else layout.width)
    bottom = half.y + layout.row * len(half.numbers)
    for at in range(1, len(half.numbers) + 1):
        lines = layout.heavy if at % 5 == 0 and at < len(half.numbers) else layout.hair
        lines.across(half.x, end, half.y + at * layout.row)
    top = half.y - (HALF_HEAD if layout.is_split else 0)
    layout.hair.down(half.x + NUMBER, half.y, bottom)
    for at in range(5):
        x = half.x + LABELS + at * layout.cell
        if x < layout.width - 1:
            layout.heavy.down(x, top, bottom)
    if layout.is_split:
        layout.hair.across(half.x, end, half.y)
    else:
        for x in layout.players:
            layout.fine.down(x + layout.player / 2, half.y, bottom)


def _rule_counting(layout: SheetLayout) -> None:
    top, row, right = layout.counting, layout.count_row, layout.right
    score = top + (COUNT_ROWS - 1) * row
    layout.heavy.across(0, layout.width, top)
    for at in range(1, COUNT_ROWS - 1):
        layout.hair.across(0, layout.width, top + at * row)
    layout.heavy.across(0, layout.width, score)
    layout.heavy.across(0, layout.width, layout.signing)
    for x in (*layout.players, right):
        layout.heavy.down(x, top, layout.signing)
    for x in layout.players:
        layout.fine.down(x + layout.player / 2, top, top + 3 * row)
    for x in layout.seams:
        layout.hair.down(x, top, score)
    layout.heavy.down(layout.width / 2, layout.signing, layout.height)


def grid_of(layout: SheetLayout) -> str:
    """All ruled lines as an address that a style sheet can name once for all pages."""
    frame = f"M.4 .4H{layout.width - 0.4:.2f}V{layout.height - 0.4:.2f}H.4Z"
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{layout.width}mm" '
        f'height="{layout.height}mm" viewBox="0 0 {layout.width} {layout.height}">'
        '<g fill="none" stroke="#000">'
        f'<path stroke-width=".18" d="{layout.hair}"/>'
        f'<path stroke-width=".18" stroke-dasharray=".5 1" d="{layout.fine}"/>'
        f'<path stroke-width=".5" d="{layout.heavy}"/>'
        f'<path stroke-width=".8" d="{frame}"/></g></svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
