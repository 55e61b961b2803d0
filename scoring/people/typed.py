"""People as somebody types them: one, “12 Marie Kubala; Lodge 24”, or a whole list.

The door and the field of the entries read one; a pasted list and a file have many, with
fee, team and class where headings tell them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clubs import wording
from clubs.finding import unaccented
from clubs.wording import AFTER_A_NAME, PersonName, decimal, say, typed_name
from clubs.wording.names import is_family_comma_given
from scoring.people.spreadsheets import Line, WrongLine

# These meet text without two blanks side by side: a run of them, looked at from each of
# its signs, takes the square of its length.
NUMBERED = re.compile(r"(?:# ?|No\.? ?)?(\d{1,4}) ?[.):]? (?=\D)", re.IGNORECASE)
# A comma parts name and lodge, but belongs to “Josef Marek, Jr.”.
AFTER = rf"(?:{'|'.join(AFTER_A_NAME)})\b\.? ?(?:[;,]|$)"
PARTED = re.compile(rf" ?(?:;|,(?! ?{AFTER})) ?", re.IGNORECASE)
CLASSES = re.compile("[,;/+]")
CELLS = re.compile("[,;]")
BETWEEN_WORDS = re.compile(r"[\s._,;‐‑–-]+")  # of a heading
MOST_PEOPLE = 2_000
LONGEST = 80
LARGEST_NUMBER = 9_999
HEADINGS = {
    "number": ("number", "no", "nr", "start number", "startnumber", "start no", "#"),
    "name": ("name", "player", "full name", "player name", "jmeno", "hrac", "spieler"),
    "first": ("first name", "firstname", "given name", "vorname"),
    "last": ("last name", "lastname", "surname", "family name", "prijmeni", "nachname"),
    "lodge": ("lodge", "club", "town", "verein", "klub", "loze"),
    "paid": ("paid", "fee", "fee paid", "entry fee", "bezahlt", "zaplaceno"),
    "team": ("team", "mannschaft", "druzstvo"),
    "classes": ("class", "classes", "category", "klasse", "kategorie"),
    "comes": ("comes", "who comes", "coming", "kommt", "prijde"),
}
# Columns that only a heading tells.
HEADED = ("paid", "team", "classes", "comes")
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
# What a list says of whether somebody comes, by the words of such a cell.
COMES = {
    "": ("", "in", "yes", "y", "x", "expected", "here", "comes", "ja", "ano"),
    "late": ("late", "maybe late"),
    "needed": ("needed", "if needed", "only if needed", "stand by", "standby"),
    "waiting": ("waiting", "waits", "waiting list", "offered"),
    "asked": ("asked",),
    "out": ("out", "no", "n", "absent", "left", "not coming", "nein", "ne"),
}
OF_COMES = {word: said for said, words in COMES.items() for word in words}
YES = ("yes", "y", "x", "1", "true", "paid", "ok", "\N{CHECK MARK}", "ja", "ano")
NO = ("", "no", "n", "0", "false", "-", "\N{EN DASH}", "not paid", "nein", "ne")


@dataclass(frozen=True, slots=True)
class TypedPerson:
    """Start number as it was typed, name and lodge; empty where they are not there."""

    number: str
    name: str
    lodge: str


def typed_person(text: str) -> TypedPerson:
    """“Name”, “Name, Lodge”, “12 Name; Lodge”; “Novák, Jan” is a name alone."""
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
    """One person of a list; `line` counts as the list itself shows it."""

    line: int
    name: str
    lodge: str = ""
    number: int | None = None
    paid: bool = False
    team: str = ""
    classes: tuple[str, ...] = ()
    comes: str = ""  # "" is in, or a word of COMES
    parts: PersonName | None = None  # where the list says which is the family name


@dataclass(frozen=True, slots=True)
class PeopleList:
    """Everybody who could be read, and every line that could not."""

    people: tuple[Listed, ...]
    wrong: tuple[WrongLine, ...] = ()


def read_pasted(text: str) -> PeopleList:
    """One person a line: “Name”, “Name, Lodge”, “12 Name; Lodge”, or tabs between.

    Below headings for more than that, every comma or semicolon parts two cells.
    """
    lines = [
        (n, line)
        for n, line in enumerate(text.splitlines(), start=1)
        if line.strip(" \t,;")
    ]
    separator = _separator(lines[0][1]) if lines else ""
    return read_people([Line(n, tuple(_cells(line, separator))) for n, line in lines])


def read_people(lines: Sequence[Line]) -> PeopleList:
    """People out of rows of cells; a first row of headings names the columns."""
    if not lines:
        return PeopleList((), (WrongLine(1, "", say("Nobody stands in the list.")),))
    if len(lines) > MOST_PEOPLE + 1:
        most = decimal(MOST_PEOPLE, 0)
        message = say("More than {most} people; split the list.", most=most)
        return PeopleList((), (WrongLine(lines[-1].number, "", message),))
    lines = [Line(line.number, tuple(map(wording.name, line.cells))) for line in lines]
    columns = _headings(lines[0].cells)
    rows = lines[1:] if columns else lines
    if columns and not {"name", "last"} & columns.keys():
        message = say("There is no column called Name.")
        return PeopleList((), (WrongLine(lines[0].number, "", message),))
    return _read([_person(row, columns or _by_position(row)) for row in rows])


def as_text(people: Sequence[Listed]) -> str:
    """The list as `read_pasted` reads it again, whatever stands in the names."""
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
    """The same people in the lines that `as_text` gives them."""
    return [replace(person, line=n) for n, person in enumerate(people, start=2)]


def _separator(first: str) -> str:
    """What parts the cells of all lines, if the first one names such columns."""
    for mark in ";,":
        cells = first.split(mark)
        if "\t" in first or len(cells) == 1:
            continue
        if {*HEADED} & _headings(cells).keys():
            return mark
    return ""


def _cells(line: str, separator: str = "") -> list[str]:
    """The cells of a pasted line: number, name, lodge, as far as they are there."""
    if "\t" in line or separator:
        return [cell.strip() for cell in line.split(separator or "\t")]
    person = typed_person(line)
    cells = [person.name, person.lodge] if person.lodge else [person.name]
    return [person.number, *cells] if person.number else cells


def _headings(first: Iterable[str]) -> dict[str, int]:
    """Where each kind of column stands; nothing if this row holds a person."""
    found: dict[str, int] = {}
    for at, plain in enumerate([*map(unaccented, first)]):
        bare = _heading(plain)
        for meaning, words in HEADINGS.items():
            if bare in words and meaning not in found:
                found[meaning] = at
    named = {"name", "last", "first"} & found.keys()
    return found if named or len(found) > 1 else {}


def _heading(plain: str) -> str:
    """Its words, with nothing between them but spaces."""
    return " ".join(filter(None, BETWEEN_WORDS.split(plain)))


def _by_position(row: Line) -> dict[str, int]:
    """Without headings: a number first if there is one, then name and lodge."""
    numbered = len(row.cells) > 1 and (
        row.cells[0].isdecimal() or (not row.cells[0] and len(row.cells) > 2)
    )
    return {"number": 0, "name": 1, "lodge": 2} if numbered else {"name": 0, "lodge": 1}


def _person(row: Line, columns: dict[str, int]) -> Listed | WrongLine:
    def cell(meaning: str) -> str:
        at = columns.get(meaning, len(row.cells))
        return row.cells[at] if at < len(row.cells) else ""

    parts = _parts(cell("name"), cell("first"), cell("last"))
    name = parts.whole
    lodge, number = cell("lodge"), cell("number")
    paid, team = cell("paid"), cell("team")
    comes = _word(cell("comes")) if cell("comes") else ""
    if wrong := _wrong_cell(name, lodge, number) or _wrong_fact(paid, team):
        return WrongLine(row.number, *wrong)
    if comes not in OF_COMES:
        said = say(
            "“{typed}”: say in, late, only if needed, waiting, asked or out.",
            typed=cell("comes"),
        )
        return WrongLine(row.number, "comes", said)
    return Listed(
        row.number,
        name,
        lodge,
        int(number) if number else None,
        paid=_is_paid(paid),
        team=team,
        classes=tuple(filter(None, map(str.strip, CLASSES.split(cell("classes"))))),
        comes=OF_COMES[comes],
        parts=None if parts.guessed else parts,
    )


def _parts(name: str, given: str, family: str) -> PersonName:
    """The name, and which words are the family name where columns or a comma say so."""
    if not name:
        name = f"{given} {family}".strip()
    told = PersonName(name, given, family, guessed=False)
    return told if given and family and told.fits else typed_name(name)


def _wrong_cell(name: str, lodge: str, number: str) -> tuple[str, str] | None:
    """Column and message of the first thing wrong in a row."""
    if not re.search(r"[^\W\d_]", name):
        if not name:
            return "name", say("There is no name.")
        return "name", say("“{name}” is no name.", name=name)
    if len(name) > LONGEST:
        return "name", say("The name has more than {most} letters.", most=LONGEST)
    if len(lodge) > LONGEST:
        return "lodge", say("The lodge has more than {most} letters.", most=LONGEST)
    digits = number.isascii() and number.isdecimal() and len(number) <= 6
    if number and not (digits and 1 <= int(number) <= LARGEST_NUMBER):
        return "number", say(
            "“{number}” is no start number from 1 to {most}.",
            number=number,
            most=decimal(LARGEST_NUMBER, 0),
        )
    if not (name + lodge).isprintable():
        return "name", say("There are letters that cannot be shown.")
    return None


def _wrong_fact(paid: str, team: str) -> tuple[str, str] | None:
    if paid and _word(paid) not in (*YES, *NO) and not _is_amount(paid):
        return "paid", say("“{paid}”: say yes or no.", paid=paid)
    if len(team) > LONGEST_TEAM or not team.isprintable():
        return "team", say(
            "A team has at most {most} letters that can be shown.", most=LONGEST_TEAM
        )
    return None


def _is_paid(cell: str) -> bool:
    """Yes, a cross, or an amount that is not 0."""
    if _is_amount(cell):
        return bool(re.search("[1-9]", cell))
    return bool(cell) and _word(cell) in YES


def _word(cell: str) -> str:
    return _heading(unaccented(cell))


def _is_amount(cell: str) -> bool:
    return bool(re.fullmatch(r"[^\d\s.,]{0,3}\s?[0-9]{1,6}([.,][0-9]{1,2})?", cell))


def _read(rows: Sequence[Listed | WrongLine]) -> PeopleList:
    """Sorts what could be read from what could not; a number stands only once."""
    people = [row for row in rows if isinstance(row, Listed)]
    wrong = [row for row in rows if isinstance(row, WrongLine)]
    first: dict[int, int] = {}
    for person in people:
        if person.number is None:
            continue
        line = first.setdefault(person.number, person.line)
        if line != person.line:
            message = say(
                "Start number {number} stands in line {line} already.",
                number=person.number,
                line=line,
            )
            wrong.append(WrongLine(person.line, "number", message))
    if not people and not wrong:
        wrong.append(WrongLine(1, "", say("Nobody stands below the headings.")))
    return PeopleList(tuple(people), tuple(sorted(wrong, key=lambda each: each.line)))
