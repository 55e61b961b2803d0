"""How each language writes dates, clocks, numbers and ordinals: one `Writing` a language.

Django's own formats are not taken: they know no short day of this season, and their
Czech month and day is in the wrong case.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.translation import get_language


def _english_ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 112th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


@dataclass(frozen=True, slots=True)
class Writing:
    """Formats are those of Django's `dateformat`."""

    locale: str  # of Unicode's CLDR, for amounts of money
    decimal: str  # between whole and part: 7.50
    thousands: str  # between groups of three: 1,200
    day: str  # Nov 20, 2026
    long_day: str  # November 20, 2026
    full_day: str  # Friday, November 20, 2026
    short_day: str  # Nov 20
    clock: str  # 7:45
    halves: tuple[str, str]  # of the day, beside the clock: am, pm
    ordinal: Callable[[int], str]  # 1st


ENGLISH = Writing(
    "en",
    ".",
    ",",
    "M j, Y",
    "F j, Y",
    "l, F j, Y",
    "M j",
    "g:i",
    (" am", " pm"),
    _english_ordinal,
)
WRITINGS = {
    "en": ENGLISH,
    # Made up, to prove that nothing is written past this table.
    "en-xa": replace(
        ENGLISH,
        **{
            "locale": "fi",
            "decimal": ",",
            "thousands": "\N{NARROW NO-BREAK SPACE}",
            "clock": "H:i",
        },
        halves=("", ""),
        **{
            "day": "j. n. Y",
            "long_day": "j. n. Y",
            "full_day": "l j. n. Y",
            "short_day": "j. n.",
        },
        ordinal=lambda number: f"{number}.",
    ),
}


def writing() -> Writing:
    """That of the language in which the reader is answered."""
    return WRITINGS.get(get_language() or "", ENGLISH)
