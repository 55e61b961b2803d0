"""How a number of hands fits on a score sheet: one page, and never too little room."""

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
from scoring.games.score_sheet import ScoreSheet
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
    is_split = hands > _lines(room)
    if is_split:
        room -= HALF_HEAD
    lines = min((hands + 1) // 2, _lines(room)) if is_split else max(hands, 1)
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
        halves=_halves(width, lines, hands, is_split),
        counting=height - SIGNATURES - block.rows * count_row,
        hands_left_out=max(hands - 2 * lines, 0) if is_split else 0,
    )


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
