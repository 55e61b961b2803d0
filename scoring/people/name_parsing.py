"""Parsing of typed people: one, “12 Marie Kubala; Lodge 24”, or a whole list.

Check-in and the field of the entries page read one person. A pasted list and a file
have many, with fee, team and class if there are headings.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clubs import i18n
from clubs.i18n import AFTER_A_NAME, PersonName, decimal, message, typed_name
from clubs.i18n.person_names import is_family_comma_given
from clubs.name_search import unaccented
from scoring.people.headings import (
    Head,
    head_meaning,
    is_family_first,
    plain_head,
)
from scoring.people.name_order import (
    comma_is_family_first,
    comma_parts,
    family_comma_given,
)
from scoring.people.numbers import whole_number_in
from scoring.people.spreadsheets import SpreadsheetRow, WrongLine
from scoring.people.xlsx_reader import NO_VALUE

# These patterns expect text without repeated blanks: on a run of blanks, they would
# take time in the square of its length.
NUMBERED = re.compile(r"(?:# ?|No\.? ?)?(\d{1,4}) ?[.):]? (?=\D)", re.IGNORECASE)
# A comma separates name and lodge, but is part of “Josef Marek, Jr.”.
AFTER = rf"(?:{'|'.join(AFTER_A_NAME)})\b\.? ?(?:[;,]|$)"
PARTED = re.compile(rf" ?(?:;|,(?! ?{AFTER})) ?", re.IGNORECASE)
CLASSES = re.compile("[,;/+]")
CELLS = re.compile("[,;]")
BETWEEN_WORDS = re.compile(r"[\s._,;‐‑–-]+")  # inside a cell
MOST_PEOPLE = 2_000
LONGEST = 80
LARGEST_NUMBER = 9_999
# The columns that a list can have. If a heading has two meanings, the first one counts.
WANTED = (
    Head.NAME,
    Head.FIRST,
    Head.LAST,
    Head.LODGE,
    Head.NUMBER,
    Head.PAID,
    Head.TEAM,
    Head.CLASSES,
    Head.COMES,
    Head.STATE,
    Head.HOUSE,
    Head.IF_NEEDED,
)
# Columns that are recognized only by a heading.
HEADED = (Head.PAID, Head.TEAM, Head.CLASSES, Head.COMES)
LONGEST_TEAM = 40
COLUMNS = (
    "Number",
    "Name",
    "Lodge",
    "First name",
    "Last name",
    "Paid",
    "Team",
    "Class",
    "Comes",
)
# The answers in a list, with the words of such a cell.
COMES = {
    "": (
        *("", "going", "in", "yes", "y", "x", "expected", "here", "comes"),
        *("ja", "ano"),
    ),
    "late": ("late", "maybe late", "going, maybe late"),
    "needed": (
        *("standby", "stand by", "on standby"),
        *("needed", "if needed", "only if needed"),
    ),
    "waiting": (
        *("waitlist", "waitlisted", "on the waitlist", "waiting", "waiting list"),
        *("waits", "offered"),
    ),
    "asked": ("invited", "asked", "no answer"),
    "out": (
        *("can't make it", "cannot make it", "not going", "not coming", "declined"),
        *("out", "no", "n", "absent", "went home", "left", "nein", "ne"),
    ),
}
OF_COMES = {word: answer for answer, words in COMES.items() for word in words}
YES = (
    *("yes", "y", "x", "1", "true", "paid", "ok", "\N{CHECK MARK}", "ja", "ano", "tak"),
    *("igen", "da", "si", "oui", "wahr", "pravda", "prawda", "igaz", "vero", "vrai"),
)
NO = (
    *("", "no", "n", "0", "false", "-", "\N{EN DASH}", "not paid", "nein", "ne", "nie"),
    *("nem", "non", "falsch", "nepravda", "falsz", "hamis", "falso", "faux"),
)


@dataclass(frozen=True, slots=True)
class TypedPerson:
    """A start number as typed, a name and a lodge; "" for missing parts."""

    number: str
    name: str
    lodge: str


def typed_person(text: str) -> TypedPerson:
    """Parse “Name”, “Name, Lodge” or “12 Name; Lodge”; “Novák, Jan” is just a name."""
    line = " ".join(text.split())
    numbered = NUMBERED.match(line)
    rest = line[numbered.end() :] if numbered else line
    number = numbered[1] if numbered else ""
    cells = [cell.strip() for cell in CELLS.split(rest, maxsplit=2)]
    if len(cells) > 1 and is_family_comma_given(name := ", ".join(cells[:2])):
        return TypedPerson(number, name, "".join(cells[2:]))
    name, *lodge = PARTED.split(rest, maxsplit=1)
    return TypedPerson(number, name, "".join(lodge))


@dataclass(frozen=True, slots=True)
class Listed:
    """One person of a list; `line` is numbered as the reader of the list sees it."""

    line: int
    name: str
    lodge: str = ""
    number: int | None = None
    paid: bool = False
    team: str = ""
    classes: tuple[str, ...] = ()
    comes: str = ""  # "" for going, or a key of COMES
    parts: PersonName | None = None  # if the list tells the family name


@dataclass(frozen=True, slots=True)
class PeopleList:
    """The people that could be read, and every line that couldn't."""

    people: tuple[Listed, ...]
    wrong: tuple[WrongLine, ...] = ()


def read_pasted(text: str) -> PeopleList:
    """Read one person per line: “Name”, “Name, Lodge”, “12 Name; Lodge”, or tabs.

    If the first line has headings for more than that, every comma or semicolon
    separates two cells.
    """
    lines = [
        (n, line)
        for n, line in enumerate(text.splitlines(), start=1)
        if line.strip(" \t,;")
    ]
    separator = _separator(lines[0][1]) if lines else ""
    if not separator and _are_family_comma_given([line for _, line in lines]):
        return read_people(
            [SpreadsheetRow(n, tuple(_with_comma(line))) for n, line in lines]
        )
    return read_people(
        [SpreadsheetRow(n, tuple(_cells(line, separator))) for n, line in lines]
    )


def _are_family_comma_given(lines: Sequence[str]) -> bool:
    """Return whether the lines are like “Kubala, Marie”; at least one must show it."""
    typed = [_after_number(line) for line in lines if "\t" not in line]
    names = [name for _, name in typed if ";" not in name]
    parted = [name for name in names if comma_parts(name)]
    is_so = len(parted) * 2 > len(lines) and comma_is_family_first(parted)
    return is_so and any(map(is_family_comma_given, parted))


def _after_number(line: str) -> tuple[str, str]:
    """Return the start number before a name, and the rest."""
    line = " ".join(line.split())
    numbered = NUMBERED.match(line)
    return (numbered[1], line[numbered.end() :]) if numbered else ("", line)


def _with_comma(line: str) -> list[str]:
    """Return the cells of a line whose comma is part of the name."""
    number, name = _after_number(line)
    if "\t" in line or ";" in name or not comma_parts(name):
        return _cells(line)
    if not comma_is_family_first([name]):  # Marie Kubala, Praha
        return _cells(line)
    return [number, name] if number else [name]


def read_people(lines: Sequence[SpreadsheetRow]) -> PeopleList:
    """Read people from rows of cells; a first row of headings names the columns."""
    if not lines:
        return PeopleList(
            (), (WrongLine(1, "", message("There are no people in the list.")),)
        )
    if len(lines) > MOST_PEOPLE + 1:
        most = decimal(MOST_PEOPLE, 0)
        error = message("The list has more than {most} people. Split it.", most=most)
        return PeopleList((), (WrongLine(lines[-1].number, "", error),))
    lines = [
        SpreadsheetRow(line.number, tuple(map(i18n.name, line.cells))) for line in lines
    ]
    columns = _headings(lines[0].cells)
    rows = lines[1:] if columns else lines
    if [*columns] == [Head.NAME] and len(lines[0].cells) == 1:
        rows = [SpreadsheetRow(row.number, (_joined(row.cells),)) for row in rows]
    if columns and not {Head.NAME, Head.LAST} & columns.keys():
        error = message("There’s no column called Name.")
        return PeopleList((), (WrongLine(lines[0].number, "", error),))
    order = _order(lines[0], rows, columns)
    return _read(
        [
            _person(row, columns or _by_position(row), order)
            for row in rows
            if not _is_house(row, columns)
        ]
    )


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of names in a list, from all names and from the heading."""

    comma_parts_name: bool = False
    family_first: bool | None = None  # None: the heading doesn't tell


def _order(
    heads: SpreadsheetRow, rows: Sequence[SpreadsheetRow], columns: dict[str, int]
) -> _Order:
    """Return the order of names in a list.

    If there are lodges or the heading says so, a comma is part of the name.
    """
    family_first = None
    if Head.NAME in columns:
        family_first = is_family_first([heads.cells[columns[Head.NAME]]])
    cells = [(row, columns or _by_position(row)) for row in rows]
    names = [_cell(row, found, Head.NAME) for row, found in cells]
    has_lodges = any(_cell(row, found, Head.LODGE) for row, found in cells)
    comma = comma_is_family_first(
        names, family_first=True if family_first or has_lodges else None
    )
    return _Order(comma, family_first)


def _joined(cells: Sequence[str]) -> str:
    """Join the cells of a file with a single column, whose commas are part of names."""
    return ", ".join(filter(None, cells))


def _cell(row: SpreadsheetRow, columns: dict[str, int], meaning: str) -> str:
    index = columns.get(meaning, len(row.cells))
    return row.cells[index] if index < len(row.cells) else ""


def _is_house(row: SpreadsheetRow, columns: dict[str, int]) -> bool:
    """Return whether a row of our own export is a house player."""
    house = _cell(row, columns, Head.HOUSE)
    return bool(house) and _word(house) not in NO


def as_text(people: Sequence[Listed]) -> str:
    """Return the list as text that `read_pasted` can read, with any signs in names."""
    rows = [
        "\t".join(
            (
                str(p.number or ""),
                p.name,
                p.lodge,
                *((p.parts.given, p.parts.family) if p.parts else ("", "")),
                "yes" if p.paid else "",
                p.team,
                ", ".join(p.classes),
                p.comes,
            )
        )
        for p in people
    ]
    return "\n".join(["\t".join(COLUMNS), *rows])


def renumbered(people: Iterable[Listed]) -> list[Listed]:
    """Return the people with the line numbers that `as_text` gives them."""
    return [replace(person, line=n) for n, person in enumerate(people, start=2)]


def _separator(first: str) -> str:
    """Return the separator of all lines, if the first line has such headings."""
    for separator in ";,":
        cells = first.split(separator)
        if "\t" in first or len(cells) == 1:
            continue
        if {*HEADED} & {*_headings(cells)}:
            return separator
    return ""


def _cells(line: str, separator: str = "") -> list[str]:
    """Return the cells of a pasted line: number, name and lodge, if they exist."""
    if "\t" in line or separator:
        return [cell.strip() for cell in line.split(separator or "\t")]
    person = typed_person(line)
    cells = [person.name, person.lodge] if person.lodge else [person.name]
    return [person.number, *cells] if person.number else cells


def _headings(first: Iterable[str]) -> dict[str, int]:
    """Return the index of each kind of column; {} if this row is a person."""
    found: dict[str, int] = {}
    cells = [*first]
    for index, cell in enumerate(cells):
        meaning = head_meaning(cell, WANTED)
        if meaning and meaning not in found:
            found[meaning] = index
    # Our own lists have the player's number before the name: “player, name”.
    plain = [*map(plain_head, cells)]
    if Head.NAME in found and "name" in plain:
        found[Head.NAME] = plain.index("name")
    named = {Head.NAME, Head.LAST, Head.FIRST} & found.keys()
    if len(named) == 2 and Head.NAME in named:  # Příjmení, Jméno; Name, Vorname
        other = Head.FIRST if Head.LAST in named else Head.LAST
        found[other] = found.pop(Head.NAME)
    return found if named or len(found) > 1 else {}


def _heading(plain: str) -> str:
    """Return a cell's words, separated by single blanks."""
    return " ".join(filter(None, BETWEEN_WORDS.split(plain)))


def _by_position(row: SpreadsheetRow) -> dict[str, int]:
    """Return columns by position: a number first if there is one, name and lodge."""
    numbered = len(row.cells) > 1 and (
        row.cells[0].isdecimal() or (not row.cells[0] and len(row.cells) > 2)
    )
    names = (Head.NUMBER, Head.NAME, Head.LODGE)
    return {name: index for index, name in enumerate(names if numbered else names[1:])}


def _person(
    row: SpreadsheetRow, columns: dict[str, int], order: _Order
) -> Listed | WrongLine:
    def cell(meaning: str) -> str:
        return _cell(row, columns, meaning)

    if NO_VALUE in row.cells:
        return WrongLine(row.number, "", message("A formula has no calculated value."))
    parts = _parts(cell(Head.NAME), cell(Head.FIRST), cell(Head.LAST), order)
    name = parts.whole
    lodge, number = cell(Head.LODGE), _number(cell(Head.NUMBER))
    paid, team = cell(Head.PAID), cell(Head.TEAM)
    comes = cell(Head.COMES) or cell(Head.STATE)
    if not comes and _word(cell(Head.IF_NEEDED)) not in NO:
        comes = "needed"
    comes = _word(comes) if comes else ""
    if wrong := _wrong_cell(name, lodge, number) or _wrong_fact(paid, team):
        return WrongLine(row.number, *wrong)
    if comes not in OF_COMES:
        reason = message(
            "“{typed}” isn’t a valid answer. Enter going, maybe late, standby, "
            "waitlist, invited or can’t make it.",
            typed=comes,
        )
        return WrongLine(row.number, "comes", reason)
    classes = filter(None, map(str.strip, CLASSES.split(cell(Head.CLASSES))))
    return Listed(
        row.number,
        name,
        lodge,
        int(number) if number else None,
        paid=_is_paid(paid),
        team=team,
        classes=tuple(classes),
        comes=OF_COMES[comes],
        parts=None if parts.guessed else parts,
    )


def _number(cell: str) -> str:
    """Return a start number as written; “7.0” and “7.” become 7."""
    if cell.isdecimal():
        return cell
    whole = whole_number_in(cell.removesuffix("."))
    return str(whole) if whole is not None and whole > 0 else cell


def _parts(name: str, given_name: str, family: str, order: _Order) -> PersonName:
    """Return the name, with the family name marked if columns or a comma tell it."""
    if not name and given_name.casefold() in family.casefold().split():
        name, given_name, family = family, "", ""  # it had the whole name
    name = name or f"{given_name} {family}".strip()
    person_name = PersonName(name, given_name, family, guessed=False)
    if given_name and family and person_name.fits:
        return person_name
    if order.comma_parts_name and comma_parts(name):
        return family_comma_given(name)
    if order.family_first is None:
        return typed_name(name)
    parts = typed_name(name, family_first=order.family_first)
    has_both = parts.given and parts.family
    return replace(parts, guessed=False) if has_both else parts


def _wrong_cell(name: str, lodge: str, number: str) -> tuple[str, str] | None:
    """Return column and message of the first problem in a row."""
    if not re.search(r"[^\W\d_]", name):
        if not name:
            return "name", message("The name is missing.")
        return "name", message("“{name}” isn’t a valid name.", name=name)
    if len(name) > LONGEST:
        return "name", message(
            "The name is longer than {most} characters.", most=LONGEST
        )
    if len(lodge) > LONGEST:
        return "lodge", message(
            "The lodge is longer than {most} characters.", most=LONGEST
        )
    digits = number.isascii() and number.isdecimal() and len(number) <= 6
    if number and not (digits and 1 <= int(number) <= LARGEST_NUMBER):
        return "number", message(
            "“{number}” isn’t a start number from 1 to {most}.",
            number=number,
            most=decimal(LARGEST_NUMBER, 0),
        )
    if not (name + lodge).isprintable():
        return "name", message("This contains characters we can’t show.")
    return None


def _wrong_fact(paid: str, team: str) -> tuple[str, str] | None:
    if paid and _word(paid) not in (*YES, *NO) and not _is_amount(paid):
        return "paid", message(
            "“{paid}” isn’t a valid answer. Enter yes or no.", paid=paid
        )
    if len(team) > LONGEST_TEAM or not team.isprintable():
        return "team", message(
            "A team name can have at most {most} printable characters.",
            most=LONGEST_TEAM,
        )
    return None


def _is_paid(cell: str) -> bool:
    """Return whether a cell means yes: a yes, a cross, or an amount other than 0."""
    if _is_amount(cell):
        return bool(re.search("[1-9]", cell))
    return bool(cell) and _word(cell) in YES


def _word(cell: str) -> str:
    return _heading(unaccented(cell))


def _is_amount(cell: str) -> bool:
    return bool(re.fullmatch(r"[^\d\s.,]{0,3}\s?[0-9]{1,6}([.,][0-9]{1,2})?", cell))


def _read(rows: Sequence[Listed | WrongLine]) -> PeopleList:
    """Separate people from lines that couldn't be read, and check for equal numbers."""
    people = [row for row in rows if isinstance(row, Listed)]
    wrong = [row for row in rows if isinstance(row, WrongLine)]
    first: dict[int, int] = {}
    for person in people:
        if person.number is None:
            continue
        line = first.setdefault(person.number, person.line)
        if line != person.line:
            error = message(
                "Start number {number} is already used in line {line}.",
                number=person.number,
                line=line,
            )
            wrong.append(WrongLine(person.line, "number", error))
    if not people and not wrong:
        wrong.append(
            WrongLine(1, "", message("There are no people below the headings."))
        )
    return PeopleList(
        tuple(people), tuple(sorted(wrong, key=lambda wrong_line: wrong_line.line))
    )
