"""The rows of an old list gathered by evening: which cells say what of whom, as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clubs import wording
from scoring.old_lists.selectors.dates import Year
from scoring.old_lists.selectors.heads import Meaning, is_name, is_somebody, meaning_of
from scoring.old_lists.selectors.layout import Column, Layout, Shape, turned
from scoring.old_lists.selectors.numbers import is_blank
from scoring.people.selectors.spreadsheets import Worksheet

# The key of an evening, the text of its day, its title, and the columns that say more.
_Group = tuple[str, str, str, Sequence[Column]]
_OF_NUMBERS = (Meaning.PLACE, Meaning.NUMBER, Meaning.POINTS, Meaning.ROUNDS)


@dataclass(frozen=True, slots=True)
class Cells:
    """What the list says of somebody on an evening, as text by its meaning."""

    line: int
    name: str
    texts: dict[Meaning, str]


@dataclass(slots=True)
class Gathered:
    """An evening with its cells; `said`: the text of its day, `year` of its sheet."""

    key: str
    sheet: Worksheet
    said: str
    title: str
    year: Year | None
    cells: list[Cells] = field(default_factory=list)


def gathered(
    key: str, sheet: Worksheet, layout: Layout, *, family_first: bool
) -> Iterator[Gathered]:
    """The evenings of a sheet that was laid out so; `family_first` as names stand there."""
    rows = turned(sheet.rows) if layout.turned else sheet.rows
    by_key: dict[str, Gathered] = {}
    before: tuple[str, str] = ("", "")
    groups = [_one_evening(f"{key}.", layout, layout.day, "")]
    if layout.shape is Shape.ACROSS:
        groups = [*_evenings_across(key, layout)]
    for line, row in enumerate(rows[layout.head + 1 :], start=layout.head + 2):
        name = _name(row, layout, family_first=family_first)
        title = _text(row, layout, Meaning.TITLE)
        if day := _text(row, layout, Meaning.DATE):  # it may stand once for all below
            before = (day, title)
        if not is_name(name) or not is_somebody(name) or meaning_of(name):
            continue
        if layout.shape is Shape.DOWN:
            groups = [_one_evening(f"{key}.{before[0]}|{before[1]}", layout, *before)]
        for group, said, title, columns in groups:
            evening = by_key.setdefault(
                group, Gathered(group, sheet, said, title, layout.year)
            )
            texts = {each.meaning: _cell(row, each.at) for each in columns}
            if not all(map(is_blank, texts.values())):
                evening.cells.append(Cells(line, name, texts))
    yield from by_key.values()


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


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""
