"""How numbers, times and places are written."""

from datetime import UTC, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template
from django.utils import timezone

from clubs.templatetags import valat


@pytest.mark.parametrize(
    ("number", "written"),
    [(0, "0"), (112, "112"), (-12, "−12"), (None, "–"), ("", "–")],
)
def test_chips_have_a_true_minus(number: int | None, written: str) -> None:
    assert valat.chips(number) == written


@pytest.mark.parametrize(
    ("number", "written"), [(12, "+12"), (-12, "−12"), (0, "0"), (None, "–")]
)
def test_gains_have_a_plus(number: int | None, written: str) -> None:
    assert valat.signed(number) == written


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
    assert valat.points(number) == written


def test_chips_agree_with_their_number() -> None:
    assert [valat.chips_word(n) for n in (1, 9, 0)] == ["1 chip", "9 chips", "0 chips"]


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
    assert valat.and_list(words) == sentence


def test_times_stand_in_the_active_zone() -> None:
    moment = datetime(2026, 11, 21, 1, 45, tzinfo=UTC)
    text = "{% load valat %}{{ m|day }} / {{ m|short_day }} / {{ m|clock }}"
    with timezone.override(ZoneInfo("America/Chicago")):
        written = Template(text).render(Context({"m": moment}))
    assert written == "Nov 20, 2026 / Nov 20 / 7:45 pm"


@pytest.mark.parametrize(
    ("hour", "written"), [(0, "12:05 am"), (12, "12:05 pm"), (9, "9:05 am")]
)
def test_noon_and_midnight(hour: int, written: str) -> None:
    moment = datetime(2026, 11, 20, hour, 5)
    assert valat.clock(moment) == written


def test_the_next_to_play_sits_on_the_right() -> None:
    assert valat.seated("ABCD", 3) == [
        ("bottom", "C"),
        ("right", "D"),
        ("top", "A"),
        ("left", "B"),
    ]


def test_without_an_own_seat_the_first_is_at_the_bottom() -> None:
    assert valat.seated("ABCD")[0] == ("bottom", "A")


def test_many_pages_are_left_out_in_the_middle() -> None:
    page = Paginator(range(200), 10).page(10)
    assert valat.page_numbers(page) == [1, None, 9, 10, 11, None, 20]


def test_a_total_in_the_fewest_chips() -> None:
    assert valat.chip_counts(37) == {"blue": 3, "red": 1, "white": 2}


def test_a_qr_code_needs_nothing_from_outside() -> None:
    assert valat.qr_image("http://192.168.1.20:8000/t/x").startswith("data:image/svg")
