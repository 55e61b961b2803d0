"""How each language writes days, clocks, numbers and ordinals: one `Writing` a language.

Days and numbers are those of Unicode's CLDR, as Babel brings them. It knows no ordinals,
and its English clock, 7:45 PM, is not the one of Texas.
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
    """1st, 2nd, 3rd, 4th, 11th, 112th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def _texan_clock(moment: time) -> str:
    """7:45 pm."""
    half = "am" if moment.hour < 12 else "pm"
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {half}"


@dataclass(frozen=True, slots=True)
class Writing:
    """What a language needs beside its translation."""

    locale: str  # of CLDR, for days, numbers and money
    ordinal: Callable[[int], str]  # 1st
    clock: Callable[[time], str] | None = None  # where it is not that of CLDR


ENGLISH = Writing("en", _english_ordinal, _texan_clock)
WRITINGS = {
    "en": ENGLISH,
    # Made up, to prove that nothing is written past this table.
    "en-xa": Writing("fi", lambda number: f"{number}."),
}


def writing() -> Writing:
    """That of the language in which the reader is answered."""
    return WRITINGS.get(get_language() or "", ENGLISH)


@lru_cache(maxsize=64)
def _locale(code: str) -> Locale:
    return Locale.parse(code)


def day_written(moment: date, form: str) -> str:
    """A day in a form of CLDR: medium (Nov 20, 2026), long, full, or its parts: MMMd."""
    return _day(date(moment.year, moment.month, moment.day), form, writing().locale)


@lru_cache(maxsize=1 << 12)  # a page of the past has hundreds, mostly the same
def _day(moment: date, form: str, locale: str) -> str:
    if form in ("medium", "long", "full"):
        return format_date(moment, form, _locale(locale))
    return format_skeleton(form, moment, locale=_locale(locale))


def clock_written(moment: time) -> str:
    """A time of day, to the minute: 7:45 pm, 19.45."""
    conventions = writing()
    if conventions.clock:
        return conventions.clock(moment)
    return format_time(moment, "short", locale=_locale(conventions.locale))


def number_written(digits: str) -> str:
    """1234.50, not below nothing, with groups and the decimal sign: 1,234.50."""
    return _number(digits, writing().locale)


@lru_cache(maxsize=1 << 12)
def _number(digits: str, locale: str) -> str:
    babel_locale = _locale(locale)
    whole = babel_locale.decimal_formats[None].pattern.partition(".")[0]  # #,##0
    fraction = "0" * len(digits.partition(".")[2])
    pattern = f"{whole}.{fraction}" if fraction else whole
    return format_decimal(Decimal(digits), pattern, babel_locale)


def decimal_sign() -> str:
    """Between whole and part: 7.50."""
    return get_decimal_symbol(_locale(writing().locale))


def group_sign() -> str:
    """Between groups of three: 1,200."""
    return get_group_symbol(_locale(writing().locale))


def country_name(code: str) -> str:
    """A country by its code, in the reader's language: CZ is Czechia."""
    return str(_locale(writing().locale).territories.get(code, code))


def is_month_first() -> bool:
    """Whether 5/1 is May 1."""
    pattern = _locale(writing().locale).date_formats["short"].pattern
    return str(pattern).startswith("M")
