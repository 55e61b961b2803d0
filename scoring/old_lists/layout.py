"""How a sheet of an old list is laid out: where names, evenings and numbers stand.

Words at the head of a column tell it; where they do not, what stands below does.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.old_lists.cells import number_in
from scoring.old_lists.dates import SERIAL, Year, day_in, year_in
from scoring.old_lists.heads import Meaning, is_name, meaning_of
from scoring.people.spreadsheets import Worksheet

HEAD_ROWS = 20  # a head stands among the first
MOSTLY = 0.6  # of the cells of a column
Rows = Sequence[Sequence[str]]


class Shape(StrEnum):
    """How evenings stand in a sheet."""

    ACROSS = "across"  # an evening a column
    DOWN = "down"  # one row an evening and player
    ONE = "one"  # the sheet is one evening
    NONE = ""  # nothing was understood


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is read; `evening`: the head of the evening it belongs to."""

    at: int
    meaning: Meaning
    head: str = ""
    evening: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """What of a sheet means what; `head` is the row of heads, -1 where there is none.

    `turned`: rows are columns and columns rows. `day`: where the sheet is one evening,
    the text that says when.
    """

    shape: Shape = Shape.NONE
    head: int = -1
    columns: tuple[Column, ...] = ()
    year: Year | None = None
    turned: bool = False
    day: str = ""


def layout_of(sheet: Worksheet, around: str = "") -> Layout:
    """What a sheet seems to be; `around` may name its year: the file's name."""
    rows = sheet.rows
    above = [" ".join(row) for row in rows[:3]]
    year = year_in(sheet.name, *above, around)
    found = (
        _across(rows, year)
        or _listed(sheet, rows, year)
        or _turned(rows, year)
        or _undated(rows)
        or Layout()
    )
    return replace(found, year=year)


def _across(rows: Rows, year: Year | None) -> Layout | None:
    """The row with the most days above columns of numbers, where names stand below."""
    days = [
        (sum(_is_day(cell, year) for cell in row), -at)
        for at, row in enumerate(rows[:HEAD_ROWS])
    ]
    most, minus = max(days, default=(0, 0))
    if most < 2:
        return None
    head = -minus
    people = _name_columns(rows, head)
    if not people or any(_is_day(_cell(rows[head], each.at), year) for each in people):
        return None
    taken = {each.at for each in people}
    return Layout(Shape.ACROSS, head, (*people, *_evenings(rows, head, year, taken)))


def _evenings(
    rows: Rows, head: int, year: Year | None, taken: set[int]
) -> Iterable[Column]:
    """A column below each day; where heads stand below the days too, as many as follow."""
    below = rows[head + 1] if head + 1 < len(rows) else ()
    heads_below = sum(bool(meaning_of(cell)) for cell in below) >= 2
    evening = ""
    for at in range(max(len(rows[head]), len(below) if heads_below else 0)):
        cell = _cell(rows[head], at)
        if _is_day(cell, year):
            evening = cell
        elif cell or not heads_below:
            evening = ""
        if not evening or at in taken:
            continue
        said = meaning_of(_cell(below, at)) if heads_below else Meaning.NUMBER
        if said in (Meaning.PLACE, Meaning.NUMBER, Meaning.POINTS, Meaning.ROUNDS):
            yield Column(at, said, _cell(below, at) if heads_below else cell, evening)


def _listed(sheet: Worksheet, rows: Rows, year: Year | None) -> Layout | None:
    """One row a person: with a column of days, or all of one day."""
    head = _head_row(rows)
    people = _name_columns(rows, head)
    if not people:
        return None
    columns, taken = [*people], {each.at for each in people}
    for at in range(max(map(len, rows), default=0)):
        said = meaning_of(_cell(rows[head], at)) if head >= 0 else Meaning.NOTHING
        if at not in taken and said not in (Meaning.NOTHING, Meaning.NAME):
            columns.append(Column(at, said, _cell(rows[head], at)))
    columns += _unsaid(rows, head, year, columns)
    if not any(c.meaning in (Meaning.NUMBER, Meaning.PLACE) for c in columns):
        return None
    if any(each.meaning is Meaning.DATE for each in columns):
        return Layout(Shape.DOWN, head, tuple(columns))
    above = (cell for row in rows[: max(head, 0)] for cell in row)
    day = next((text for text in (sheet.name, *above) if day_in(text, year)), "")
    return Layout(Shape.ONE, head, tuple(columns), day=day) if day else None


def _unsaid(
    rows: Rows, head: int, year: Year | None, said: Sequence[Column]
) -> Iterable[Column]:
    """Days and numbers in columns whose heads say nothing."""
    taken, meanings = {c.at for c in said}, {c.meaning for c in said}
    for at in range(max(map(len, rows), default=0)):
        below = _below(rows, head, at)
        if at in taken or not below:
            continue
        head_text = _cell(rows[head], at) if head >= 0 else ""
        if Meaning.DATE not in meanings and _share(below, lambda t: _is_day(t, year)):
            meanings.add(Meaning.DATE)
            yield Column(at, Meaning.DATE, head_text)
        elif not {Meaning.NUMBER, Meaning.PLACE} & meanings and (
            not head_text and _share(below, lambda t: number_in(t) is not None)
        ):
            meanings.add(Meaning.NUMBER)
            yield Column(at, Meaning.NUMBER, head_text)


def _turned(rows: Rows, year: Year | None) -> Layout | None:
    """An evening a row and a player a column: the same as the other way round."""
    found = _across(turned(rows), year)
    return replace(found, turned=True) if found else None


def turned(rows: Rows) -> Rows:
    """Columns as rows."""
    width = max(map(len, rows), default=0)
    return [[_cell(row, at) for row in rows] for at in range(width)]


def _undated(rows: Rows) -> Layout | None:
    """Columns of numbers of which nothing says the day: the heads number them at most."""
    head = next(
        (at for at, row in enumerate(rows[:HEAD_ROWS]) if sum(map(bool, row)) > 2), -1
    )
    people = _name_columns(rows, head)
    taken = {each.at for each in people}
    columns = [
        Column(at, Meaning.NUMBER, _cell(rows[head], at), _cell(rows[head], at))
        for at in range(max(map(len, rows), default=0))
        if at not in taken
        and _cell(rows[head], at)
        and meaning_of(_cell(rows[head], at)) is Meaning.NOTHING
        and _share(_below(rows, head, at), lambda t: number_in(t) is not None)
    ]
    if head < 0 or not people or not columns:
        return None
    return Layout(Shape.ACROSS, head, (*people, *columns))


def _head_row(rows: Rows) -> int:
    """The row with the most words that are known above columns; -1 without one."""
    known = [
        (len({meaning_of(cell) for cell in row} - {Meaning.NOTHING}), -at)
        for at, row in enumerate(rows[:HEAD_ROWS])
    ]
    most, minus = max(known, default=(0, 0))
    return -minus if most >= 2 else -1


def _name_columns(rows: Rows, head: int) -> list[Column]:
    """The column of names, or those of first and last names."""
    heads = {
        at: meaning_of(cell) for at, cell in enumerate(rows[head] if head >= 0 else ())
    }
    by_meaning = {meaning: at for at, meaning in reversed(heads.items())}
    if Meaning.LAST in by_meaning and Meaning.NAME in by_meaning:
        by_meaning.setdefault(Meaning.FIRST, by_meaning.pop(Meaning.NAME))
    if {Meaning.FIRST, Meaning.LAST} <= by_meaning.keys():
        return [
            Column(by_meaning[each], each, _cell(rows[head], by_meaning[each]))
            for each in (Meaning.FIRST, Meaning.LAST)
        ]
    for meaning in (Meaning.NAME, Meaning.LAST):
        if meaning in by_meaning:
            at = by_meaning[meaning]
            return [Column(at, Meaning.NAME, _cell(rows[head], at))]
    for at in range(max(map(len, rows), default=0)):
        if _share(_below(rows, head, at), is_name):
            return [
                Column(at, Meaning.NAME, _cell(rows[head], at) if head >= 0 else "")
            ]
    return []


def _is_day(text: str, year: Year | None) -> bool:
    if not text or SERIAL.fullmatch(text):  # it may as well be a number
        return False
    return day_in(text, year) is not None


def _below(rows: Rows, head: int, at: int) -> list[str]:
    cells = (_cell(row, at) for row in rows[head + 1 :])
    return [each for each in cells if each]


def _share(cells: Sequence[str], is_so: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(is_so, cells)) >= MOSTLY * len(cells)


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""
