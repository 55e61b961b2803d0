"""Chips to scores, and whether four of them balance (§1, §30)."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.sheet import Chip, ChipSet, SeatCount, Tally, as_written, must_total
from rules.spjst import CHIP_SET
from tests.in_turn import in_turn
from tests.rules.sheets import sheet

CASES = Path(__file__).parents[1] / "cases" / "sheets.json"


@in_turn("case", json.loads(CASES.read_text(encoding="utf-8"))["cases"])
def test_sheet_of_the_shared_cases(case: dict[str, Any]) -> None:
    seats = tuple(SeatCount(seat["held"], seat["borrowed"]) for seat in case["seats"])
    tally = Tally(seats, must_total(100, 4))

    assert list(tally.scores) == case["scores"], case["title"]
    assert tally.total == case["total"], case["title"]
    assert tally.balances == case["balances"], case["title"]


def test_score_is_held_less_borrowed_and_ruled() -> None:
    assert SeatCount(held=20, borrowed=50, ruled=3).score == -27


def test_a_ruling_can_make_a_sheet_right() -> None:
    seats = (SeatCount(131), SeatCount(96), SeatCount(103), SeatCount(69, ruled=1))

    assert Tally(seats, 400).balances


def test_points_that_start_at_nothing_may_be_negative() -> None:
    tally = sheet(16, 8, -4, -20, start=0)

    assert tally.balances
    assert tally.scores == (16, 8, -4, -20)


def test_loans_lie_on_the_table_beside_the_start_chips() -> None:
    seats = (SeatCount(190), SeatCount(150), SeatCount(90), SeatCount(20, 50))
    tally = Tally(seats, 400)

    assert tally.borrowed == 50
    assert sum(seat.held for seat in seats) == 400 + tally.borrowed


def test_the_usual_chips_make_a_hundred() -> None:
    assert CHIP_SET.start_chips == 100
    assert CHIP_SET.worth({"blue": 6, "red": 6, "white": 10}) == 100


def test_a_colour_left_out_counts_as_none() -> None:
    assert CHIP_SET.worth({"red": 3}) == 15
    assert CHIP_SET.worth({}) == 0


def test_a_club_may_have_other_chips() -> None:
    own = ChipSet((Chip("black", 25, 2), Chip("green", 5, 10)))

    assert own.start_chips == 100
    assert own.worth({"black": 1, "green": 2}) == 35


def test_unknown_colours_and_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="no pink chips"):
        CHIP_SET.worth({"pink": 1})
    with pytest.raises(ValueError, match="0 or more"):
        CHIP_SET.worth({"red": -1})


@pytest.mark.parametrize(
    "chips",
    [
        (),
        (Chip("red", 5, 6), Chip("red", 1, 10)),
        (Chip("red", 0, 6),),
        (Chip("red", 5, -1),),
    ],
)
def test_an_impossible_chip_set_is_refused(chips: tuple[Chip, ...]) -> None:
    with pytest.raises(ValueError, match="chip"):
        ChipSet(chips)


def test_a_sheet_has_three_to_five_seats() -> None:
    assert sheet(100, 90, 100, start=100).difference == -10
    with pytest.raises(ValueError, match="3 to 5 seats, not 2"):
        sheet(100, 100, start=100)


@in_turn(
    "held, borrowed, meant",
    [
        (54, 0, (54, 0)),
        (20, 50, (20, 50)),
        (-12, 0, (0, 12)),
        (-12, 12, (0, 12)),
        (-12, 50, (38, 50)),
    ],
)
def test_a_number_below_0_is_a_score_with_the_loan_taken_off(
    held: int, borrowed: int, meant: tuple[int, int]
) -> None:
    made = as_written(held, borrowed)
    assert (made.held, made.borrowed) == meant
    assert made.score == min(held, held - borrowed if held >= 0 else held)


def test_nobody_owes_more_than_he_borrowed() -> None:
    with pytest.raises(ValueError, match="-12 with 5 borrowed"):
        as_written(-12, 5)


@given(st.lists(st.integers(-300, 400), min_size=4, max_size=4), st.integers(0, 500))
def test_taking_off_the_difference_anywhere_balances(
    scores: list[int], start: int
) -> None:
    tally = sheet(*scores, start=start)
    for seat in range(4):
        right = list(scores)
        right[seat] -= tally.difference
        assert sheet(*right, start=start).balances
