"""The rows of an old list gathered by evening: which cells say what of whom, as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clubs import wording
from clubs.wording import chips, say
from scoring.old_lists.cells import is_blank
from scoring.old_lists.dates import Year
from scoring.old_lists.heads import LETTERS, Meaning
from scoring.old_lists.layout import Column, Layout, Shape, turned
from scoring.people.spreadsheets import Worksheet

# The key of an evening, the text of its day, its title, and the columns that say more.
_Group = tuple[str, str, str, Sequence[Column]]
_OF_NUMBERS = (Meaning.PLACE, Meaning.NUMBER, Meaning.POINTS, Meaning.ROUNDS)


@dataclass(frozen=True, slots=True)
class Cells:
    """What the list says of somebody on an evening, as text by its meaning."""

    line: int
    name: str
    texts: dict[Meaning, str]
    turned: bool = False  # `line` counts columns

    @property
    def where(self) -> str:
        """Line 12, or Column L of a sheet on its side, as a spreadsheet shows it."""
        if self.turned:
            return say("Column {letters}", letters=letters_of(self.line))
        return say("Line {number}", number=chips(self.line))

    def one_name_with(self, before: "Cells") -> str:
        """What is wrong with two lines, or columns, of one name."""
        if self.turned:
            return say(
                "Columns {one} and {other} are one name: {name}.",
                one=letters_of(before.line),
                other=letters_of(self.line),
                name=self.name,
            )
        return say(
            "Lines {one} and {other} are one name: {name}.",
            one=before.line,
            other=self.line,
            name=self.name,
        )


def letters_of(column: int) -> str:
    """A column as spreadsheets call it: A, Z, AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


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
        if sum(map(str.isalpha, name)) < LETTERS or is_blank(name):
            continue
        if layout.shape is Shape.DOWN:
            groups = [_one_evening(f"{key}.{before[0]}|{before[1]}", layout, *before)]
        for group, said, title, columns in groups:
            evening = by_key.setdefault(
                group, Gathered(group, sheet, said, title, layout.year)
            )
            texts = {each.meaning: _cell(row, each.at) for each in columns}
            if not all(map(is_blank, texts.values())):
                evening.cells.append(Cells(line, name, texts, layout.turned))
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
    parts = [part.strip() for part in name.split(",") if part.strip()]
    after = [part for part in parts if _is_after(part)]
    family, *given = [part for part in parts if not _is_after(part)] or [name]
    if given or after:
        words = " ".join(given).split()
        if len(words) > 1 and _is_after(words[-1]):
            after.append(words.pop())
        return " ".join([*words, family, *after])
    if family_first and " " in name:
        first_word, _, others = name.partition(" ")
        return f"{others} {first_word}"
    return name


def _is_after(word: str) -> bool:
    """Whether it may follow a family name: Josef Marek, Jr."""
    return word.casefold().strip(".,") in wording.AFTER_A_NAME


def _text(row: Sequence[str], layout: Layout, meaning: Meaning) -> str:
    found = (_cell(row, each.at) for each in layout.columns if each.meaning is meaning)
    return next(found, "")


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""
