"""The layout of a sheet of an old list: positions of names, events and numbers.

Words in the heading of a column decide, in several languages; without such words, the
cells below do.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from pathlib import PurePath

from clubs.i18n.person_names import GIVEN_NAMES
from clubs.name_search import unaccented
from scoring.past_results.cell_parser import (
    SERIAL,
    SheetYear,
    day_in,
    is_away_word,
    is_blank,
    number_in,
    value_in,
    year_in,
)
from scoring.people.headings import (
    Head,
    head_meaning,
    is_family_first,
    numbered_head,
    plain_head,
)
from scoring.people.spreadsheets import Worksheet


class Meaning(StrEnum):
    """The meaning of a column."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    DATE = "date"
    TITLE = "title"
    PLACE = "place"
    NUMBER = "number"  # chips or points, depending on the list
    POINTS = "points"  # table points, in addition to chips
    ROUNDS = "rounds"  # number of rounds
    ROUND = "round"  # chips of one round of the event
    EVENING = "evening"  # numbers of an event of its own
    NOTHING = ""


# The meanings of column headings.
OF_HEADS = {
    Head.NAME: Meaning.NAME,
    Head.FIRST: Meaning.FIRST,
    Head.LAST: Meaning.LAST,
    Head.DATE: Meaning.DATE,
    Head.TITLE: Meaning.TITLE,
    Head.PLACE: Meaning.PLACE,
    Head.SCORE: Meaning.NUMBER,
    Head.TOTAL: Meaning.NUMBER,
    Head.POINTS: Meaning.POINTS,
    Head.ROUNDS: Meaning.ROUNDS,
}
LETTERS = 2  # minimum in a name
# First words of lines that aren't people: totals, payments, notes.
NO_NAMES = (
    "total",
    "totals",
    "sum",
    "sums",
    "average",
    "averages",
    "mean",
    "count",
    "players",
    "celkem",
    "soucet",
    "prumer",
    "pocet",
    "summe",
    "gesamt",
    "durchschnitt",
    "schnitt",
    "anzahl",
    "spieler",
    "osszesen",
    "atlag",
    "razem",
    "suma",
    "srednia",
    "skupaj",
    "povprecje",
    "totale",
    "media",
    "moyenne",
    "vydaje",
    "vydaj",
    "prijmy",
    "prijem",
    "startovne",
    "vklad",
    "vklady",
    "zustatek",
    "ucast",
    "ucastnici",
    "ucastniku",
    "hracu",
    "pritomno",
    "pritomnych",
    "vyhry",
    "pokladna",
    "bank",
    "banka",
    "rozdil",
    "poznamka",
    "pozn",
    "kontrola",
    "zapsal",
    "expenses",
    "income",
    "fees",
    "fee",
    "balance",
    "attendance",
    "present",
    "notes",
    "note",
    "checked",
    "prizes",
    "einsatz",
    "startgeld",
    "ausgaben",
    "einnahmen",
    "teilnehmer",
    "kasse",
    "bemerkung",
    "anmerkung",
    "osszeg",
    "letszam",
    "resztvevok",
    "nevezesi",
    "uczestnicy",
    "wpisowe",
    "wydatki",
    "udelezba",
    "startnina",
    "partecipanti",
    "quota",
    "participants",
    "frais",
    "presents",
    "remarque",
)
# Words that alone aren't a person, but can be part of a person's name: Max Huber.
NOBODY_ALONE = (
    "max",
    "maximum",
    "min",
    "minimum",
    "best",
    "worst",
    "highest",
    "lowest",
    "median",
    "nejvic",
    "nejvice",
    "nejmene",
    "nejlepsi",
    "nejhorsi",
    "nejvyssi",
    "nejnizsi",
    "hoch",
    "hochste",
    "beste",
    "niedrigste",
    "legjobb",
    "legtobb",
    "najlepszy",
    "najvec",
    "najmanj",
    "massimo",
    "minimo",
    "ostatni",
    "others",
    "andere",
    "nobody",
    "nikdo",
    "host",
    "guest",
    "gast",
    "vendeg",
    "gosc",
    "gost",
    "ospite",
)


# Words above that are also family names: Bank Péter, Suma Ladislav.
FAMILY_NAMES = frozenset(
    [
        "bank",
        "banka",
        "suma",
        "sum",
        "sums",
        "media",
        "mean",
        "kasse",
        "count",
        "fee",
        "fees",
        "note",
        "notes",
        "balance",
        "present",
        "schnitt",
        "quota",
        "einsatz",
        "pokladna",
        "total",
        "gesamt",
        "razem",
        "vklad",
        "prijem",
        "income",
        "prizes",
        "checked",
    ]
)
AFTER_NUMBER = re.compile(r"[^\W\d_].*\D\d{1,2}\.?")  # Svoboda Jiří 2


def meaning_of(head: str) -> Meaning:
    """Return the meaning of a heading, in any case and accents; NOTHING if unknown."""
    meaning = head_meaning(head, OF_HEADS)
    return OF_HEADS[meaning] if meaning else Meaning.NOTHING


def is_name(text: str) -> bool:
    """Return whether a text can be a person's name: letters, no date and no number.

    If several people have one name, a number can follow it.
    """
    letters = sum(map(str.isalpha, text))
    has_digits = any(map(str.isdecimal, text))
    if letters < LETTERS or is_blank(text) or is_away_word(text):
        return False
    return not has_digits or (is_numbered_name(text) and " " in text.strip())


def is_numbered_name(text: str) -> bool:
    """Return whether words with a number are a person: Svoboda Jiří 2.

    “Host 3” and “Round 2” are no one's name.
    """
    if not AFTER_NUMBER.fullmatch(text.strip()):
        return False
    words = [word for word in _words(text) if not word.isdecimal()]
    head = meaning_of(" ".join(words)) or numbered_head(text, (Head.ROUND, Head.TABLE))
    return bool(words) and words[0] not in (*NO_NAMES, *NOBODY_ALONE) and not head


def is_nobody(text: str) -> bool:
    """Return whether text among the names looks like a total, a heading or a note."""
    words = _words(text)
    if not words:
        return True
    if any(map(str.isdecimal, text)) and not is_numbered_name(text):
        return True
    if words[0] in NO_NAMES:
        return not (words[0] in FAMILY_NAMES and _has_given_name(text, words))
    return (len(words) == 1 and words[0] in NOBODY_ALONE) or bool(meaning_of(text))


def _has_given_name(text: str, words: Sequence[str]) -> bool:
    """Return whether a given name follows a family name, without words of sums."""
    others = [word for word in words[1:] if not word.isdecimal()]
    if any(word in NO_NAMES or meaning_of(word) for word in others):
        return False
    is_title = all(word[:1].isupper() for word in text.split() if word[:1].isalpha())
    return bool(others) and (is_title or any(word in GIVEN_NAMES for word in others))


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in unaccented(text)).split()


HEAD_ROWS = 20  # a heading is among these
MOSTLY = 0.6  # share of the cells of a column
Rows = Sequence[Sequence[str]]


class Shape(StrEnum):
    """The arrangement of events in a sheet."""

    ACROSS = "across"  # a column per event
    DOWN = "down"  # a row per event and player
    ONE = "one"  # the sheet is one event
    NONE = ""  # nothing was recognized


@dataclass(frozen=True, slots=True)
class Column:
    """A column with a meaning; `evening` is the heading of its event."""

    index: int
    meaning: Meaning
    head: str = ""
    evening: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The meanings of a sheet's columns; `head` is the heading row, -1 if none.

    `turned` means that rows and columns are swapped. `day` is the text of the date, if
    the sheet is one event.
    """

    shape: Shape = Shape.NONE
    head: int = -1
    columns: tuple[Column, ...] = ()
    year: SheetYear | None = None
    turned: bool = False
    day: str = ""

    @property
    def family_first(self) -> bool | None:
        """Whether the heading of names puts the family name first; None if unknown."""
        names = (c.head for c in self.columns if c.meaning is Meaning.NAME)
        return is_family_first(names)


def layout_of(sheet: Worksheet, around: str = "") -> Layout:
    """Return the likely layout of a sheet; `around` is the file's name.

    The file's name can contain the sheet's year.
    """
    rows = sheet.rows
    texts = [" ".join(row) for row in rows[:3]]
    year = year_in(sheet.name, *texts, around)
    listed = _listed(sheet, rows, year, around)
    is_sure = listed is not None and (listed.shape is Shape.DOWN or listed.day)
    layout = (
        _across(rows, year)
        or (listed if listed and listed.shape is Shape.DOWN else None)
        or _across(rows, year, least=1)
        or (listed if is_sure else None)
        or _turned(rows, year)
        or listed
        or _undated(rows)
        or Layout()
    )
    return replace(layout, year=year)


def columns_of(sheet: Worksheet, layout: Layout) -> list[Column]:
    """Return all columns of a sheet, including ignored ones."""
    rows = turned(sheet.rows) if layout.turned else sheet.rows
    known = {column.index: column for column in layout.columns}
    heads = rows[layout.head] if 0 <= layout.head < len(rows) else ()
    return [
        known.get(index) or Column(index, Meaning.NOTHING, _cell(heads, index))
        for index in range(max(map(len, rows), default=0))
        if index in known or _cells_below(rows, layout.head, index)
    ]


def shown_meaning(column: Column, layout: Layout) -> Meaning:
    """Return the meaning of a column in the form, where people can change it."""
    is_event = column.meaning is Meaning.NUMBER and column.head == column.evening
    return (
        Meaning.EVENING if layout.shape is Shape.ACROSS and is_event else column.meaning
    )


def with_meanings(
    sheet: Worksheet, layout: Layout, chosen: Mapping[int, Meaning]
) -> Layout:
    """Return the layout with chosen meanings of columns, which decide its shape."""
    columns, has_changed = [], False
    for column in columns_of(sheet, layout):
        visible = shown_meaning(column, layout)
        meaning = chosen.get(column.index, visible)
        has_changed |= meaning is not visible
        if meaning is not visible or column.meaning is not Meaning.NOTHING:
            is_event = meaning is Meaning.EVENING
            evening = (column.head or f"#{column.index + 1}") if is_event else ""
            columns.append(
                column
                if meaning is visible
                else replace(
                    column,
                    meaning=Meaning.NUMBER if is_event else meaning,
                    head=evening or column.head,
                    evening=evening,
                )
            )
    if not has_changed:
        return layout
    shape = Shape.ONE
    if any(column.meaning is Meaning.DATE for column in columns):
        shape = Shape.DOWN
    elif any(column.evening for column in columns):
        shape = Shape.ACROSS
    return replace(layout, shape=shape, columns=tuple(columns))


def _across(rows: Rows, year: SheetYear | None, least: int = 2) -> Layout | None:
    """Return a layout with dates above columns of numbers and names below, or None.

    The heading is the row with the most dates. A single date counts only above numbers,
    in another column than the names.
    """
    days = []
    for index, row in enumerate(rows[:HEAD_ROWS]):
        days.append((sum(_is_day(cell, year) for cell in row), -index))
    most, minus = max(days, default=(0, 0))
    if most < least:
        return None
    head = -minus
    if most == 1:
        index = next(
            index for index, cell in enumerate(rows[head]) if _is_day(cell, year)
        )
        is_lone = sum(map(bool, rows[head])) < 2
        cells_below = _cells_below(rows, head, index)
        if is_lone or not _share(cells_below, lambda text: value_in(text) is not None):
            return None
    people = _name_columns(rows, head)
    if not people or any(
        _is_day(_cell(rows[head], person.index), year) for person in people
    ):
        return None
    if most == 1 and not _share(_cells_below(rows, head, people[0].index), is_name):
        return None
    used = {person.index for person in people}
    return Layout(Shape.ACROSS, head, (*people, *_evenings(rows, head, year, used)))


def _evenings(
    rows: Rows, head: int, year: SheetYear | None, used: set[int]
) -> Iterable[Column]:
    """Yield the column below each date, or all its columns with headings below."""
    subheads = rows[head + 1] if head + 1 < len(rows) else ()
    heads_below = sum(bool(meaning_of(cell)) for cell in subheads) >= 2
    evening = ""
    for index in range(max(len(rows[head]), len(subheads) if heads_below else 0)):
        cell = _cell(rows[head], index)
        if _is_day(cell, year):
            evening = cell
        elif cell or not heads_below:
            evening = ""
        if not evening or index in used:
            continue
        meaning = meaning_of(_cell(subheads, index)) if heads_below else Meaning.NUMBER
        if meaning in (Meaning.PLACE, Meaning.NUMBER, Meaning.POINTS, Meaning.ROUNDS):
            yield Column(
                index, meaning, _cell(subheads, index) if heads_below else cell, evening
            )


def _listed(
    sheet: Worksheet, rows: Rows, year: SheetYear | None, around: str
) -> Layout | None:
    """Return a layout with a row per person, for many dates or one, or None."""
    head = _head_row(rows)
    people = _name_columns(rows, head)
    if not people:
        return None
    columns, used = [*people], {person.index for person in people}
    columns += _known(rows, head, used)
    columns += _unsaid(rows, head, year, columns)
    if not any(c.meaning in (Meaning.NUMBER, Meaning.PLACE) for c in columns):
        return None
    if any(column.meaning is Meaning.DATE for column in columns):
        return Layout(Shape.DOWN, head, tuple(columns))
    columns += _rounds(rows, head, {column.index for column in columns})
    cells_above = chain.from_iterable(rows[: max(head, 0)])
    file = PurePath(around).stem.replace("_", " ")
    texts = (sheet.name, *cells_above, file)
    day = next((text for text in texts if day_in(text, year)), "")
    if head < 0 and not day and not _starts_with_numbers(rows, columns):
        return None
    return Layout(Shape.ONE, head, tuple(columns), day=day)


def _starts_with_numbers(rows: Rows, columns: Iterable[Column]) -> bool:
    """Return whether there is no heading row: the first row has numbers too."""
    first = next((row for row in rows if any(row)), ())
    numbers = [column for column in columns if column.meaning is Meaning.NUMBER]
    return any(value_in(_cell(first, column.index)) is not None for column in numbers)


def _known(rows: Rows, head: int, used: Collection[int]) -> list[Column]:
    """Return columns whose headings tell their meaning.

    Of two with one meaning, the fuller one is used. A total of the whole event comes
    before other chips.
    """
    best: dict[Meaning, tuple[tuple[bool, float], Column]] = {}
    for index, text in enumerate(rows[head] if head >= 0 else ()):
        meaning = meaning_of(text)
        if index in used or meaning in (Meaning.NOTHING, Meaning.NAME):
            continue
        cells_below = _cells_below(rows, head, index)
        numbers = sum(value_in(cell) is not None for cell in cells_below)
        is_total = head_meaning(text, OF_HEADS) is Head.TOTAL
        weight = (is_total and numbers > 0, numbers / (len(cells_below) or 1))
        if meaning not in best or weight > best[meaning][0]:
            best[meaning] = weight, Column(index, meaning, text)
    return [column for _, column in best.values()]


def _rounds(rows: Rows, head: int, used: Collection[int]) -> list[Column]:
    """Return columns of numbers whose headings number the rounds: 1. kolo, R2, 3."""
    found = []
    for index, text in enumerate(rows[head] if head >= 0 else ()):
        is_round = numbered_head(text, (Head.ROUND,)) or plain_head(text).isdecimal()
        cells_below = _cells_below(rows, head, index)
        if index in used or not is_round:
            continue
        if _share(
            cells_below, lambda cell: is_blank(cell) or number_in(cell) is not None
        ):
            found.append(Column(index, Meaning.ROUND, text))
    return found


def _unsaid(
    rows: Rows, head: int, year: SheetYear | None, columns: Sequence[Column]
) -> Iterable[Column]:
    """Yield columns of dates or numbers whose headings tell nothing."""
    used, meanings = {c.index for c in columns}, {c.meaning for c in columns}
    for index in range(max(map(len, rows), default=0)):
        cells_below = _cells_below(rows, head, index)
        if index in used or not cells_below:
            continue
        head_text = _cell(rows[head], index) if head >= 0 else ""
        if Meaning.DATE not in meanings and _share(
            cells_below, lambda t: _is_day(t, year)
        ):
            meanings.add(Meaning.DATE)
            yield Column(index, Meaning.DATE, head_text)
        elif not head_text and _share(cells_below, lambda t: value_in(t) is not None):
            is_place = not meanings & {Meaning.NUMBER, Meaning.PLACE} and _counts(
                cells_below
            )
            meaning = Meaning.PLACE if is_place else Meaning.NUMBER
            if meaning not in meanings and Meaning.NUMBER not in meanings:
                meanings.add(meaning)
                yield Column(index, meaning, head_text)


def _counts(cells: Sequence[str]) -> bool:
    """Return whether the cells are places in order: 1, 2, 2, 4."""
    places = [value_in(cell) for cell in cells]
    return places[:1] == [1.0] and all(
        place is not None and 1 <= place <= index
        for index, place in enumerate(places, start=1)
    )


def _turned(rows: Rows, year: SheetYear | None) -> Layout | None:
    """Return a layout with a row per event and a column per player, or None."""
    layout = _across(turned(rows), year)
    return replace(layout, turned=True) if layout else None


def turned(rows: Rows) -> Rows:
    """Return columns as rows."""
    width = max(map(len, rows), default=0)
    columns = []
    for index in range(width):
        columns.append([_cell(row, index) for row in rows])
    return columns


def _undated(rows: Rows) -> Layout | None:
    """Return a layout of columns of numbers without dates, or None.

    The headings of the columns number them at most.
    """
    head = next(
        (
            index
            for index, row in enumerate(rows[:HEAD_ROWS])
            if sum(map(bool, row)) > 2
        ),
        -1,
    )
    people = _name_columns(rows, head)
    used = {person.index for person in people}
    columns = [
        Column(
            index, Meaning.NUMBER, _cell(rows[head], index), _cell(rows[head], index)
        )
        for index in range(max(map(len, rows), default=0))
        if index not in used
        and _cell(rows[head], index)
        and meaning_of(_cell(rows[head], index)) is Meaning.NOTHING
        and _share(_cells_below(rows, head, index), lambda t: number_in(t) is not None)
    ]
    if head < 0 or not people or not columns:
        return None
    return Layout(Shape.ACROSS, head, (*people, *columns))


def _head_row(rows: Rows) -> int:
    """Return the row with the most known headings; -1 without one."""
    known = []
    for index, row in enumerate(rows[:HEAD_ROWS]):
        meanings = set(map(meaning_of, row)) - {Meaning.NOTHING}
        known.append((len(meanings), -index))
    most, minus = max(known, default=(0, 0))
    return -minus if most >= 2 else -1


def _name_columns(rows: Rows, head: int) -> list[Column]:
    """Return the column of names, or those of given and family names."""
    heads = {
        index: meaning_of(cell)
        for index, cell in enumerate(rows[head] if head >= 0 else ())
    }
    by_meaning = {meaning: index for index, meaning in reversed(heads.items())}
    if Meaning.LAST in by_meaning and Meaning.NAME in by_meaning:
        by_meaning.setdefault(Meaning.FIRST, by_meaning.pop(Meaning.NAME))
    elif Meaning.FIRST in by_meaning and Meaning.NAME in by_meaning:  # Name, Vorname
        by_meaning[Meaning.LAST] = by_meaning.pop(Meaning.NAME)
    if {Meaning.FIRST, Meaning.LAST} <= by_meaning.keys():
        return [
            Column(by_meaning[meaning], meaning, _cell(rows[head], by_meaning[meaning]))
            for meaning in (Meaning.FIRST, Meaning.LAST)
        ]
    for meaning in (Meaning.NAME, Meaning.LAST):
        if meaning in by_meaning:
            index = by_meaning[meaning]
            return [Column(index, Meaning.NAME, _cell(rows[head], index))]
    for index in range(max(map(len, rows), default=0)):
        if _share(_cells_below(rows, head, index), is_name):
            return [
                Column(
                    index, Meaning.NAME, _cell(rows[head], index) if head >= 0 else ""
                )
            ]
    return []


def _is_day(text: str, year: SheetYear | None) -> bool:
    if not text or SERIAL.fullmatch(text):  # could also be a number
        return False
    return day_in(text, year) is not None


def _cells_below(rows: Rows, head: int, index: int) -> list[str]:
    cells = (_cell(row, index) for row in rows[head + 1 :])
    return [cell for cell in cells if cell]


def _share(cells: Sequence[str], is_so: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(is_so, cells)) >= MOSTLY * len(cells)


def _cell(row: Sequence[str], index: int) -> str:
    return row[index] if index < len(row) else ""
