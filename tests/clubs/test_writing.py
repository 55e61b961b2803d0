"""Days, clocks, numbers and money in English, letter for letter as they always were.

tests/cases/writing.json was made before Babel wrote them.
"""

import json
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from clubs import i18n
from clubs.i18n.locale_formats import WRITINGS, Writing, is_month_first
from tests.in_turn import in_turn

CASES = json.loads(
    (Path(__file__).parent.parent / "cases" / "writing.json").read_text("utf-8")
)
TEXAS = ZoneInfo("America/Chicago")


def test_days() -> None:
    for iso, *forms in CASES["days"]:
        day = date.fromisoformat(iso)
        written = [
            i18n.day(day),
            i18n.long_day(day),
            i18n.full_day(day),
            i18n.short_day(day),
        ]
        assert written == forms
        evening = datetime.combine(day, time(23, 59), TEXAS)
        assert i18n.day(evening) == forms[0]


def test_clocks_of_the_night_that_has_an_hour_twice_and_of_one_that_lacks_one() -> None:
    for iso, fold, text in CASES["clocks"]:
        moment = datetime.fromisoformat(iso)
        if moment.tzinfo:
            moment = moment.replace(tzinfo=TEXAS, fold=fold)
        assert i18n.clock(moment) == text


def test_numbers() -> None:
    for number, text in CASES["chips"]:
        assert i18n.chips_text(number) == text
    for number, none, one, two, three, tenths, points in CASES["decimals"]:
        written = [i18n.decimal(number, digits) for digits in range(4)]
        assert written == [none, one, two, three]
        assert i18n.tenths(number) == tenths
        assert i18n.points(number) == points
    for fraction, one, two, points, tenths in CASES["fractions"]:
        exact = Fraction(fraction)
        assert i18n.decimal(exact, 1) == one
        assert i18n.decimal(exact, 2) == two
        assert i18n.points(exact) == points
        assert i18n.tenths(exact) == tenths


def test_money() -> None:
    for coins, currency, text in CASES["money"]:
        assert i18n.money(coins, currency) == text


NIGHT = datetime(2026, 11, 20, 19, 5, tzinfo=TEXAS)


@in_turn(
    "locale, days, clock, number, month_first",
    [
        (
            "cs",
            ["20. 11. 2026", "20. listopadu 2026", "20. 11."],
            "19:05",
            "1\N{NO-BREAK SPACE}234,50",
            False,
        ),
        (
            "de",
            ["20.11.2026", "20. November 2026", "20. Nov."],
            "19:05",
            "1.234,50",
            False,
        ),
        (
            "hu",
            ["2026. nov. 20.", "2026. november 20.", "nov. 20."],
            "19:05",
            "1\N{NO-BREAK SPACE}234,50",
            False,
        ),
    ],
)
def test_another_language_writes_as_it_does(
    monkeypatch: pytest.MonkeyPatch,
    locale: str,
    days: list[str],
    clock: str,
    number: str,
    month_first: bool,
) -> None:
    monkeypatch.setitem(WRITINGS, locale, Writing(locale, str))
    with override(locale):
        written = [
            i18n.day(NIGHT),
            i18n.long_day(NIGHT),
            i18n.short_day(NIGHT),
        ]
        assert written == days
        assert i18n.clock(NIGHT) == clock
        assert i18n.decimal(1234.5, 2) == number
        assert is_month_first() is month_first
    assert is_month_first()
