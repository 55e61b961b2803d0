"""How numbers, amounts and times are written."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from clubs import wording


@pytest.mark.parametrize(
    ("number", "written"),
    [(0, "0"), (112, "112"), (-12, "−12"), (None, "–"), ("", "–")],
)
def test_chips_have_a_true_minus(number: int | None, written: str) -> None:
    assert wording.chips(number) == written


@pytest.mark.parametrize(
    ("number", "written"), [(12, "+12"), (-12, "−12"), (0, "0"), (None, "–")]
)
def test_gains_have_a_plus(number: int | None, written: str) -> None:
    assert wording.signed(number) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (4, "4"),
        (3.5, "3½"),
        (Fraction(5, 2), "2½"),
        (0.5, "½"),
        (0, "0"),
        (-1.5, "−1½"),
        (Fraction(10, 3), "3.33"),
        (None, "–"),
    ],
)
def test_shared_points_are_fractions(number: float | None, written: str) -> None:
    assert wording.points(number) == written


def test_chips_agree_with_their_number() -> None:
    assert [wording.chips_word(n) for n in (1, 9, 0)] == [
        "1 chip",
        "9 chips",
        "0 chips",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], ""),
        (["Marie"], "Marie"),
        (["Marie", "Josef"], "Marie and Josef"),
        (["Marie", "Josef", "Anna"], "Marie, Josef and Anna"),
    ],
)
def test_names_in_a_row(words: list[str], sentence: str) -> None:
    assert wording.and_list(words) == sentence


@pytest.mark.parametrize(
    ("hour", "written"),
    [(0, "12:05 am"), (9, "9:05 am"), (12, "12:05 pm"), (23, "11:05 pm")],
)
def test_noon_and_midnight(hour: int, written: str) -> None:
    moment = datetime(2026, 11, 2, hour, 5, tzinfo=UTC)
    assert wording.clock(moment) == written
    assert wording.clock_and_day(moment) == f"{written}, Nov 2"
