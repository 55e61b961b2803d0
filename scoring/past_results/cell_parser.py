"""The content of a cell of an old list: a number, place, date or year.

Numbers as written in lists: 1 234, 12,5, −12, 3., 3=, 1 204,- and 150 Kč. Dates as
written above a column: 1.5.1998, 5/1/98, May 1, 1998, 1. května.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from clubs.name_search import unaccented
from scoring.people.numbers import number_in as number_in

BLANK = (
    *("", "-", "--", "---", "–", "—", "−", "x", "/", ".", "n/a", "#n/a", "#ref!"),
    "#value!",
)
# Words, without dots and accents, for a player who was away.
AWAY = frozenset(
    [
        "away",
        "absent",
        "abs",
        "sick",
        "ill",
        "excused",
        "exc",
        "dns",
        "dnp",
        "noshow",
        "omluven",
        "omluvena",
        "omluveno",
        "oml",
        "nemoc",
        "nemocny",
        "nemocna",
        "nemocen",
        "nehral",
        "nehrala",
        "neucast",
        "nepritomen",
        "nepritomna",
        "nepr",
        "ned",
        "neprisel",
        "neprisla",
        "dovolena",
        "ospravedlneny",
        "ospravedlnena",
        "chory",
        "chora",
        "nepritomny",
        "krank",
        "entschuldigt",
        "entsch",
        "fehlt",
        "gefehlt",
        "abwesend",
        "urlaub",
        "verhindert",
        "hianyzott",
        "hianyzik",
        "beteg",
        "tavol",
        "igazolt",
        "nemjott",
        "nieobecny",
        "nieobecna",
        "nb",
        "usprawiedliwiony",
        "odsoten",
        "odsotna",
        "bolan",
        "bolna",
        "opraviceno",
        "assente",
        "malato",
        "malata",
        "ass",
        "excuse",
        "excusee",
        "malade",
        "absente",
        "ausente",
        "enfermo",
    ]
)
ORDINAL = re.compile(r"(\d{1,4})\s?(?:\.|=|\*|st|nd|rd|th|º|°|er|e)+", re.IGNORECASE)

SHARED = re.compile(r"(\d{1,3}) ?\.? ?[-–—/] ?(\d{1,3}) ?\.?")


def is_blank(text: str) -> bool:
    """Return whether a cell means that a player didn't play."""
    return text.strip().casefold() in BLANK


def is_away_word(text: str) -> bool:
    """Return whether a cell has a word for being away: omluven, DNS, sick."""
    plain = "".join(filter(str.isalpha, unaccented(text)))
    return plain in AWAY


def value_in(text: str) -> float | None:
    """Return the number in a cell, also if written as a place: 3., 3.-5."""
    number = number_in(text)
    if number is None and (place := place_in(text)):
        return float(place)
    return number


def place_in(text: str) -> int | None:
    """Return a place: 3, 3., 3rd, 3=, the first of 3.-5.; None for others."""
    plain = text.strip()
    if shared := SHARED.fullmatch(plain):
        first, last = int(shared[1]), int(shared[2])
        return first if 1 <= first < last else None
    match = ORDINAL.fullmatch(plain)
    number = float(match[1]) if match else number_in(plain)
    if number is None or not number.is_integer() or not 1 <= number <= 9_999:
        return None
    return int(number)


# English, German, Czech, Slovak, Polish, Hungarian, Slovene, Italian, French; in the
# forms used in dates. Beginnings of three letters or more count too.
MONTHS = tuple(
    tuple(names.split())
    for names in (
        "january januar janner jaenner leden ledna januara styczen stycznia gennaio janvier",
        "february februar feber unor unora februara luty lutego febbraio fevrier",
        "march marz maerz brezen brezna marec marca marzec marcius marzo mars",
        "april duben dubna aprila kwiecien kwietnia aprilis aprile avril",
        "may mai kveten kvetna maj maja majus maggio",
        "june juni cerven cervna jun juna czerwiec czerwca junius junij giugno juin",
        "july juli cervenec cervence jul jula lipiec lipca julius julij luglio juillet",
        "august srpen srpna augusta sierpien sierpnia augusztus avgust agosto aout",
        "september zari septembra wrzesien wrzesnia szeptember settembre septembre",
        "october oktober rijen rijna oktobra pazdziernik pazdziernika ottobre octobre",
        "november listopad listopadu novembra listopada novembre",
        "december dezember prosinec prosince decembra grudzien grudnia dicembre decembre",
    )
)
ISO = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
DOTS = re.compile(r"\b(\d{1,2})\s?\.\s?(\d{1,2})\s?(?:\.\s?(\d{4}|\d{2})\b|\.)")
DASHES = re.compile(r"\b(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})\b")
SLASHES = re.compile(r"\b(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?\b")
WORDS = re.compile(r"[^\W\d_]{3,}")
# Default names of new sheets: List1 isn't the first of listopad, November.
SHEET = re.compile(
    r"(?:list|harok|sheet|tabelle|blatt|munka|arkusz|foglio|feuil|hoja|blad|planilha|table)"
    r" ?\d{0,3}"
)
NUMBERS = re.compile(r"\d+")
YEAR = re.compile(r"(?<!\d)((?:19|20)\d{2})(?:\s?[/–-]\s?((?:19|20)?\d{2}))?(?!\d)")
SERIAL = re.compile(r"\d{5}(\.0)?")  # days since 1899, like in Excel
FIRST, LAST = 1900, 2100
NEW_YEAR_OF_SEASON = 7  # from this month on, 1997/98 means 1997


@dataclass(frozen=True, slots=True)
class ParsedDate:
    """A date as it was understood.

    `is_ambiguous` means that day and month could be swapped. Without `whole`, only the
    month was given, and its first day is used. `rest` are the words next to the date.
    """

    day: date
    is_ambiguous: bool = False
    whole: bool = True
    rest: str = ""


@dataclass(frozen=True, slots=True)
class SheetYear:
    """The year of a sheet; `second` is set for a season that spans the new year."""

    first: int
    second: int | None = None

    def for_month(self, month: int) -> int:
        late = self.second is not None and month < NEW_YEAR_OF_SEASON
        return self.second if late and self.second else self.first


def year_in(*texts: str) -> SheetYear | None:
    """Return the year in the first text that has one: 1998, 1997/98; else None."""
    for text in texts:
        if match := YEAR.search(text):
            first, short = int(match[1]), match[2]
            second = first // 100 * 100 + int(short) % 100 if short else None
            if second is not None and second < first:
                second += 100
            return SheetYear(first, second if second == first + 1 else None)
    return None


def day_in(
    text: str, year: SheetYear | None = None, *, month_first: bool = False
) -> ParsedDate | None:
    """Return the date in a heading; None without one, or if its year is unknown.

    With `month_first`, 5/1/1998 is May 1; dots always mean day and month.
    """
    if SERIAL.fullmatch(text):
        return _heard(date(1899, 12, 30) + timedelta(int(float(text))))
    if match := ISO.search(text):
        return _day(text, match, int(match[1]), int(match[2]), int(match[3]))
    for pattern in (DOTS, DASHES, SLASHES):
        if match := pattern.search(text):
            return _of_numbers(text, match, year, month_first and pattern is not DOTS)
    return _of_words(text, year)


def _of_numbers(
    text: str, match: re.Match[str], year: SheetYear | None, month_first: bool
) -> ParsedDate | None:
    first, two = int(match[1]), int(match[2])
    dots = "." in match[0]
    is_ambiguous = not dots and first != two and max(first, two) <= 12
    swapped = not dots and (two > 12 or (month_first and first <= 12))
    day, month = (two, first) if swapped else (first, two)
    year_number = _full(int(match[3])) if match[3] else _of_sheet(year, month)
    return _day(text, match, year_number, month, day, is_ambiguous=is_ambiguous)


def _of_words(text: str, year: SheetYear | None) -> ParsedDate | None:
    """Return the date of a month's name and numbers: 1. května 1998, May 1st, March."""
    words = [unaccented(word) for word in WORDS.findall(text)]
    if SHEET.fullmatch(unaccented(text.strip())):
        return None
    numbers = [*map(int, NUMBERS.findall(text))]
    month = next(filter(None, map(_month, words)), 0)
    if not month or (not numbers and len(words) > 1):
        return None
    days = [number for number in numbers if 1 <= number <= 31]
    years = [number for number in numbers if FIRST <= number <= LAST]
    year_number = years[0] if years else _of_sheet(year, month)
    if not years and len(numbers) > 1:  # 1 May 98 has its year at the end
        days, year_number = days[:1], _full(numbers[-1])
    return _day(
        text, None, year_number, month, days[0] if days else 1, whole=bool(days)
    )


def _month(word: str) -> int:
    """Return a month from 1 to 12; 0 for other words."""
    numbers = [n for n, names in enumerate(MONTHS, start=1) if word in names]
    numbers += [
        n
        for n, names in enumerate(MONTHS, start=1)
        if any(name.startswith(word) for name in names)
    ]
    return next(iter(numbers), 0)


def _of_sheet(year: SheetYear | None, month: int) -> int | None:
    return year.for_month(month) if year else None


def _day(
    text: str,
    match: re.Match[str] | None,
    year: int | None,
    month: int,
    day: int,
    *,
    is_ambiguous: bool = False,
    whole: bool = True,
) -> ParsedDate | None:
    if year is None or not FIRST <= year <= LAST:
        return None
    try:
        parsed = date(year, month, day)
    except ValueError:
        return None
    rest = f"{text[: match.start()]} {text[match.end() :]}" if match else ""
    return ParsedDate(
        parsed, is_ambiguous, whole, " ".join(rest.split()).strip(" .,:;-–()")
    )


def _heard(day: date) -> ParsedDate | None:
    return ParsedDate(day) if FIRST <= day.year <= LAST else None


def _full(year: int) -> int:
    """Return a year in four digits: 98 is 1998, 07 is 2007."""
    if year > 99:
        return year
    return 2000 + year if year < 60 else 1900 + year


def runs_on(days: list[date]) -> int:
    """Return how often a date isn't after the one before it.

    Of two readings of dates, the one with fewer such steps is right.
    """
    return sum(later <= earlier for earlier, later in pairwise(days))
