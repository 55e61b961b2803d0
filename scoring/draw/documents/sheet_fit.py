"""How a number of hands fits on a score sheet: one page, and never too little room."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.draw.documents.sheet_layout import (
    DEALER,
    HALF_HEAD,
    MARGIN,
    NOTES_AT_LEAST,
    NUMBER,
    SIGNATURES,
    TOP,
    SheetLayout,
)
from scoring.draw.documents.sheet_parts import PENCIL_ROW, Counting, Half
from scoring.games.score_sheet import SUM, ScoreSheet
from scoring.paper.page_sizes import PageSize

LARGEST_ROW = 10.5
LABELS = 37.0  # the least that stands before the seats
SIDE = 42.0  # the column of code, notes and loans
CELL_AT_LEAST = 11.0  # of a seat where the lines stand in two halves
RINGED, COUNTED = ScoreSheet(), Counting()


def layout_for(
    size: PageSize,
    hands: int,
    seats: int = 4,
    sheet: ScoreSheet = RINGED,
    block: Counting = COUNTED,
) -> SheetLayout:
    """The layout for a number of hands: always one page, never a row below 8 mm.

    More hands than lines fit stand in two halves; what does not fit there either
    has to go to the back of the sheet.
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
    player = (width - SIDE - labels) / seats
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
    """Half of so many lines, at most so many; a game is not parted from its sum."""
    half, game = (lines + 1) // 2, sheet.sums + 1
    if sheet.sums:
        half, most = -(-half // game) * game, most // game * game
    return min(half, most)


def _count_row(block: Counting, rest: float) -> float:
    """The height of a counting row; a single one takes what is too little for notes."""
    if block.rows == 1 and rest < NOTES_AT_LEAST:
        return block.least + rest
    return min(block.least + rest / block.rows, LARGEST_ROW)


def _narrowed(sheet: ScoreSheet, room: float) -> ScoreSheet:
    """The sheet with as many columns before the seats as there is room for."""
    sheet = replace(sheet, right=())
    while sheet.left and _labels(sheet) > room:
        sheet = replace(sheet, left=sheet.left[:-1])
    return sheet


def _labels(sheet: ScoreSheet) -> float:
    """How wide all is that stands before the seats."""
    if sheet.rings:
        return LABELS
    return max(NUMBER + DEALER + sum(each.width for each in sheet.left), LABELS)


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
