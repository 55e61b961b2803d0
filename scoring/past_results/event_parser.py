"""Events read from the cells of an old list: collected, parsed, and with problems."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from itertools import chain
from typing import Any

from clubs import i18n
from clubs.i18n import chips, message
from rules.season import PRESETS, Counts, Formula, Places
from scoring.past_results.cell_parser import (
    ParsedDate,
    SheetYear,
    is_blank,
    number_in,
    place_in,
)
from scoring.past_results.layout import LETTERS, Column, Layout, Meaning, Shape, turned
from scoring.people.name_order import comma_parts, family_comma_given, given_first
from scoring.people.spreadsheets import Worksheet
from scoring.people.xlsx_reader import NO_VALUE


class ColumnMeaning(StrEnum):
    """The meaning of the numbers of a list."""

    TOTAL = "total"  # chips including the start chips
    NET = "net"  # chips above or below the start chips
    POINTS = "points"  # table points
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class ParserChoices:
    """The choices made for a list; None means as detected.

    `years` are by sheet, `days` by event (ISO), `columns` by sheet and column. `off`
    are events to leave out; `nobody` tells of a name whether it's no person. `parts` is
    the number of chips here per chip of the list, if it has halves or cents. `rounds`
    applies to each event whose list doesn't tell.
    """

    holds: ColumnMeaning | None = None
    month_first: bool | None = None
    zero_is_away: bool | None = None
    family_first: bool | None = None
    rounds: int | None = None
    years: Mapping[str, str] = field(default_factory=dict)
    days: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    off: frozenset[str] = frozenset()
    nobody: Mapping[str, bool] = field(default_factory=dict)
    parts: int | None = None
    away: Mapping[str, bool] = field(default_factory=dict)
    hidden: bool = False


AS_IT_SEEMS = ParserChoices()


def choices_from(stored: Mapping[str, Any]) -> ParserChoices:
    """Return the choices from JSON."""
    holds = stored.get("holds")
    return ParserChoices(
        ColumnMeaning(holds) if holds else None,
        stored.get("month_first"),
        stored.get("zero_is_away"),
        stored.get("family_first"),
        stored.get("rounds"),
        stored.get("years", {}),
        stored.get("days", {}),
        stored.get("columns", {}),
        frozenset(stored.get("off", ())),
        stored.get("nobody", {}),
        stored.get("parts"),
        stored.get("away", {}),
        bool(stored.get("hidden")),
    )


LONGEST_NAME = 80  # letters, in the name of a person or event


@dataclass(frozen=True, slots=True)
class Fact:
    """A player's result at an event; None for values that the list doesn't have.

    `total` is in chips, `points` are table points, `rounds` is the number of rounds
    played.
    """

    name: str
    place: int | None = None
    total: int | None = None
    points: float | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An event and everyone who was there; `title` is its name in the list, or ""."""

    day: date
    title: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """A plan for an import: the events in order, and the player of each name.

    `known` has a player's key for each name of a player in the club. The other names
    are new, and those with an equal `new_as` are one person. `start_chips` are included
    in the totals of each round, 0 if the totals are net.
    """

    game: str
    start_chips: int
    by_points: bool
    evenings: tuple[PastEvening, ...]
    known: dict[str, int] = field(default_factory=dict)
    new_as: dict[str, str] = field(default_factory=dict)

    @property
    def formula(self) -> Formula:
        """The formula for a season of which nothing else is known."""
        facts = [*chain.from_iterable(evening.facts for evening in self.evenings)]
        if self.by_points:
            return Formula(counts=Counts.POINTS)
        if any(fact.total is None for fact in facts):
            return Formula(counts=Counts.PLACES, table=Places.TENS)
        if self.start_chips and any(fact.rounds is None for fact in facts):
            return PRESETS["chips"]
        return PRESETS["net"]


# The key of an event, the text of its date, its title, and the columns with its
# numbers.
_Group = tuple[str, str, str, Sequence[Column]]
_OF_NUMBERS = (Meaning.PLACE, Meaning.NUMBER, Meaning.POINTS, Meaning.ROUNDS)


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells about one player at an event, as text by meaning."""

    line: int
    name: str
    texts: dict[Meaning, str]
    turned: bool = False  # `line` counts columns
    by_round: tuple[str, ...] = ()  # one cell per round, if there are such columns

    @property
    def location(self) -> str:
        """The location in a spreadsheet: Line 12, or Column L of a transposed sheet."""
        if self.turned:
            return message("Column {column}", column=letters_of(self.line))
        return message("Line {number}", number=chips(self.line))

    def one_name_with(self, before: "Cells") -> str:
        """Return the problem of two lines, or columns, with one name."""
        if self.turned:
            return message(
                "Columns {one} and {other} have the same name: {name}.",
                one=letters_of(before.line),
                other=letters_of(self.line),
                name=self.name,
            )
        return message(
            "Lines {one} and {other} have the same name: {name}.",
            one=before.line,
            other=self.line,
            name=self.name,
        )


def letters_of(column: int) -> str:
    """Return a column's name in spreadsheets: A, Z, AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@dataclass(slots=True)
class Gathered:
    """An event with its cells; `label` is its date's text, `year` its sheet's year."""

    key: str
    sheet: Worksheet
    label: str
    title: str
    year: SheetYear | None
    cells: list[Cells] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Order:
    """The order of names in a list; `comma` means family name, then given name."""

    family_first: bool = False
    comma: bool = True


def gathered(
    key: str, sheet: Worksheet, layout: Layout, order: Order
) -> Iterator[Gathered]:
    """Yield the events of a sheet with this layout."""
    rows = turned(sheet.rows) if layout.turned else sheet.rows
    by_key: dict[str, Gathered] = {}
    before: tuple[str, str] = ("", "")
    groups = [_one_evening(f"{key}.", layout, layout.day, "")]
    if layout.shape is Shape.ACROSS:
        groups = [*_evenings_across(key, layout)]
    for line, row in enumerate(rows[layout.head + 1 :], start=layout.head + 2):
        name = _name(row, layout, order)
        title = _text(row, layout, Meaning.TITLE)
        if day := _text(row, layout, Meaning.DATE):  # for all lines below
            before = (day, title)
        if sum(map(str.isalpha, name)) < LETTERS or is_blank(name) or name == NO_VALUE:
            continue
        if layout.shape is Shape.DOWN:
            groups = [_one_evening(f"{key}.{before[0]}|{before[1]}", layout, *before)]
        for group, of_day, title, columns in groups:
            evening = by_key.setdefault(
                group, Gathered(group, sheet, of_day, title, layout.year)
            )
            texts = {column.meaning: _cell(row, column.index) for column in columns}
            by_round = tuple(
                _cell(row, column.index)
                for column in layout.columns
                if column.meaning is Meaning.ROUND and layout.shape is not Shape.ACROSS
            )
            if not all(map(is_blank, (*texts.values(), *by_round))):
                evening.cells.append(Cells(line, name, texts, layout.turned, by_round))
    yield from by_key.values()


def _one_evening(key: str, layout: Layout, day: str, title: str) -> _Group:
    """Return the group of all columns with numbers, for rows of one event."""
    columns = [column for column in layout.columns if column.meaning in _OF_NUMBERS]
    return key, day, title, columns


def _evenings_across(key: str, layout: Layout) -> Iterator[_Group]:
    """Yield each event with its column, or all columns with headings below."""
    by_evening: dict[tuple[str, int], list[Column]] = {}
    first: dict[str, int] = {}
    for column in layout.columns:
        if column.meaning in _OF_NUMBERS and column.evening:
            alone = column.meaning is Meaning.NUMBER and column.head == column.evening
            index = (
                column.index
                if alone
                else first.setdefault(column.evening, column.index)
            )
            by_evening.setdefault((column.evening, index), []).append(column)
    for (day, index), columns in by_evening.items():
        yield f"{key}.{index}", day, "", columns


def _name(row: Sequence[str], layout: Layout, order: Order) -> str:
    """Return a name with the given name first.

    The whole list decides what a comma separates.
    """
    last, first = (
        _text(row, layout, meaning) for meaning in (Meaning.LAST, Meaning.FIRST)
    )
    name = i18n.name(_text(row, layout, Meaning.NAME))
    if last or first:
        return i18n.name(f"{first} {last}")
    if parts := comma_parts(name):
        return family_comma_given(name).whole if order.comma else parts[0]
    words = [part.strip() for part in name.split(",") if part.strip()]
    if any(map(_is_after, words)):  # Josef Marek, Jr.
        name = " ".join(
            [*(w for w in words if not _is_after(w)), *filter(_is_after, words)]
        )
    return given_first(name) if order.family_first and " " in name else name


def names_written(sheet: Worksheet, layout: Layout) -> list[str]:
    """Return the names of a sheet as written, if one column has both parts."""
    rows = turned(sheet.rows) if layout.turned else sheet.rows
    names = (_text(row, layout, Meaning.NAME) for row in rows[layout.head + 1 :])
    return [i18n.name(name) for name in names if name]


def _is_after(word: str) -> bool:
    """Return whether a word can follow a family name: Josef Marek, Jr."""
    return word.casefold().strip(".,") in i18n.AFTER_A_NAME


def _text(row: Sequence[str], layout: Layout, meaning: Meaning) -> str:
    texts = (
        _cell(row, column.index)
        for column in layout.columns
        if column.meaning is meaning
    )
    return next(texts, "")


def _cell(row: Sequence[str], index: int) -> str:
    return row[index] if index < len(row) else ""


MOST_PROBLEMS = 5  # for one event
MOST_CHIPS = 1_000_000
ENOUGH_LETTERS = 3  # in a title


@dataclass(frozen=True, slots=True)
class FoundEvening:
    """An event of the list; `day` is None if it isn't known yet.

    `label` is the text of its date. `is_ambiguous` means that day and month could be
    swapped. Without `whole`, only the month was given. An event with `problems` can't
    be imported.
    """

    key: str
    sheet: str
    label: str
    day: date | None
    title: str
    facts: tuple[Fact, ...]
    is_ambiguous: bool = False
    whole: bool = True
    problems: tuple[str, ...] = ()
    off: bool = False
    same_day: bool = False  # as another event of this file
    repeats: bool = False  # all results are equal to that event's
    is_event: bool = True  # not single hands, or one player alone

    @property
    def comes(self) -> bool:
        return bool(self.day and self.facts and not self.problems and not self.off)

    def past(self) -> PastEvening:
        """Return the event for the import; only if it `comes`."""
        assert self.day
        return PastEvening(self.day, self.title, self.facts)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the cells of an event that collects their problems."""

    choices: ParserChoices
    zero_is_away: bool | None  # None: someone has to choose
    today: date
    parts: int = 1
    away: frozenset[str] = frozenset()  # words for a player who was away

    def evening(self, cells: Gathered, heard: ParsedDate | None) -> FoundEvening:
        chosen = self.choices.days.get(cells.key)
        day = _iso(chosen) if chosen else heard.day if heard else None
        facts, problems = self.facts(cells.cells)
        if day and day > self.today:
            problems.append(message("This date is in the future."))
        rest = heard.rest if heard else ""
        title = cells.title or rest
        return FoundEvening(
            cells.key,
            cells.sheet.name,
            cells.label,
            day,
            title[:LONGEST_NAME]
            if sum(map(str.isalpha, title)) > ENOUGH_LETTERS
            else "",
            facts,
            bool(heard and heard.is_ambiguous and not chosen),
            bool(chosen or (heard and heard.whole)),
            tuple([*dict.fromkeys(problems)][:MOST_PROBLEMS]),
            cells.key in self.choices.off,
        )

    def facts(self, cells: Iterable[Cells]) -> tuple[tuple[Fact, ...], list[str]]:
        """Return everyone's result, each player once, and the problems."""
        by_name: dict[str, tuple[Fact, Cells]] = {}
        problems: list[str] = []
        for cell in cells:
            fact = self.fact(cell, problems)
            if fact is None:
                continue
            known, first = by_name.setdefault(cell.name.casefold(), (fact, cell))
            if first is not cell and known != fact:
                problems.append(cell.one_name_with(first))
        facts = tuple(fact for fact, _ in by_name.values())
        if facts and not (_all_have(facts, "place") or self.all_have_number(facts)):
            problems.append(
                message("Some players have a place, and others have only a number.")
            )
        return facts, problems

    def all_have_number(self, facts: Iterable[Fact]) -> bool:
        field_name = "points" if self.choices.holds is ColumnMeaning.POINTS else "total"
        return _all_have(facts, field_name)

    def fact(self, cells: Cells, problems: list[str]) -> Fact | None:
        """Return a player's result; None if they were away."""
        numbers = self.numbers(cells, problems)
        number = numbers.get(Meaning.NUMBER)
        by_round = [n for n in map(number_in, cells.by_round) if n is not None]
        if Meaning.NUMBER not in cells.texts and by_round:
            number = sum(by_round)
        if number == 0 and self.zero_is_away is None:
            problems.append(message("Choose what 0 means first."))
        elif number == 0 and self.zero_is_away:
            number = None
        place, points = numbers.get(Meaning.PLACE), numbers.get(Meaning.POINTS)
        holds, total = self.choices.holds, None
        if holds is ColumnMeaning.PLACE:
            place = place or number
        elif holds is ColumnMeaning.POINTS:
            points = number if points is None else points
        elif number is not None:
            total = number * self.parts
        if place is None and points is None and total is None:
            return None
        if wrong := _impossible(cells, total):
            problems.append(wrong)
        rounds = numbers.get(Meaning.ROUNDS) or len(by_round) or self.choices.rounds
        return Fact(
            cells.name,
            int(place) if place else None,
            None if total is None else round(total),
            points,
            int(rounds) if rounds else None,
        )

    def numbers(self, cells: Cells, problems: list[str]) -> dict[Meaning, float | None]:
        """Return the number in each cell; a word for being away has none."""
        numbers: dict[Meaning, float | None] = {}
        for meaning, text in cells.texts.items():
            if text.casefold() in self.away:
                continue
            numbers[meaning] = number = _read(meaning, text, self.choices.holds)
            if text == NO_VALUE:
                problem = message(
                    "{place}: the formula in this cell has no computed value.",
                    place=cells.location,
                )
                problems.append(problem)
            elif number is None and not is_blank(text):
                problem = message(
                    "{place}: “{text}” isn’t a number.",
                    place=cells.location,
                    text=text[:40],
                )
                problems.append(problem)
        return numbers


def _read(meaning: Meaning, text: str, holds: ColumnMeaning | None) -> float | None:
    if is_blank(text):
        return None
    is_place = meaning is Meaning.PLACE or (
        meaning is Meaning.NUMBER and holds is ColumnMeaning.PLACE
    )
    if is_place and number_in(text) != 0:
        return place_in(text)
    number = number_in(text)
    too_many = meaning is Meaning.ROUNDS and not (number and 1 <= number <= 60)
    return None if too_many and number != 0 else number


def _impossible(cells: Cells, total: float | None) -> str:
    if len(cells.name) > LONGEST_NAME:
        return message(
            "{place}: the name has more than {most} letters.",
            place=cells.location,
            most=LONGEST_NAME,
        )
    is_whole = total is None or abs(total - round(total)) < 1e-6
    if total is not None and not (is_whole and abs(total) <= MOST_CHIPS):
        return message(
            "{place}: “{text}” isn’t a whole number of chips.",
            place=cells.location,
            text=cells.texts[Meaning.NUMBER],
        )
    return ""


def _all_have(facts: Iterable[Fact], field_name: str) -> bool:
    return all(getattr(fact, field_name) is not None for fact in facts)


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
