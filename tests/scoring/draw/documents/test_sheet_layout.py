"""The measures of a score sheet."""

import pytest

from scoring.draw.documents.sheet_layout import (
    CODE,
    MARGIN,
    SIGNATURES,
    TOP,
    layout_for,
)
from scoring.printing.page_sizes import PAGE_SIZES
from tests.in_turn import in_turn


@in_turn("size", PAGE_SIZES.values())
@in_turn("hands", [*range(1, 61)])
def test_rows_take_a_pencil_and_nothing_overlaps(size, hands):
    form = layout_for(size, hands)
    assert form.row >= 8 - 1e-9
    assert form.count_row >= 8 - 1e-9
    assert form.hands_top >= TOP
    assert form.notes_top <= form.counting + 1e-6
    assert form.counting + 6 * form.count_row == pytest.approx(form.signing)
    assert form.signing + SIGNATURES == pytest.approx(form.height)
    assert form.width + 2 * MARGIN == pytest.approx(size.width)


@in_turn("size", PAGE_SIZES.values())
@in_turn("hands", [1, 20, 21, 30, 38])
def test_every_hand_has_its_line(size, hands):
    form = layout_for(size, hands)
    assert [n for half in form.halves for n in half.numbers] == [*range(1, hands + 1)]
    assert form.hands_left_out == 0


def test_twenty_hands_stand_in_one_column():
    assert [layout_for(size, 20).is_split for size in PAGE_SIZES.values()] == [
        False
    ] * 2


def test_the_code_is_large_enough_for_a_telephone():
    assert CODE.size >= 22
