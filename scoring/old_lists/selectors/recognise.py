"""An old list understood: from sheets of cells to evenings with what each says of whom.

A pure function of the cells and of what somebody chose about them; it guesses what is
not said, and says what it could not read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from clubs import wording
from clubs.selectors.people import plain_name
from clubs.wording import say
from scoring.old_lists.selectors.dates import (
    DASHES,
    SLASHES,
    Heard,
    Year,
    day_in,
    runs_on,
    year_in,
)
from scoring.old_lists.selectors.facts import LONGEST_NAME, Fact, PastEvening
from scoring.old_lists.selectors.layout import (
    Column,
    Layout,
    Meaning,
    Shape,
    is_name,
    is_somebody,
    layout_of,
    meaning_of,
    turned,
)
from scoring.old_lists.selectors.numbers import is_blank, number_in, place_in
from scoring.people.selectors.spreadsheets import Sheet

MOST_PROBLEMS = 5  # of one evening
MOST_CHIPS = 1_000_000
MOST_POINTS = 100  # table points of an evening, whose ties share them by halves
FEW = 1.5  # times as many as came: a larger number is no place
MANY_ZEROS = 0.15  # of the cells: then 0 means that somebody was away
ENOUGH_LETTERS = 3  # of a title


class Holds(StrEnum):
    """What the numbers of a list are."""

    TOTAL = "total"  # chips with the start chips
    NET = "net"  # chips above them
    POINTS = "points"  # table points
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody said of a list; None: as it seems.

    `years` by sheet, `days` by evening (ISO), `columns` by sheet and column; `off` are
    evenings that stay out. `rounds`: of each evening whose list does not say it.
    """

    holds: Holds | None = None
    month_first: bool | None = None
    zero_is_away: bool | None = None
    family_first: bool = False
    rounds: int | None = None
    years: Mapping[str, str] = field(default_factory=dict)
    days: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FoundEvening:
    """An evening of the list. `day` None: nobody could say it yet.

    `said`: the words it stands under; `either`: day and month may be the other way round;
    `whole` False: only the month was said. With `problems` it cannot come in.
    """

    key: str
    sheet: str
    said: str
    day: date | None
    title: str
    facts: tuple[Fact, ...]
    either: bool = False
    whole: bool = True
    problems: tuple[str, ...] = ()
    off: bool = False

    @property
    def comes(self) -> bool:
        return bool(self.day and self.facts and not self.problems and not self.off)

    def past(self) -> PastEvening:
        """As it comes in; only one that `comes`."""
        assert self.day
        return PastEvening(self.day, self.title, self.facts)


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """How a sheet was read; `key` of its choices."""

    key: str
    name: str
    layout: Layout
    evenings: int
    needs_year: bool = False


@dataclass(frozen=True, slots=True)
class Recognised:
    """All of it; `asks_order`: nothing tells whether 5/1 is in May or in January."""

    sheets: tuple[FoundSheet, ...]
    evenings: tuple[FoundEvening, ...]
    holds: Holds
    month_first: bool
    asks_order: bool
    zero_is_away: bool
    has_rounds: bool

    @property
    def coming(self) -> list[FoundEvening]:
        """Those that can come in, by their days."""
        return sorted(
            (e for e in self.evenings if e.comes), key=lambda e: e.day or date.min
        )


@dataclass(frozen=True, slots=True)
class _Cells:
    """What the list says of somebody on an evening, as text by its meaning."""

    line: int
    name: str
    texts: dict[Meaning, str]


@dataclass(slots=True)
class _Evening:
    key: str
    sheet: Sheet
    said: str
    title: str
    year: Year | None
    cells: list[_Cells] = field(default_factory=list)


def recognise(
    sheets: Sequence[Sheet],
    choices: Choices = Choices(),
    *,
    around: str = "",
    today: date = date.max,
    month_first: bool = False,
) -> Recognised:
    """What the sheets say; `month_first` where neither they nor anybody says it."""
    found = [
        (str(n), each, _chosen(str(n), layout_of(each, around), choices))
        for n, each in enumerate(sheets)
    ]
    heard = [
        e for key, each, layout in found for e in _evenings(key, each, layout, choices)
    ]
    sure = _order(heard)
    first = next(
        each for each in (choices.month_first, sure, month_first) if each is not None
    )
    days = {e.key: day_in(e.said, e.year, month_first=first) for e in heard}
    either = any(each and each.either for each in days.values())
    if choices.month_first is None and sure is None and either:
        first = _runs_better(heard, first)
        days = {e.key: day_in(e.said, e.year, month_first=first) for e in heard}
    holds = choices.holds or _guessed(heard)
    zero = choices.zero_is_away
    reader = _Reader(
        replace(choices, holds=holds),
        _zero_is_away(heard, holds) if zero is None else zero,
        today,
    )
    evenings = tuple(reader.evening(each, days[each.key]) for each in heard)
    numbers = {
        key: sum(e.key.split(".")[0] == key for e in heard) for key, _, _ in found
    }
    return Recognised(
        tuple(
            FoundSheet(
                key, each.name, layout, numbers[key], _needs_year(key, heard, days)
            )
            for key, each, layout in found
        ),
        evenings,
        holds,
        first,
        sure is None and either,
        reader.zero_is_away,
        any(fact.rounds is not None for each in evenings for fact in each.facts),
    )


def _chosen(key: str, layout: Layout, choices: Choices) -> Layout:
    """With the meanings and the year that somebody chose."""
    columns = tuple(
        replace(
            each, meaning=Meaning(choices.columns.get(f"{key}.{each.at}", each.meaning))
        )
        for each in layout.columns
    )
    year = year_in(choices.years.get(key, "")) or layout.year
    return replace(layout, columns=columns, year=year)


def _needs_year(
    key: str, heard: Iterable[_Evening], days: Mapping[str, Heard | None]
) -> bool:
    """Whether a year would help: some day of the sheet is not understood without one."""
    own = [each for each in heard if each.key.split(".")[0] == key]
    return any(
        days[each.key] is None and day_in(each.said, Year(2000)) is not None
        for each in own
    )


def _evenings(
    key: str, sheet: Sheet, layout: Layout, choices: Choices
) -> Iterator[_Evening]:
    rows = turned(sheet.rows) if layout.turned else sheet.rows
    by_key: dict[str, _Evening] = {}
    before: tuple[str, str] = ("", "")
    groups = [_one_evening(f"{key}.", layout, layout.day, "")]
    if layout.shape is Shape.ACROSS:
        groups = [*_evenings_across(key, layout)]
    for line, row in enumerate(rows[layout.head + 1 :], start=layout.head + 2):
        name = _name(row, layout, family_first=choices.family_first)
        title = _text(row, layout, Meaning.TITLE)
        if day := _text(row, layout, Meaning.DATE):  # it may stand once for all below
            before = (day, title)
        if not is_name(name) or not is_somebody(name) or meaning_of(name):
            continue
        if layout.shape is Shape.DOWN:
            groups = [_one_evening(f"{key}.{before[0]}|{before[1]}", layout, *before)]
        for group, said, title, columns in groups:
            evening = by_key.setdefault(
                group, _Evening(group, sheet, said, title, layout.year)
            )
            texts = {each.meaning: _cell(row, each.at) for each in columns}
            if not all(map(is_blank, texts.values())):
                evening.cells.append(_Cells(line, name, texts))
    yield from by_key.values()


# The key of an evening, the text of its day, its title, and the columns that say more.
_Group = tuple[str, str, str, Sequence[Column]]
_OF_NUMBERS = (Meaning.PLACE, Meaning.NUMBER, Meaning.POINTS, Meaning.ROUNDS)


def _one_evening(key: str, layout: Layout, day: str, title: str) -> _Group:
    """A row, or all of them, are of one evening."""
    columns = [each for each in layout.columns if each.meaning in _OF_NUMBERS]
    return key, day, title, columns


def _evenings_across(key: str, layout: Layout) -> Iterator[_Group]:
    """Each evening with its column, or its columns where heads stand below its day."""
    by_evening: dict[tuple[str, int], list[Column]] = {}
    first: dict[str, int] = {}
    for each in layout.columns:
        if each.meaning in _OF_NUMBERS:
            alone = each.meaning is Meaning.NUMBER and each.head == each.evening
            at = each.at if alone else first.setdefault(each.evening, each.at)
            by_evening.setdefault((each.evening, at), []).append(each)
    for (said, at), columns in by_evening.items():
        yield f"{key}.{at}", said, "", columns


def _name(row: Sequence[str], layout: Layout, *, family_first: bool) -> str:
    """First name first; after a comma stands the first name."""
    last, first = (_text(row, layout, each) for each in (Meaning.LAST, Meaning.FIRST))
    name = wording.name(_text(row, layout, Meaning.NAME))
    if last or first:
        return wording.name(f"{first} {last}")
    family, comma, given = name.partition(",")
    if comma and given.strip():
        words = given.split()
        after = [words.pop()] if _is_after(words[-1]) else []
        return " ".join([*words, family.strip(), *after])
    if family_first and " " in name:
        family, _, given = name.partition(" ")
        return f"{given} {family}"
    return name


def _is_after(word: str) -> bool:
    """Whether it may follow a family name: Josef Marek, Jr."""
    return word.casefold().strip(".,") in wording.AFTER_A_NAME


def _text(row: Sequence[str], layout: Layout, meaning: Meaning) -> str:
    found = (_cell(row, each.at) for each in layout.columns if each.meaning is meaning)
    return next(found, "")


def _order(heard: Iterable[_Evening]) -> bool | None:
    """Whether months stand first, where some day says it: 5/21; None where none does."""
    found: set[bool] = set()
    for each in heard:
        said = SLASHES.search(each.said) or DASHES.search(each.said)
        if said and (int(said[1]) > 12) != (int(said[2]) > 12):
            found.add(int(said[2]) > 12)
    return found.pop() if len(found) == 1 else None


def _runs_better(heard: Sequence[_Evening], usual: bool) -> bool:
    """The order in which the days follow each other better; the usual one where both do."""

    def turns(first: bool) -> int:
        days = [day_in(e.said, e.year, month_first=first) for e in heard]
        return runs_on([each.day for each in days if each])

    return usual if turns(usual) <= turns(not usual) else not usual


def _guessed(heard: Sequence[_Evening]) -> Holds:
    """What the numbers are, where nobody says it."""
    evenings = [
        [
            n
            for n in (number_in(c.texts.get(Meaning.NUMBER, "")) for c in each.cells)
            if n is not None
        ]
        for each in heard
    ]
    numbers = [n for each in evenings for n in each]
    has_places = any(Meaning.PLACE in c.texts for e in heard for c in e.cells)
    if not numbers:
        return Holds.TOTAL
    if min(numbers) < 0:
        return Holds.NET
    if max(numbers) <= MOST_POINTS and any(not n.is_integer() for n in numbers):
        return Holds.POINTS
    full = [each for each in evenings if each]
    looks = all(min(each) >= 1 and max(each) <= FEW * len(each) + 1 for each in full)
    has_first = sum(1 in each for each in full) * 2 > len(full)
    return Holds.PLACE if looks and has_first and not has_places else Holds.TOTAL


def _zero_is_away(heard: Iterable[_Evening], holds: Holds) -> bool:
    texts = [c.texts.get(Meaning.NUMBER, "") for e in heard for c in e.cells]
    numbers = [n for n in map(number_in, texts) if n is not None]
    zeros = sum(n == 0 for n in numbers)
    return holds is Holds.PLACE or zeros > MANY_ZEROS * len(numbers)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the cells of an evening, and collects what is wrong with them."""

    choices: Choices
    zero_is_away: bool
    today: date

    def evening(self, found: _Evening, heard: Heard | None) -> FoundEvening:
        chosen = self.choices.days.get(found.key)
        day = _iso(chosen) if chosen else heard.day if heard else None
        facts, problems = self.facts(found.cells)
        if day and day > self.today:
            problems.append(say("The day is still to come."))
        rest = heard.rest if heard else ""
        title = found.title or rest
        return FoundEvening(
            found.key,
            found.sheet.name,
            found.said,
            day,
            title[:LONGEST_NAME]
            if sum(map(str.isalpha, title)) > ENOUGH_LETTERS
            else "",
            facts,
            bool(heard and heard.either and not chosen),
            bool(chosen or (heard and heard.whole)),
            tuple(problems[:MOST_PROBLEMS]),
            found.key in self.choices.off,
        )

    def facts(self, cells: Iterable[_Cells]) -> tuple[tuple[Fact, ...], list[str]]:
        """Who was there, each once, with what the list says."""
        by_name: dict[str, tuple[Fact, int]] = {}
        problems: list[str] = []
        for each in cells:
            fact = self.fact(each, problems)
            if fact is None:
                continue
            same, line = by_name.setdefault(plain_name(each.name), (fact, each.line))
            if line != each.line and same != fact:
                problems.append(
                    say(
                        "Lines {one} and {other} are one name: {name}.",
                        one=line,
                        other=each.line,
                        name=each.name,
                    )
                )
        facts = tuple(fact for fact, _ in by_name.values())
        if facts and not (_all_have(facts, "place") or self.all_have_number(facts)):
            problems.append(say("Some have a place, and others only a number."))
        return facts, problems

    def all_have_number(self, facts: Iterable[Fact]) -> bool:
        what = "points" if self.choices.holds is Holds.POINTS else "total"
        return _all_have(facts, what)

    def fact(self, cells: _Cells, problems: list[str]) -> Fact | None:
        """None where he was away."""
        numbers: dict[Meaning, float | None] = {}
        for meaning, text in cells.texts.items():
            numbers[meaning] = number = _read(meaning, text, self.choices.holds)
            if number is None and not is_blank(text):
                problems.append(
                    say(
                        "Line {line}: “{text}” is no number.",
                        line=cells.line,
                        text=text[:40],
                    )
                )
        number = numbers.get(Meaning.NUMBER)
        if number == 0 and self.zero_is_away:
            number = None
        place, points = numbers.get(Meaning.PLACE), numbers.get(Meaning.POINTS)
        holds, total = self.choices.holds, None
        if holds is Holds.PLACE:
            place = place or number
        elif holds is Holds.POINTS:
            points = number if points is None else points
        else:
            total = number
        if place is None and points is None and total is None:
            return None
        if wrong := _impossible(cells, total):
            problems.append(wrong)
        rounds = numbers.get(Meaning.ROUNDS) or self.choices.rounds
        return Fact(
            cells.name,
            int(place) if place else None,
            None if total is None else int(total),
            points,
            int(rounds) if rounds else None,
        )


def _read(meaning: Meaning, text: str, holds: Holds | None) -> float | None:
    if is_blank(text):
        return None
    is_place = meaning is Meaning.PLACE or (
        meaning is Meaning.NUMBER and holds is Holds.PLACE
    )
    if is_place and number_in(text) != 0:
        return place_in(text)
    number = number_in(text)
    too_many = meaning is Meaning.ROUNDS and not (number and 1 <= number <= 60)
    return None if too_many and number != 0 else number


def _impossible(cells: _Cells, total: float | None) -> str:
    if len(cells.name) > LONGEST_NAME:
        return say(
            "Line {line}: the name has more than {most} letters.",
            line=cells.line,
            most=LONGEST_NAME,
        )
    if total is not None and not (total.is_integer() and abs(total) <= MOST_CHIPS):
        return say(
            "Line {line}: “{text}” is no whole number of chips.",
            line=cells.line,
            text=cells.texts[Meaning.NUMBER],
        )
    return ""


def _all_have(facts: Iterable[Fact], what: str) -> bool:
    return all(getattr(each, what) is not None for each in facts)


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""


def names_of(evenings: Iterable[FoundEvening]) -> list[str]:
    """Everybody in them, each spelling once, in the order they come."""
    return [*dict.fromkeys(fact.name for each in evenings for fact in each.facts)]


def choices_from(kept: Mapping[str, Any]) -> Choices:
    """What was kept of them as JSON."""
    holds = kept.get("holds")
    return Choices(
        Holds(holds) if holds else None,
        kept.get("month_first"),
        kept.get("zero_is_away"),
        bool(kept.get("family_first")),
        kept.get("rounds"),
        kept.get("years", {}),
        kept.get("days", {}),
        kept.get("columns", {}),
        frozenset(kept.get("off", ())),
    )
