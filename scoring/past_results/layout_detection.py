"""Recognition of an old list: from sheets of cells to events with their results.

A pure function of the cells and the choices about them. It guesses what isn't chosen,
and reports what it couldn't read.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from heapq import nlargest
from itertools import chain

from clubs.i18n import message
from scoring.past_results.cell_parser import (
    DASHES,
    SLASHES,
    ParsedDate,
    SheetYear,
    day_in,
    is_away_word,
    is_blank,
    number_in,
    runs_on,
    value_in,
    year_in,
)
from scoring.past_results.event_parser import (
    AS_IT_SEEMS,
    ColumnMeaning,
    Fact,
    FoundEvening,
    Gathered,
    Order,
    ParserChoices,
    Reader,
    gathered,
    names_written,
)
from scoring.past_results.layout import (
    Column,
    Layout,
    Meaning,
    columns_of,
    is_nobody,
    layout_of,
    with_meanings,
)
from scoring.people.name_order import comma_is_family_first
from scoring.people.spreadsheets import Worksheet
from scoring.people.xlsx_reader import NO_VALUE

MOST_POINTS = 100  # table points of an event, with halves for ties
FEW = 1.5  # times the number of players: a larger number is no place
ENOUGH = 4  # players of an event, enough to tell the sum of all from a player's number
PARTS = (1, 2, 10, 100)
NO_SLIPS = 3  # numbers that aren't whole, enough to show that the club counts in parts
MANY_ZEROS = 0.15  # share of the cells, above which 0 can mean that a player was away
MOST_AWAY = 60  # words to ask about
TIME = re.compile(r"\d:\d\d")


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """The recognized layout of a sheet; `key` is the key of its choices."""

    key: str
    name: str
    layout: Layout
    evenings: int
    needs_year: bool = False
    columns: tuple[Column, ...] = ()  # all of them, including ignored ones


@dataclass(frozen=True, slots=True)
class Recognized:
    """The recognized list; with `asks_order`, 5/1 could be in May or in January."""

    sheets: tuple[FoundSheet, ...]
    evenings: tuple[FoundEvening, ...]
    holds: ColumnMeaning
    month_first: bool
    asks_order: bool
    zero_is_away: bool | None
    has_rounds: bool
    nobodies: tuple[str, ...] = ()  # names that aren't people, and are left out
    parts: int = 1
    has_parts: bool = False  # some number isn't whole
    family_first: bool = False
    has_zeros: bool = False
    away: tuple[
        tuple[str, bool], ...
    ] = ()  # words for being away, and whether they mean it
    unvalued: int = 0  # cells with formulas without a value
    hidden_sheets: int = 0
    hidden_rows: int = 0

    @property
    def coming(self) -> list[FoundEvening]:
        """The events that can be imported, by date."""
        return sorted(
            (e for e in self.evenings if e.comes), key=lambda e: e.day or date.min
        )


def recognize(
    sheets: Sequence[Worksheet],
    choices: ParserChoices = AS_IT_SEEMS,
    *,
    around: str = "",
    today: date = date.max,
    month_first: bool = False,
) -> Recognized:
    """Return the recognized list; `month_first` applies if nothing else decides."""
    visible = [sheet if choices.hidden else _visible(sheet) for sheet in sheets]
    takes_hidden = choices.hidden or all(other.hidden for other in sheets)
    layouts = [
        (str(n), sheet, _chosen(str(n), sheet, layout_of(sheet, around), choices))
        for n, sheet in enumerate(visible)
        if takes_hidden or not sheet.hidden
    ]
    order = _order_of_names(layouts, choices.family_first)
    heard: list[Gathered] = []
    for key, sheet, layout in layouts:
        heard += gathered(key, sheet, layout, order)
    nobodies = _leave_out_nobodies(heard, choices.nobody)
    days, first, doubtful = _days(heard, choices.month_first, month_first)
    holds = choices.holds or _guessed(heard)
    broken = _broken(heard, holds)
    parts = choices.parts or _parts_of_one(broken)
    zero = choices.zero_is_away
    words = _away_words(heard, choices.away)
    reader = Reader(
        replace(choices, holds=holds),
        _zero_is_away(heard, holds) if zero is None else zero,
        today,
        parts,
        frozenset(word.casefold() for word, is_away in words if is_away),
    )
    evenings = [reader.evening(evening, days[evening.key]) for evening in heard]
    evenings = _without_hands(_with_same_days(evenings))
    facts = [*chain.from_iterable(evening.facts for evening in evenings)]
    has_rounds = any(fact.rounds is not None for fact in facts)
    rows = chain.from_iterable(sheet.rows for sheet in visible)
    texts = [*chain.from_iterable(rows)]
    return Recognized(
        _found_sheets(layouts, heard, days),
        tuple(evenings),
        holds,
        first,
        doubtful,
        reader.zero_is_away,
        has_rounds,
        nobodies,
        parts,
        bool(broken),
        order.family_first,
        0 in map(number_in, chain.from_iterable(map(_numbers_of, heard))),
        words,
        texts.count(NO_VALUE),
        sum(sheet.hidden for sheet in sheets),
        sum(len(sheet.hidden_rows) for sheet in sheets if not sheet.hidden),
    )


def _found_sheets(
    layouts: Sequence[tuple[str, Worksheet, Layout]],
    heard: Sequence[Gathered],
    days: Mapping[str, ParsedDate | None],
) -> tuple[FoundSheet, ...]:
    """Return the sheets with their layouts, columns and numbers of events."""
    numbers = Counter(evening.key.split(".")[0] for evening in heard)
    return tuple(
        FoundSheet(
            key,
            sheet.name,
            layout,
            numbers[key],
            _needs_year(key, heard, days),
            tuple(columns_of(sheet, layout)),
        )
        for key, sheet, layout in layouts
    )


def _visible(sheet: Worksheet) -> Worksheet:
    """Return a sheet with its visible rows, and blank rows in place of hidden ones."""
    hidden = {*sheet.hidden_rows}
    if not hidden:
        return sheet
    rows = [() if index in hidden else row for index, row in enumerate(sheet.rows)]
    return sheet._replace(rows=rows) if any(rows) else sheet


def _order_of_names(
    layouts: Iterable[tuple[str, Worksheet, Layout]], chosen: bool | None
) -> Order:
    """Return the order of names in the whole list, by headings or else by the names."""
    layouts = [*layouts]
    orders = [
        order for _, _, layout in layouts if (order := layout.family_first) is not None
    ]
    names: list[str] = []
    for _, sheet, layout in layouts:
        names += names_written(sheet, layout)
    family_first = any(orders) if chosen is None else chosen
    return Order(
        family_first, comma_is_family_first(names, True if any(orders) else None)
    )


def _numbers_of(evening: Gathered) -> list[str]:
    return [cells.texts.get(Meaning.NUMBER, "") for cells in evening.cells]


def _away_words(
    heard: Iterable[Gathered], chosen: Mapping[str, bool]
) -> tuple[tuple[str, bool], ...]:
    """Return words in place of numbers, each once, and whether they mean being away."""
    rows = chain.from_iterable(evening.cells for evening in heard)
    texts = chain.from_iterable(cells.texts.values() for cells in rows)
    words: dict[str, str] = {}
    for text in filter(None, texts):
        if text == NO_VALUE or is_blank(text) or value_in(text) is not None:
            continue
        is_word = not any(map(str.isdecimal, text)) and len(words) < MOST_AWAY
        if is_word or is_away_word(text) or text.casefold() in chosen:
            words.setdefault(text.casefold(), text)
    return tuple(
        (word, chosen.get(folded, is_away_word(word))) for folded, word in words.items()
    )


def _with_same_days(evenings: Sequence[FoundEvening]) -> list[FoundEvening]:
    """Mark events whose date another event of the file has too."""
    days = Counter(evening.day for evening in evenings if evening.facts)
    known: dict[tuple[date, frozenset[Fact]], str] = {}
    marked = []
    for evening in evenings:
        if evening.day and evening.facts and days[evening.day] > 1:
            facts = frozenset(replace(fact, rounds=None) for fact in evening.facts)
            first = known.setdefault((evening.day, facts), evening.key)
            repeats = first != evening.key
            evening = replace(evening, same_day=True, repeats=repeats)
        marked.append(evening)
    return marked


def _without_hands(evenings: Sequence[FoundEvening]) -> list[FoundEvening]:
    """Mark events that can't be imported: single hands, or only one player."""
    by_sheet: defaultdict[str, list[FoundEvening]] = defaultdict(list)
    for evening in evenings:
        if evening.facts:
            by_sheet[evening.key.split(".")[0]].append(evening)
    wrong: dict[str, str] = {}
    for key, own_evenings in by_sheet.items():
        times = [evening for evening in own_evenings if TIME.search(evening.label)]
        if len(times) > 1 and len({evening.day for evening in times}) < len(times):
            wrong[key] = message("These look like single hands, not results of events.")
        elif all(len(evening.facts) < 2 for evening in own_evenings):
            wrong[key] = message("Only one player is listed, so this isn’t an event.")
    return [
        replace(evening, problems=(*evening.problems, problem), is_event=False)
        if (problem := wrong.get(evening.key.split(".")[0]))
        else evening
        for evening in evenings
    ]


def _leave_out_nobodies(
    heard: Sequence[Gathered], chosen: Mapping[str, bool]
) -> tuple[str, ...]:
    """Remove cells of names that aren't people, as chosen or detected. Return names."""
    cells = chain.from_iterable(evening.cells for evening in heard)
    names = [*dict.fromkeys(line.name for line in cells)]
    seem = {name for name in names if is_nobody(name)}
    seem |= _computed_columns(heard, seem)
    nobodies = {name for name in names if chosen.get(name, name in seem)}
    for evening in heard:
        evening.cells = [cells for cells in evening.cells if cells.name not in nobodies]
    return tuple(name for name in names if name in nobodies)


def _computed_columns(heard: Iterable[Gathered], nobodies: Collection[str]) -> set[str]:
    """Return names whose number is the sum of all others at each event, or the highest.

    A person who won each time can have more than all others, so the highest number only
    counts for names of one word.
    """
    is_so: defaultdict[str, list[bool]] = defaultdict(list)
    for evening in heard:
        numbers = {
            cells.name: number
            for cells in evening.cells
            if cells.name not in nobodies
            and (number := number_in(cells.texts.get(Meaning.NUMBER, ""))) is not None
        }
        if len(numbers) < ENOUGH:
            continue
        whole, (first, second) = sum(numbers.values()), nlargest(2, numbers.values())
        for name, number in numbers.items():
            is_highest = number == first == second and " " not in name
            is_so[name].append(number > 0 and (2 * number == whole or is_highest))
    return {
        name for name, answers in is_so.items() if len(answers) > 1 and all(answers)
    }


def _broken(heard: Iterable[Gathered], holds: ColumnMeaning) -> list[float]:
    """Return the totals that aren't whole numbers."""
    if holds not in (ColumnMeaning.TOTAL, ColumnMeaning.NET):
        return []
    cells = chain.from_iterable(evening.cells for evening in heard)
    texts = [line.texts.get(Meaning.NUMBER, "") for line in cells]
    return [n for n in map(number_in, texts) if n is not None and not n.is_integer()]


def _parts_of_one(broken: Sequence[float]) -> int:
    """Return the number of parts that make all totals whole: 2, 10 or 100; else 1."""
    if len(broken) < NO_SLIPS:
        return 1
    return next((p for p in PARTS if all(_is_whole(n * p) for n in broken)), 1)


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) < 1e-6


def _days(
    heard: Sequence[Gathered], chosen: bool | None, usual: bool
) -> tuple[dict[str, ParsedDate | None], bool, bool]:
    """Return the date of each event, whether months come first, and any doubt.

    The dates are by the event's key.
    """
    sure = _order(heard)
    first = next(answer for answer in (chosen, sure, usual) if answer is not None)
    days = {e.key: day_in(e.label, e.year, month_first=first) for e in heard}
    doubtful = sure is None and any(day and day.is_ambiguous for day in days.values())
    if doubtful and chosen is None:
        first = _runs_better(heard, first)
        days = {e.key: day_in(e.label, e.year, month_first=first) for e in heard}
    return days, first, doubtful


def _chosen(
    key: str, sheet: Worksheet, layout: Layout, choices: ParserChoices
) -> Layout:
    """Return the layout with the chosen meanings and year."""
    own_meanings = {
        int(column.removeprefix(f"{key}.")): Meaning(meaning)
        for column, meaning in choices.columns.items()
        if column.startswith(f"{key}.")
    }
    if own_meanings:
        layout = with_meanings(sheet, layout, own_meanings)
    year = year_in(choices.years.get(key, "")) or layout.year
    return replace(layout, year=year)


def _needs_year(
    key: str, heard: Iterable[Gathered], days: Mapping[str, ParsedDate | None]
) -> bool:
    """Return whether a year would help to understand a date of the sheet."""
    own_evenings = [evening for evening in heard if evening.key.split(".")[0] == key]
    return any(
        days[evening.key] is None and day_in(evening.label, SheetYear(2000)) is not None
        for evening in own_evenings
    )


def _order(heard: Iterable[Gathered]) -> bool | None:
    """Return whether months come first, if a date shows it: 5/21; else None."""
    orders: set[bool] = set()
    for evening in heard:
        match = SLASHES.search(evening.label) or DASHES.search(evening.label)
        if match and (int(match[1]) > 12) != (int(match[2]) > 12):
            orders.add(int(match[2]) > 12)
    return orders.pop() if len(orders) == 1 else None


def _runs_better(heard: Sequence[Gathered], usual: bool) -> bool:
    """Return the order in which dates are more often ascending, or the usual one."""

    def turns(first: bool) -> int:
        days = [day_in(e.label, e.year, month_first=first) for e in heard]
        return runs_on([day.day for day in days if day])

    return usual if turns(usual) <= turns(not usual) else not usual


def _guessed(heard: Sequence[Gathered]) -> ColumnMeaning:
    """Return the likely meaning of the numbers."""
    evenings, numbers, has_places = [], [], False
    for evening in heard:
        texts = [cells.texts for cells in evening.cells]
        has_places |= any(Meaning.PLACE in text for text in texts)
        read = [value_in(text.get(Meaning.NUMBER, "")) for text in texts]
        evenings.append([number for number in read if number is not None])
        numbers += evenings[-1]
    if not numbers:
        return ColumnMeaning.TOTAL
    if min(numbers) < 0:
        return ColumnMeaning.NET
    if max(numbers) <= MOST_POINTS and any(not n.is_integer() for n in numbers):
        return ColumnMeaning.POINTS
    full = [evening for evening in evenings if evening]
    looks = all(
        min(places) >= 1 and max(places) <= FEW * len(places) + 1 for places in full
    )
    has_first = sum(1 in places for places in full) * 2 > len(full)
    return (
        ColumnMeaning.PLACE
        if looks and has_first and not has_places
        else ColumnMeaning.TOTAL
    )


def _zero_is_away(heard: Iterable[Gathered], holds: ColumnMeaning) -> bool | None:
    """Return whether 0 means being away; None if someone has to choose.

    No one has place 0. A few zeros are results.
    """
    if holds is ColumnMeaning.PLACE:
        return True
    cells = chain.from_iterable(evening.cells for evening in heard)
    texts = [line.texts.get(Meaning.NUMBER, "") for line in cells]
    numbers = [n for n in map(number_in, texts) if n is not None]
    zeros = sum(n == 0 for n in numbers)
    is_asked = holds is ColumnMeaning.TOTAL and zeros > MANY_ZEROS * len(numbers)
    return None if is_asked else False


def names_of(evenings: Iterable[FoundEvening]) -> list[str]:
    """Return everyone in these events, each spelling once, in their order."""
    facts = chain.from_iterable(evening.facts for evening in evenings)
    return [*dict.fromkeys(fact.name for fact in facts)]
