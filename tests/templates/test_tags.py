"""How numbers, times and places are written."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template
from django.utils import timezone

from clubs.templatetags import valat


def test_times_stand_in_the_active_zone() -> None:
    moment = datetime(2026, 11, 21, 1, 45, tzinfo=UTC)
    text = "{% load valat %}{{ m|day }} / {{ m|short_day }} / {{ m|clock }}"
    with timezone.override(ZoneInfo("America/Chicago")):
        written = Template(text).render(Context({"m": moment}))
    assert written == "Nov 20, 2026 / Nov 20 / 7:45 pm"


def test_the_next_to_play_sits_on_the_right() -> None:
    assert valat.seated("ABCD") == [
        ("bottom", "A"),
        ("right", "B"),
        ("top", "C"),
        ("left", "D"),
    ]


def test_where_play_goes_to_the_left_he_sits_on_the_left() -> None:
    assert valat.seated("ABC", "left") == [
        ("bottom", "A"),
        ("left", "B"),
        ("right", "C"),
    ]
    sides = [side for side, _ in valat.seated("ABCDE", "left")]
    assert sides == ["bottom", "left", "top-left", "top-right", "right"]


def test_many_pages_are_left_out_in_the_middle() -> None:
    page = Paginator(range(200), 10).page(10)
    assert valat.page_numbers(page) == [1, None, 9, 10, 11, None, 20]


def test_a_qr_code_needs_nothing_from_outside() -> None:
    assert valat.qr_image("http://192.168.1.20:8000/t/x").startswith("data:image/svg")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("solo <", "solo &lt;"),
        ("♥  ●", '<span class="red-suit">♥</span>  ●'),
        ("♠♦A", '♠<span class="red-suit">♦</span>A'),
    ],
)
def test_red_suits_are_marked(text: str, shown: str) -> None:
    assert valat.red_suits(text) == shown
