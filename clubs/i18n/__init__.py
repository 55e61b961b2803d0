"""Formatting of messages, names, numbers and times for pages, paper and the log.

Import `message` from here to write a message. What differs by language is in
`locale_formats`.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext, gettext_noop, ngettext

from clubs.i18n.currency import money as money
from clubs.i18n.locale_formats import (
    clock_written,
    day_written,
    number_written,
    writing,
)
from clubs.i18n.locale_formats import country_name as country_name
from clubs.i18n.messages import Sentence as Sentence
from clubs.i18n.messages import in_english as in_english
from clubs.i18n.messages import in_language as in_language
from clubs.i18n.messages import joined as joined
from clubs.i18n.messages import lazy_context_message as lazy_context_message
from clubs.i18n.messages import lazy_message as lazy_message
from clubs.i18n.messages import message as message
from clubs.i18n.messages import plural_message as plural_message
from clubs.i18n.person_names import AFTER_A_NAME as AFTER_A_NAME
from clubs.i18n.person_names import PersonName as PersonName
from clubs.i18n.person_names import family_first as family_first
from clubs.i18n.person_names import guessed as guessed
from clubs.i18n.person_names import short_name as short_name
from clubs.i18n.person_names import typed_name as typed_name
from clubs.i18n.person_names import unaccented as unaccented

MINUS = "\N{MINUS SIGN}"
MOST_DIGITS = 18  # as many digits as an integer column holds
NOTHING = "\N{EN DASH}"
TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
IN_LETTERS = (
    gettext_noop("none"),
    gettext_noop("one"),
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
)


def _counted(singular: str, plural: str) -> tuple[str, str]:
    """Mark the two forms for the message catalog, which finds them by this call."""
    return singular, plural


# Nouns with their number: singular and plural.
COUNTED = {
    "chip": _counted("{n} chip", "{n} chips"),
    "difference": _counted("{n} difference", "{n} differences"),
    "hand": _counted("{n} hand", "{n} hands"),
    "line": _counted("{n} line", "{n} lines"),
    "minute": _counted("{n} minute", "{n} minutes"),
    "photo": _counted("{n} photo", "{n} photos"),
    "player": _counted("{n} player", "{n} players"),
    "round": _counted("{n} round", "{n} rounds"),
    "row": _counted("{n} row", "{n} rows"),
    "score sheet": _counted("{n} score sheet", "{n} score sheets"),
    "second": _counted("{n} second", "{n} seconds"),
    "sheet": _counted("{n} sheet", "{n} sheets"),
    "table": _counted("{n} table", "{n} tables"),
    "table point": _counted("{n} table point", "{n} table points"),
    "tournament": _counted("{n} tournament", "{n} tournaments"),
    # Sheets by status.
    "open": _counted("{n} open", "{n} open"),
    "unbalanced": _counted("{n} unbalanced", "{n} unbalanced"),
    "counted": _counted("{n} counted", "{n} counted"),
    "verified": _counted("{n} verified", "{n} verified"),
}


def name(typed: str) -> str:
    """Return a name on one line, without invisible characters.

    Invisible characters come along when a name is copied from a chat, and can reverse
    the direction of the line.
    """
    visible = (sign for sign in typed if unicodedata.category(sign) != "Cf")
    return " ".join("".join(visible).split())


def whole_number(typed: object) -> int | None:
    """Return the whole number that was typed; None unless there are only digits.

    Also None for more digits than a column holds: Python refuses to parse some
    thousands.
    """
    text = str(typed).strip()
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def sentence(text: object) -> str:
    """Return a sentence with one full stop if a name before it also ends with one.

    For example, “… Pospíšil st.”
    """
    return TWO_STOPS.sub(".", str(text))


def chips(number: int | None, gain_sign: str = "") -> str:
    """Return a number of chips with a true minus sign; `gain_sign` "+" marks gains."""
    if number is None or number == "":
        return NOTHING
    sign = MINUS if number < 0 else gain_sign if number > 0 else ""
    return f"{sign}{abs(number)}"


def signed(number: int | None) -> str:
    """Return a gain or a loss: +12, −12, 0."""
    return chips(number, "+")


def points(number: int | float | Decimal | Fraction | None) -> str:
    """Return table points, which players tied for a place can share: 4, 3½."""
    if number is None or number == "":
        return NOTHING
    exact = Fraction(number)
    whole, part = divmod(abs(exact), 1)
    sign = MINUS if exact < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part not in QUARTERS:
        return decimal(exact, 2)
    return f"{sign}{whole or ''}{QUARTERS[part]}"


def decimal(number: int | float | Decimal | Fraction, digits: int) -> str:
    """Return a number with this many digits after the decimal sign: 3.33, −0.5."""
    text = f"{abs(float(number)):.{digits}f}"
    sign = MINUS if number < 0 and float(text) else ""
    return sign + number_written(text)


def tenths(number: float | Fraction | None) -> str:
    """Return a mean gain or loss: +3.4, −0.5, 0.0."""
    if number is None:
        return NOTHING
    tenth = decimal(number, 1)
    return f"+{tenth}" if number >= 0.05 else tenth


def many(number: int | None, noun: str, sign: str = "") -> str:
    """Return a number with its noun: 1 minute, −1 chip; `sign` as for `chips`.

    Use it only alone. Within a sentence, write the whole sentence as singular and
    plural (`plural_message`), because a language inflects the noun.
    """
    template = ngettext(*COUNTED[noun], plural_of(number))
    return template.format(n=chips(number, sign))


def plural_of(amount: float | Fraction | None) -> int:
    """Return the whole number that decides between singular and plural.

    The absolute amount; an amount with a fraction, or None, counts as plural.
    """
    return 2 if amount is None or amount % 1 else abs(int(amount))


def table_points(number: float | Fraction | None) -> str:
    """Return table points with their noun: 1 table point, 3½ table points."""
    template = ngettext(*COUNTED["table point"], plural_of(number))
    return template.format(n=points(number))


def chips_word(number: int | None) -> str:
    """Return a number of chips with its noun: 1 chip, 12 chips."""
    return many(number, "chip")


def in_words(number: int) -> str:
    """Return a number up to six in letters (three), a larger one in digits (12)."""
    return gettext(IN_LETTERS[number]) if number < len(IN_LETTERS) else str(number)


def ordinal(number: int) -> str:
    """Return an ordinal: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    return writing().ordinal(number)


def and_list(words: Iterable[object]) -> str:
    """Return words joined with “and”: Marie, Josef and Anna."""
    *most, last = _texts(words)
    return message("{most} and {last}", most=joined(most), last=last) if most else last


def or_list(words: Iterable[object]) -> str:
    """Return words joined with “or”: Marie, Josef or Anna."""
    *most, last = _texts(words)
    return message("{most} or {last}", most=joined(most), last=last) if most else last


def _texts(words: Iterable[object]) -> list[str]:
    """Return words as text in the reader's language; one empty text for no words."""
    texts = map(in_language, words)
    return [text if isinstance(text, str) else str(text) for text in texts] or [""]


def day(moment: date | datetime | None) -> str:
    """Return a date as in Texas: Nov 20, 2026."""
    return day_written(moment, "medium") if moment else NOTHING


def long_day(moment: date | datetime) -> str:
    """Return a date for the top of a report: November 20, 2026."""
    return day_written(moment, "long")


def full_day(moment: date | datetime | None) -> str:
    """Return a date for the top of printed paper: Friday, November 20, 2026."""
    return day_written(moment, "full") if moment else ""


def short_day(moment: date | datetime | None) -> str:
    """Return a date of the current season: Nov 20."""
    return day_written(moment, "MMMd") if moment else NOTHING


def clock(moment: datetime | None) -> str:
    """Return a time as in Texas: 7:45 pm.

    In the hour that the end of daylight saving time repeats, with the zone: 1:45 am
    CST.
    """
    if not moment:
        return NOTHING
    text = clock_written(moment.time())
    return f"{text} {moment.tzname()}" if _comes_twice(moment) else text


def hour(moment: time | None) -> str:
    """Return a time of day: 7:45 pm; "" for None."""
    return "" if moment is None else clock_written(moment)


def _comes_twice(moment: datetime) -> bool:
    """Return whether this time occurs twice because the clock is turned back."""
    offsets = {moment.replace(fold=fold).utcoffset() for fold in (0, 1)}
    return len(offsets) == 2


def clock_and_day(moment: datetime) -> str:
    """Return a time and date for paper: 7:45 pm, Nov 20."""
    return message("{time}, {day}", time=clock(moment), day=short_day(moment))


def in_ms(moment: datetime) -> int:
    """Return milliseconds since 1970, as scripts count."""
    return int(moment.timestamp() * 1000)


def chips_text(chips: int | None) -> str:
    """Return chips with a true minus sign; a dash for a round that wasn't played."""
    if chips is None:
        return NOTHING
    return f"{MINUS if chips < 0 else ''}{number_written(str(abs(chips)))}"


def place_text(place: int, tied: bool) -> str:
    """Return a place: 3, or 3= if it is shared."""
    return f"{place}=" if tied else f"{place}"
