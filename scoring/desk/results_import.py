"""Import results of an event scored elsewhere from a file."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain

from django.db import transaction
from django.utils import timezone

from clubs import i18n
from clubs.i18n import message, plural_message
from clubs.models import Club, Player
from clubs.players import add_player
from rules.sheet import SeatCount, as_written
from scoring.core.quotas import refuse_beyond
from scoring.core.writes import Actor, log
from scoring.draw.seats import make_draft
from scoring.models import Count, Entry, Round, Sheet, SitOut, Tournament
from scoring.models.log_messages import log_message
from scoring.people.entries import house_players, new_entry
from scoring.people.headings import Head, head_meaning, numbered_head, plain_head
from scoring.people.name_order import (
    comma_is_family_first,
    comma_parts,
    family_comma_given,
)
from scoring.people.numbers import whole_number_in
from scoring.people.spreadsheets import HEAD_LINES, SpreadsheetRow, WrongLine
from scoring.people.xlsx_reader import NO_VALUE
from scoring.results import stored
from scoring.sheets import counts
from scoring.sheets.hands import aside_by_hands
from scoring.sheets.sheet import has_chips
from scoring.tournaments import tournaments

SIZES = (4,)  # of tables, by default
LAST_SEAT = 9  # the highest seat a heading can name
LARGEST = 100_000  # chips
MOST_TABLES = 9_999
LONGEST = 80  # letters of a name, or digits
MOST_ROUNDS = 20  # the limit of a tournament
# A “Player” column can hold numbers or names, cell by cell; “Name” holds names.
WHO = ("number", "player", "name")
NAMES = frozenset(
    ["name", "names", "nev", "ime", "nome", "nom", "meno", "nombre", "jmeno", "imie"]
)
CHIPS = (Head.SCORE, Head.TOTAL)
OF_SEAT = (Head.NAME, Head.NUMBER, Head.SCORE, Head.SEAT)
OF_TABLE = (Head.TABLE, Head.ROUND)
OF_LINE = (*OF_TABLE, Head.SEAT, Head.CREDIT, Head.NAME, Head.NUMBER, *CHIPS)
HOUSE = re.compile("H([1-9][0-9]{0,2})")  # the name of a house player in our own files


def headings(sizes: Sequence[int] = SIZES) -> str:
    """Return the columns of a file with tables of these sizes, for people."""
    smaller = "; a smaller table leaves the last empty" if len(sizes) > 1 else ""
    return (
        f"Table, Round, then for each seat 1–{max(sizes)} Player (or Player_Number, "
        f"Name) and Points (or Score, Chips){smaller}; or one row a seat with Round, "
        "Table, Seat, Name and Score"
    )


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A player by number, name or both, with their score in chips."""

    number: int | None
    name: str
    score: int
    house: int | None = None  # the number of a house player
    credit: int | None = None  # the start number it counts for

    @property
    def player_key(self) -> int | str:
        if self.house:
            return f"H{self.house}"
        return self.number if self.number is not None else self.name.casefold()


@dataclass(frozen=True, slots=True)
class TableResult:
    """One row of the file."""

    line: int
    round: int
    table: int
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """The readable rows, and all errors."""

    tables: tuple[TableResult, ...]
    wrong: tuple[WrongLine, ...]


def read_results(
    lines: Sequence[SpreadsheetRow],
    sizes: Sequence[int] = SIZES,
    only_round: int | None = None,
) -> ResultsFile:
    """Read tables of these sizes from a file; the first line names the columns.

    `only_round`: the round of a file without a column for it.
    """
    lines = _from_heads(lines)
    if is_row_a_seat(lines[0]):
        return _read_seats(lines, sizes, only_round)
    columns, wrong = _columns(lines[0], sizes, only_round)
    if wrong:
        return ResultsFile((), tuple(wrong))
    tables: list[TableResult] = []
    for line in lines[1:]:
        reader = _Row(line, columns, sizes, only_round)
        table = reader.table()
        wrong += reader.wrong
        if table:
            tables.append(table)
    tables = _with_names_as_spoken(tables)
    wrong += _contradictions(tables)
    if not tables and not wrong:
        problem = message("There are no results below the headings.")
        wrong.append(WrongLine(lines[0].number, "", problem))
    return ResultsFile(tuple(tables), tuple(sorted(wrong, key=lambda w: w.line)))


def _with_names_as_spoken(tables: Iterable[TableResult]) -> list[TableResult]:
    """Return names like “Berger, Anna” as Anna Berger, if the file has that order."""
    tables = [*tables]
    seats = chain.from_iterable(table.seats for table in tables)
    names = [seat.name for seat in seats if seat.name]
    if not comma_is_family_first(names):
        return tables
    return [
        replace(table, seats=tuple(map(_family_first, table.seats))) for table in tables
    ]


def _family_first(seat: SeatResult) -> SeatResult:
    """Return a seat named “Berger, Anna” as Anna Berger."""
    if not comma_parts(seat.name):
        return seat
    return replace(seat, name=family_comma_given(seat.name).whole)


def _from_heads(lines: Sequence[SpreadsheetRow]) -> Sequence[SpreadsheetRow]:
    """Return the lines from the headings on: a title may come before them."""
    known = []
    for line in lines[:HEAD_LINES]:
        heads = [_meaning(cell) or head_meaning(cell, OF_LINE) for cell in line.cells]
        known.append(sum(map(bool, heads)))
    index = known.index(max(known)) if max(known, default=0) > 2 else 0
    return lines[index:]


def says_round(lines: Sequence[SpreadsheetRow]) -> bool:
    """Return whether the file has a column for the round."""
    heads = _from_heads(lines)[0].cells
    return any(head_meaning(cell, OF_TABLE) is Head.ROUND for cell in heads)


def is_row_a_seat(heading: SpreadsheetRow) -> bool:
    """Return whether each line is one seat: a player column and a chips column."""
    meanings = [head_meaning(cell, OF_LINE) for cell in heading.cells]
    has_numbered = any(numbered_head(cell, OF_SEAT) for cell in heading.cells)
    people = meanings.count(Head.NAME) or meanings.count(Head.NUMBER)
    return (
        not has_numbered
        and people == 1
        and any(meanings.count(chips) == 1 for chips in CHIPS)
    )


def _read_seats(
    lines: Sequence[SpreadsheetRow], sizes: Sequence[int], only_round: int | None
) -> ResultsFile:
    """Read tables from lines for one seat each, in order of the seats."""
    columns: dict[str, _Column] = {}
    for index, title in enumerate(lines[0].cells):
        meaning = head_meaning(title, OF_LINE)
        name = "chips" if meaning in CHIPS else str(meaning or "")
        if name and (name not in columns or (name == "chips" and meaning is CHIPS[0])):
            columns[name] = _Column(index, title)
    needed = ["table", "chips", *(["round"] if only_round is None else [])]
    missing = [name for name in needed if name not in columns]
    if missing:
        wrong = _missing(lines[0], missing, sizes)
        return ResultsFile((), (wrong,))
    wrongs: list[WrongLine] = []
    seats: defaultdict[tuple[int, int], list[tuple[int, int, SeatResult]]]
    seats = defaultdict(list)
    for line in lines[1:]:
        row = _Row(line, columns, sizes, only_round)
        round_, table = row.round_number(), row.whole("table", 1, MOST_TABLES)
        position = row.whole("seat", 1, LAST_SEAT) if row.text("seat") else 0
        seat = row.seat_of_line()
        wrongs += row.wrong
        if not row.wrong:
            seats[round_, table].append((position, line.number, seat))
    tables = []
    for (round_, table), found in seats.items():
        table_seats = sorted(found, key=lambda found_seat: found_seat[:2])
        line_number = min(line for _, line, _ in table_seats)
        if len(table_seats) not in sizes and not wrongs:
            error = plural_message(
                "Round {round}, table {table} has {n} seat here. A table of this game "
                "has {sizes}.",
                "Round {round}, table {table} has {n} seats here. A table of this game "
                "has {sizes}.",
                len(table_seats),
                round=round_,
                table=table,
                sizes=", ".join(map(str, sizes)),
            )
            wrongs.append(WrongLine(line_number, "", error))
        people = tuple(seat for _, _, seat in table_seats)
        tables.append(TableResult(line_number, round_, table, people))
    tables = _with_names_as_spoken(tables)
    wrongs += _contradictions(tables)
    if not tables and not wrongs:
        problem = message("There are no results below the headings.")
        wrongs.append(WrongLine(lines[0].number, "", problem))
    return ResultsFile(tuple(tables), tuple(sorted(wrongs, key=lambda w: w.line)))


@dataclass(frozen=True, slots=True)
class _Column:
    """The position of a column, and its heading in the file."""

    index: int
    title: str


def _columns(
    heading: SpreadsheetRow, sizes: Sequence[int], only_round: int | None
) -> tuple[dict[str, _Column], list[WrongLine]]:
    """Return the columns by meaning: table, round, number1 …, player1 …, chips1 ….

    All columns of a seat that not every table has can be missing. Also returns the
    errors.
    """
    columns: dict[str, _Column] = {}
    wrong: list[WrongLine] = []
    for index, (title, meaning) in enumerate(_numbered(heading.cells)):
        if meaning:
            if meaning in columns:
                twice = message("This column appears twice.")
                wrong.append(WrongLine(heading.number, title, twice))
            columns[meaning] = _Column(index, title)
    player_columns = {
        n: _who_columns(n) & columns.keys() for n in range(1, max(sizes) + 1)
    }
    seats = [
        n
        for n in player_columns
        if n <= min(sizes) or player_columns[n] or f"chips{n}" in columns
    ]
    rounds = ["round"] if only_round is None else []
    needed = ["table", *rounds, *(f"chips{seat}" for seat in seats)]
    missing = [name for name in needed if name not in columns]
    missing += [f"player{seat}" for seat in seats if not player_columns[seat]]
    if missing:
        wrong.append(_missing(heading, missing, sizes))
    return columns, wrong


def _missing(
    heading: SpreadsheetRow, missing: Iterable[str], sizes: Sequence[int]
) -> WrongLine:
    error = message(
        "Columns are missing: {columns}. Needed: {needs}.",
        columns=", ".join(missing),
        needs=headings(sizes),
    )
    return WrongLine(heading.number, "", error)


def _who_columns(seat: int) -> set[str]:
    """Return the columns that can name the player on a seat."""
    return {f"{kind}{seat}" for kind in WHO}


def _numbered(titles: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each heading with its meaning.

    “Player, Score, Player, Score” without numbers means seats in order.
    """
    meanings = [_meaning(title) for title in titles]
    if not any(re.search(r"\d", meaning) for meaning in meanings):
        times: Counter[str] = Counter()
        for index, title in enumerate(titles):
            kind = _of_seat(title)
            if kind and sum(_of_seat(other) == kind for other in titles) > 1:
                times[kind] += 1
                meanings[index] = f"{kind}{times[kind]}"
    yield from zip(titles, meanings, strict=True)


def _meaning(title: str) -> str:
    """Return the meaning of a heading in any known language, or an empty string."""
    if of_table := head_meaning(title, OF_TABLE):
        return str(of_table)
    if numbered := numbered_head(title, OF_SEAT):
        seat = numbered[1]
        kind = _of_seat("".join(c for c in title if not c.isdecimal()))
        return f"{kind}{seat}" if kind and 1 <= seat <= LAST_SEAT else ""
    return ""


def _of_seat(word: str) -> str:
    """Return what a heading has for a seat: chips, number, name or player."""
    meaning = head_meaning(word, OF_SEAT)
    if meaning in CHIPS:
        return "chips"
    if meaning is Head.NUMBER:
        return "number"
    if meaning is None:
        return ""
    return "name" if plain_head(word) in NAMES else "player"


class _Row:
    """A reader of one line that collects its errors."""

    def __init__(
        self,
        line: SpreadsheetRow,
        columns: dict[str, _Column],
        sizes: Sequence[int],
        only_round: int | None = None,
    ) -> None:
        self.line = line
        self.only_round = only_round
        self.columns = columns
        self.sizes = sizes
        self.wrong: list[WrongLine] = []

    def table(self) -> TableResult | None:
        round_ = self.round_number()
        table = self.whole("table", 1, MOST_TABLES)
        seats = [self.seat(n) for n in range(1, self.how_many() + 1)]
        self.refuse_more()
        if self.wrong:
            return None
        return TableResult(self.line.number, round_, table, tuple(seats))

    def round_number(self) -> int:
        if "round" not in self.columns and self.only_round is not None:
            return self.only_round
        return self.whole("round", 1, MOST_ROUNDS)

    def seat_of_line(self) -> SeatResult:
        """Return the seat of a line for one seat."""
        number_text, name = self.text("number"), i18n.name(self.text("name"))
        score = self.whole("chips", -LARGEST, LARGEST)
        if house := HOUSE.fullmatch(number_text):
            return SeatResult(None, name, score, house=int(house[1]))
        number = whole_number_in(number_text) if number_text else None
        if number is None and not number_text and re.fullmatch(r"[0-9]{1,4}", name):
            number, name = int(name), ""  # a “Player” column with numbers
        if (number_text and number is None) or (
            number is not None and not 0 < number <= 9_999
        ):
            self.complain(
                "number", message("“{name}” isn’t a player.", name=number_text or name)
            )
        elif number is None and not name:
            self.complain("name", message("There’s no player here."))
        elif name and not _is_name(name):
            self.complain("name", message("“{name}” isn’t a player.", name=name))
        credit = whole_number_in(self.text("credit"))
        return SeatResult(
            number, name, score, credit=credit if credit != number else None
        )

    def refuse_more(self) -> None:
        """Report players on seats that no table has, so that no score is lost."""
        most = max(self.sizes)
        for n in range(most + 1, LAST_SEAT + 1):
            if any(map(self.text, _who_columns(n))) and self.text(f"chips{n}"):
                seats = i18n.in_words(most)
                most_seats = message(
                    "A table can have at most {seats} seats.", seats=seats
                )
                self.complain(f"chips{n}", most_seats)

    def how_many(self) -> int:
        """Return the smallest table size that fits all filled cells of the line."""
        seats_with_text = [
            n
            for n in range(1, max(self.sizes) + 1)
            if any(map(self.text, (*_who_columns(n), f"chips{n}")))
        ]
        last = max(seats_with_text, default=0)
        return next(size for size in sorted(self.sizes) if size >= last)

    def seat(self, n: int) -> SeatResult:
        player_text = self.text(f"number{n}") or self.text(f"player{n}")
        number = int(player_text) if re.fullmatch(r"[0-9]{1,4}", player_text) else None
        name = i18n.name(self.text(f"name{n}") or self.name_beside(n, number))
        if number is None and not name:
            nobody = message("Seat {number} has no player.", number=n)
            self.complain(self.who_column(n), nobody)
        elif number == 0 or (name and not _is_name(name)):
            shown_name = name if number else player_text or name
            no_player = message("“{name}” isn’t a player.", name=shown_name)
            self.complain(self.who_column(n), no_player)
        return SeatResult(number, name, self.whole(f"chips{n}", -LARGEST, LARGEST))

    def name_beside(self, n: int, number: int | None) -> str:
        """Return the name in a “Player” column, next to a number column if any."""
        player = self.text(f"player{n}")
        if number is None:
            return player or self.text(f"number{n}")
        return player if self.text(f"number{n}") and player != str(number) else ""

    def who_column(self, n: int) -> str:
        """Return the first existing column for a player."""
        names = [f"{kind}{n}" for kind in WHO]
        return next(name for name in names if name in self.columns)

    def text(self, name: str) -> str:
        column = self.columns.get(name)
        cells = self.line.cells
        return cells[column.index] if column and column.index < len(cells) else ""

    def whole(self, name: str, at_least: int, at_most: int) -> int:
        """Return a whole number; a minus sign (−) counts as a hyphen."""
        text = self.text(name).replace("−", "-")
        if not re.fullmatch(r"[+-]?[0-9]+", text):  # also (10) and 100.0
            whole = whole_number_in(text)
            text = str(whole) if whole is not None else text
        if text == NO_VALUE:
            self.complain(
                name,
                message(
                    "The formula in this cell doesn’t have a value. "
                    "Save the file in a spreadsheet program first."
                ),
            )
        elif not re.fullmatch(r"[+-]?[0-9]+", text):
            no_number = message("“{text}” isn’t a whole number.", text=text)
            self.complain(name, no_number if text else message("A number is missing."))
        elif len(text) > LONGEST or not at_least <= int(text) <= at_most:
            outside = message(
                "{number} isn’t from {least} to {most}.",
                number=text,
                least=at_least,
                most=at_most,
            )
            self.complain(name, outside)
        else:
            return int(text)
        return at_least

    def complain(self, name: str, error: str) -> None:
        column = self.columns.get(name)
        self.wrong.append(
            WrongLine(self.line.number, column.title if column else name, error)
        )


def _is_name(name: str) -> bool:
    """Return whether a name has a letter, and only printable characters."""
    letters = re.search(r"[^\W\d_]", name)
    return bool(letters) and name.isprintable() and len(name) <= LONGEST


def _contradictions(tables: Iterable[TableResult]) -> Iterable[WrongLine]:
    """Yield errors across lines: a table or a player twice in one round."""
    seen_tables: dict[tuple[int, int], int] = {}
    seen_players: dict[tuple[int, int | str], tuple[int, int]] = {}
    names: dict[int, str] = defaultdict(str)
    for table in tables:
        first = seen_tables.setdefault((table.round, table.table), table.line)
        if first != table.line:
            error = message(
                "Round {round}, table {table} is already on line {line}.",
                round=table.round,
                table=table.table,
                line=first,
            )
            yield WrongLine(table.line, "", error)
        for n, seat in enumerate(table.seats, start=1):
            place = seen_players.setdefault(
                (table.round, seat.player_key), (table.line, n)
            )
            if place != (table.line, n):
                shown_name = seat.name or message("player {number}", number=seat.number)
                error = message(
                    "{name} is already on line {line} in this round.",
                    name=shown_name,
                    line=place[0],
                )
                yield WrongLine(table.line, f"seat {n}", error)
            if seat.number is not None and seat.name:
                known = names[seat.number] or seat.name
                names[seat.number] = known
                if known != seat.name:
                    error = message(
                        "Number {number} was “{known}” before and is “{name}” here.",
                        number=seat.number,
                        known=known,
                        name=seat.name,
                    )
                    yield WrongLine(table.line, f"seat {n}", error)


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported sheet; `count` is in force only if it balances.

    `waits`: the total of the scores is unknown (see `aside_by_hands`).
    """

    sheet: Sheet
    count: Count
    waits: bool


@transaction.atomic
def new_tournament(
    *,
    club: Club,
    actor: Actor,
    name: str,
    day: date,
    game: str,
    start_chips: int,
    rounds: int,
) -> Tournament:
    """Create the tournament for the results.

    Raises ValidationError for its name, ActionRefused beyond a limit of the club.
    """
    tournaments.refuse_same_name(club, name)
    return tournaments.create(
        club=club,
        actor=actor,
        name=name,
        date=day,
        game=game,
        start_chips=start_chips,
        rounds_planned=rounds,
    )


def import_results(
    *, tournament: Tournament, actor: Actor, tables: Sequence[TableResult]
) -> Iterator[Imported]:
    """Import the tables of a file sheet by sheet; call in one transaction.

    A balanced sheet is verified by the import. An unbalanced one is saved outside the
    standings, and so is one whose game may put chips aside. A player without a seat in
    a round sat it out. Raises ActionRefused beyond a limit of the club.
    """
    entries = _entries(tournament, tables)
    with stored.compute_once(tournament, actor):
        for number in sorted({table.round for table in tables}):
            of_round = sorted(
                (table for table in tables if table.round == number),
                key=lambda table: table.table,
            )
            rnd = _round(tournament, number, of_round, entries)
            sheets = {sheet.table: sheet for sheet in rnd.sheets.all()}
            for table in of_round:
                sheets[table.table].round = rnd
                yield _sheet(sheets[table.table], actor, table)
    text = log_message("results.imported", n=len(tables))
    log(actor, "import", text, tournament=tournament)


def _entries(
    tournament: Tournament, tables: Sequence[TableResult]
) -> dict[int | str, Entry]:
    """Create the entries of the file, by their key in the file."""
    people: dict[int | str, str] = {}
    numbers: dict[int | str, int] = {}
    seats = [*chain.from_iterable(table.seats for table in tables)]
    for seat in seats:
        if seat.house:
            continue
        people[seat.player_key] = people.get(seat.player_key) or seat.name
        if seat.number is not None:
            numbers[seat.player_key] = seat.number
    free = iter(set(range(1, 20_000)) - set(numbers.values()))
    known = _known_players(tournament.club, people.values())
    refuse_beyond(tournament.club, "players", more=len(people) - len(known))
    entries = {}
    for key in sorted(people, key=lambda code: (numbers.get(code, 0), str(code))):
        number = numbers.get(key) or next(free)
        player = _player(tournament.club, people[key] or f"Player {number}", known)
        entries[key] = new_entry(tournament, player, number)
        entries[key].save()
    houses = {seat.house for seat in seats if seat.house}
    house_entries = house_players(tournament, max(houses, default=0))
    entries |= {entry.label: entry for entry in house_entries}
    return entries


def _known_players(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return players by the file's names: exact matches first, then ignoring case."""
    spelled = {player.name: player for player in club.players.order_by("-number")}
    known = {name: spelled.pop(name) for name in names if name in spelled}
    capitals = {name.casefold(): player for name, player in spelled.items()}
    for name in names:
        if name not in known and name.casefold() in capitals:
            known[name] = capitals.pop(name.casefold())
    return known


def _player(club: Club, name: str, known: dict[str, Player]) -> Player:
    """Return the club's player of this name, or a new one; never one twice."""
    return known.pop(name, None) or add_player(club=club, name=name)


def _round(
    tournament: Tournament,
    number: int,
    tables: Sequence[TableResult],
    entries: dict[int | str, Entry],
) -> Round:
    seated = []
    for table in tables:
        seated.append([entries[seat.player_key] for seat in table.seats])
    rnd = make_draft(tournament, number, seated, numbers=[t.table for t in tables])
    rnd.state, rnd.published_at = Round.State.OPEN, timezone.now()
    rnd.closed_at = rnd.published_at  # it was played, even if a sheet doesn't balance
    rnd.save()
    present = {entry.pk for entry in chain.from_iterable(seated)}
    for seat in chain.from_iterable(table.seats for table in tables):
        if seat.credit is not None and (credited := entries.get(seat.credit)):
            rnd.seats.filter(entry=entries[seat.player_key]).update(credit=credited)
            present.add(credited.pk)
    SitOut.objects.bulk_create(
        SitOut(round=rnd, entry=entry, credit=entry)
        for entry in entries.values()
        if entry.pk not in present and not entry.house
    )
    return rnd


def _seat(score: int, with_chips: bool) -> SeatCount:
    """Return a seat's count from its score, the only number in a file.

    If chips are on the table, nobody holds less than 0.
    """
    return as_written(score) if with_chips else SeatCount(score)


def _sheet(sheet: Sheet, actor: Actor, table: TableResult) -> Imported:
    key = f"import-{sheet.pk}"
    with_chips = has_chips(sheet.round.tournament, None)
    count = counts.count(
        sheet=sheet,
        actor=actor,
        seats=[_seat(seat.score, with_chips) for seat in table.seats],
        seen=0,
        key=key,
    ).count
    waits = aside_by_hands(sheet) is None
    if count.balances and not waits:
        counts.confirm(
            sheet=sheet,
            actor=actor,
            seen=1,
            key=f"{key}-verified",
            witness=Count.Witness.IMPORT,
        )
    return Imported(sheet, count, waits)
