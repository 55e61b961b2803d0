"""How a sheet of an old list is laid out: where names, evenings and numbers stand.

Words at the head of a column tell it, in the plain words of several languages; where
they do not, what stands below does.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from clubs.finding import unaccented
from scoring.old_lists.cells import SERIAL, Year, day_in, is_blank, number_in, year_in
from scoring.people.spreadsheets import Worksheet


class Meaning(StrEnum):
    """What stands in a column."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    DATE = "date"
    TITLE = "title"
    PLACE = "place"
    NUMBER = "number"  # of chips or points, as the whole list means it
    POINTS = "points"  # table points, beside the chips
    ROUNDS = "rounds"
    NOTHING = ""


WORDS = {
    Meaning.NAME: (
        "name names player players full name jmeno jmena prijmeni a jmeno hrac hraci "
        "spieler spielerin nev jatekos gracz zawodnik igralec ime giocatore nome joueur nom"
    ),
    Meaning.FIRST: "first name|given name|vorname|krestni jmeno|keresztnev|imie|prenom",
    Meaning.LAST: (
        "last name|surname|family name|nachname|familienname|prijmeni|vezeteknev|"
        "csaladnev|nazwisko|priimek|cognome"
    ),
    Meaning.DATE: "date day datum den dne tag termin kdy datum konani data nap giorno",
    Meaning.TITLE: (
        "evening event tournament turnaj vecer abend turnier veranstaltung akce verseny "
        "turniej turnir torneo tournoi kolo ligy"
    ),
    Meaning.PLACE: (
        "place rank pos position platz rang poradi misto umisteni helyezes hely miejsce "
        "mesto posto classement pl"
    ),
    Meaning.NUMBER: (
        "total totals score chips points result sum net gesamt summe punkte ergebnis "
        "stand celkem body zetony vysledek soucet zisk osszesen pont pontok zseton wynik "
        "suma punkty tocke skupaj totale punti total points"
    ),
    Meaning.POINTS: "table points|tp|tischpunkte|stolove body|body u stolu",
    Meaning.ROUNDS: "rounds games runden partien kola pocet kol korok rundy kolo",
}
KNOWN = {
    word: meaning
    for meaning, words in WORDS.items()
    for word in (words.split("|") if "|" in words else [*words.split(), words])
}
KNOWN |= {
    "full name": Meaning.NAME,
    "prijmeni a jmeno": Meaning.NAME,
    "jmeno a prijmeni": Meaning.NAME,
    "pocet kol": Meaning.ROUNDS,
}
LETTERS = 2  # of a name at least
# Words with which lines begin that are nobody: totals, what was paid, notes.
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
# What is nobody alone, and may be a part of somebody’s name: Max Huber.
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


def meaning_of(head: str) -> Meaning:
    """What a head says, in any case and accent; nothing where it says nothing known."""
    plain = " ".join(
        "".join(c if c.isalnum() else " " for c in unaccented(head)).split()
    )
    return KNOWN.get(plain, Meaning.NOTHING)


def is_name(text: str) -> bool:
    """Whether it may be somebody's name: letters, and neither a day nor a number."""
    letters = sum(map(str.isalpha, text))
    digits = sum(map(str.isdecimal, text))
    return letters >= LETTERS and not digits and not is_blank(text)


def is_nobody(text: str) -> bool:
    """Whether what stands among the names looks like a total, a heading, a note."""
    words = "".join(c if c.isalnum() else " " for c in unaccented(text)).split()
    if not words or words[0] in NO_NAMES or any(map(str.isdecimal, text)):
        return True
    return (len(words) == 1 and words[0] in NOBODY_ALONE) or bool(meaning_of(text))


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
    layout = (
        _across(rows, year)
        or _listed(sheet, rows, year)
        or _turned(rows, year)
        or _undated(rows)
        or Layout()
    )
    return replace(layout, year=year)


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
    if not people or any(
        _is_day(_cell(rows[head], person.at), year) for person in people
    ):
        return None
    taken = {person.at for person in people}
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
        meaning = meaning_of(_cell(below, at)) if heads_below else Meaning.NUMBER
        if meaning in (Meaning.PLACE, Meaning.NUMBER, Meaning.POINTS, Meaning.ROUNDS):
            yield Column(
                at, meaning, _cell(below, at) if heads_below else cell, evening
            )


def _listed(sheet: Worksheet, rows: Rows, year: Year | None) -> Layout | None:
    """One row a person: with a column of days, or all of one day."""
    head = _head_row(rows)
    people = _name_columns(rows, head)
    if not people:
        return None
    columns, taken = [*people], {person.at for person in people}
    for at in range(max(map(len, rows), default=0)):
        meaning = meaning_of(_cell(rows[head], at)) if head >= 0 else Meaning.NOTHING
        if at not in taken and meaning not in (Meaning.NOTHING, Meaning.NAME):
            columns.append(Column(at, meaning, _cell(rows[head], at)))
    columns += _unsaid(rows, head, year, columns)
    if not any(c.meaning in (Meaning.NUMBER, Meaning.PLACE) for c in columns):
        return None
    if any(column.meaning is Meaning.DATE for column in columns):
        return Layout(Shape.DOWN, head, tuple(columns))
    above = (cell for row in rows[: max(head, 0)] for cell in row)
    day = next((text for text in (sheet.name, *above) if day_in(text, year)), "")
    return Layout(Shape.ONE, head, tuple(columns), day=day) if day else None


def _unsaid(
    rows: Rows, head: int, year: Year | None, columns: Sequence[Column]
) -> Iterable[Column]:
    """Days and numbers in columns whose heads say nothing."""
    taken, meanings = {c.at for c in columns}, {c.meaning for c in columns}
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
    layout = _across(turned(rows), year)
    return replace(layout, turned=True) if layout else None


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
    taken = {person.at for person in people}
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
            Column(by_meaning[meaning], meaning, _cell(rows[head], by_meaning[meaning]))
            for meaning in (Meaning.FIRST, Meaning.LAST)
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
    return [cell for cell in cells if cell]


def _share(cells: Sequence[str], is_so: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(is_so, cells)) >= MOSTLY * len(cells)


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""
