"""Formats of dates, times, numbers and ordinals: one `Writing` for each language.

Dates and numbers are those of Unicode's CLDR, through Babel. CLDR has no ordinals, and
its English time, 7:45 PM, isn't the Texan one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import format_decimal, get_decimal_symbol, get_group_symbol
from django.utils.translation import get_language


def _english_ordinal(number: int) -> str:
    """Return an English ordinal: 1st, 2nd, 3rd, 4th, 11th, 112th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def _texan_clock(moment: time) -> str:
    """Return a time as in Texas: 7:45 pm."""
    half = "am" if moment.hour < 12 else "pm"
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {half}"


@dataclass(frozen=True, slots=True)
class Writing:
    """A language's formats, in addition to its translation."""

    locale: str  # CLDR's name, for dates, numbers and money
    ordinal: Callable[[int], str]  # 1st
    clock: Callable[[time], str] | None = None  # if it differs from CLDR's


ENGLISH = Writing("en", _english_ordinal, _texan_clock)
WRITINGS = {
    "en": ENGLISH,
    # A pseudo-language, to prove that all text goes through this table.
    "en-xa": Writing("fi", lambda number: f"{number}."),
}


def writing() -> Writing:
    """Return the formats of the reader's language."""
    return WRITINGS.get(get_language() or "", ENGLISH)


@lru_cache(maxsize=64)
def _locale(code: str) -> Locale:
    return Locale.parse(code)


def day_written(moment: date, form: str) -> str:
    """Return a date in a form of CLDR: medium (Nov 20, 2026), long, full, MMMd."""
    return _day(date(moment.year, moment.month, moment.day), form, writing().locale)


# A page of past results has hundreds of dates, mostly equal.
@lru_cache(maxsize=1 << 12)
def _day(moment: date, form: str, locale: str) -> str:
    if form in ("medium", "long", "full"):
        return format_date(moment, form, _locale(locale))
    return format_skeleton(form, moment, locale=_locale(locale))


def clock_written(moment: time) -> str:
    """Return a time of day, to the minute: 7:45 pm, 19.45."""
    conventions = writing()
    if conventions.clock:
        return conventions.clock(moment)
    return format_time(moment, "short", locale=_locale(conventions.locale))


def number_written(digits: str) -> str:
    """Return the digits of a number that isn't negative, with group and decimal signs.

    For example, 1234.50 becomes 1,234.50.
    """
    return _number(digits, writing().locale)


@lru_cache(maxsize=1 << 12)
def _number(digits: str, locale: str) -> str:
    babel_locale = _locale(locale)
    whole = babel_locale.decimal_formats[None].pattern.partition(".")[0]  # #,##0
    fraction = "0" * len(digits.partition(".")[2])
    pattern = f"{whole}.{fraction}" if fraction else whole
    return format_decimal(Decimal(digits), pattern, babel_locale)


def decimal_sign() -> str:
    """Return the sign between whole and fraction: 7.50."""
    return get_decimal_symbol(_locale(writing().locale))


def group_sign() -> str:
    """Return the sign between groups of three digits: 1,200."""
    return get_group_symbol(_locale(writing().locale))


def country_name(code: str) -> str:
    """Return a country's name in the reader's language: Czechia for CZ."""
    return str(_locale(writing().locale).territories.get(code, code))


def is_month_first() -> bool:
    """Return whether 5/1 means May 1."""
    pattern = _locale(writing().locale).date_formats["short"].pattern
    return str(pattern).startswith("M")
