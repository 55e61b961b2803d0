"""A file of results, one row a table: what stands in it and what is wrong with it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubs import wording
from clubs.wording import say
from scoring.people.selectors.spreadsheets import Line, WrongLine

SIZES = (4,)  # of tables, where nothing else is said
LAST_SEAT = 9  # that a heading may name, at whatever table
LARGEST = 100_000  # chips
MOST_TABLES = 9_999
LONGEST = 80  # letters of a name, or digits
MOST_ROUNDS = 20  # as many as a tournament plans
# “Player” alone may hold numbers or names, cell by cell.
WHO = {"playernumber": "number", "player": "player", "name": "name"}
CHIPS = ("points", "score", "chips")


def headings(sizes: Sequence[int] = SIZES) -> str:
    """The columns of a file with tables of these sizes, for people."""
    smaller = "; a smaller table leaves the last empty" if len(sizes) > 1 else ""
    return (
        f"Table, Round, then for each seat 1–{max(sizes)} Player (or Player_Number, "
        f"Name) and Points (or Score, Chips){smaller}"
    )


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Who sat there, by number, name or both, and his score in chips."""

    number: int | None
    name: str
    score: int

    @property
    def who(self) -> int | str:
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
    """The rows that could be read, and everything that is wrong."""

    tables: tuple[TableResult, ...]
    wrong: tuple[WrongLine, ...]


def read_results(lines: Sequence[Line], sizes: Sequence[int] = SIZES) -> ResultsFile:
    """Tables of these sizes out of a file's lines; the first line names the columns."""
    columns, wrong = _columns(lines[0], sizes)
    if wrong:
        return ResultsFile((), tuple(wrong))
    tables: list[TableResult] = []
    for line in lines[1:]:
        reader = _Row(line, columns, sizes)
        table = reader.table()
        wrong += reader.wrong
        if table:
            tables.append(table)
    wrong += _contradictions(tables)
    if not tables and not wrong:
        none = say("No results below the headings.")
        wrong.append(WrongLine(lines[0].number, "", none))
    return ResultsFile(tuple(tables), tuple(sorted(wrong, key=lambda w: w.line)))


@dataclass(frozen=True, slots=True)
class _Column:
    """Where a heading stands, and how the file writes it."""

    at: int
    title: str


def _columns(
    heading: Line, sizes: Sequence[int]
) -> tuple[dict[str, _Column], list[WrongLine]]:
    """Which column holds what: table, round, number1 …, player1 …, name1 …, chips1 ….

    Columns of a seat that not every table has may be missing, all of them.
    """
    columns: dict[str, _Column] = {}
    wrong: list[WrongLine] = []
    for at, title in enumerate(heading.cells):
        if meaning := _meaning(title):
            if meaning in columns:
                twice = say("This column comes twice.")
                wrong.append(WrongLine(heading.number, title, twice))
            columns[meaning] = _Column(at, title)
    who = {n: _who_columns(n) & columns.keys() for n in range(1, max(sizes) + 1)}
    seats = [n for n in who if n <= min(sizes) or who[n] or f"chips{n}" in columns]
    needed = ["table", "round", *(f"chips{seat}" for seat in seats)]
    missing = [name for name in needed if name not in columns]
    missing += [f"player{seat}" for seat in seats if not who[seat]]
    if missing:
        needs = headings(sizes)
        message = say(
            "Columns are missing: {columns}. Needed: {needs}.",
            columns=", ".join(missing),
            needs=needs,
        )
        wrong.append(WrongLine(heading.number, "", message))
    return columns, wrong


def _who_columns(seat: int) -> set[str]:
    """The columns that may say who sits on a seat."""
    return {f"{what}{seat}" for what in WHO.values()}


def _meaning(title: str) -> str:
    """What a heading means, in any case and with any dots or spaces; else nothing."""
    bare = re.sub(r"[^a-z0-9]", "", title.casefold())
    if bare in ("table", "round"):
        return bare
    match = re.fullmatch(r"([a-z]+)([1-9])", bare)
    if not match:
        return ""
    word, seat = match.groups()
    if word in CHIPS:
        return f"chips{seat}"
    if word in WHO:
        return f"{WHO[word]}{seat}"
    return ""


class _Row:
    """Reads one line and collects what is wrong with it."""

    def __init__(
        self, line: Line, columns: dict[str, _Column], sizes: Sequence[int]
    ) -> None:
        self.line = line
        self.columns = columns
        self.sizes = sizes
        self.wrong: list[WrongLine] = []

    def table(self) -> TableResult | None:
        round_ = self.whole("round", 1, MOST_ROUNDS)
        table = self.whole("table", 1, MOST_TABLES)
        seats = [self.seat(n) for n in range(1, self.how_many() + 1)]
        self.refuse_more()
        if self.wrong:
            return None
        return TableResult(self.line.number, round_, table, tuple(seats))

    def refuse_more(self) -> None:
        """Nobody with a score is left out unsaid since a table has no such seat."""
        most = max(self.sizes)
        for n in range(most + 1, LAST_SEAT + 1):
            if any(map(self.text, _who_columns(n))) and self.text(f"chips{n}"):
                seats = wording.in_words(most)
                most_seats = say("A table has {seats} seats at most.", seats=seats)
                self.complain(f"chips{n}", most_seats)

    def how_many(self) -> int:
        """The smallest table that holds everything written in the line."""
        written = [
            n
            for n in range(1, max(self.sizes) + 1)
            if any(map(self.text, (*_who_columns(n), f"chips{n}")))
        ]
        last = max(written, default=0)
        return next(size for size in sorted(self.sizes) if size >= last)

    def seat(self, n: int) -> SeatResult:
        who = self.text(f"number{n}") or self.text(f"player{n}")
        number = int(who) if re.fullmatch(r"[0-9]{1,4}", who) else None
        name = wording.name(self.text(f"name{n}") or self.name_beside(n, number))
        if number is None and not name:
            nobody = say("Nobody stands at seat {number}.", number=n)
            self.complain(self.who_column(n), nobody)
        elif number == 0 or (name and not _is_name(name)):
            shown = name if number else who or name
            no_player = say("“{name}” is no player.", name=shown)
            self.complain(self.who_column(n), no_player)
        return SeatResult(number, name, self.whole(f"chips{n}", -LARGEST, LARGEST))

    def name_beside(self, n: int, number: int | None) -> str:
        """The name in a column “Player”, alone or beside a column of numbers."""
        player = self.text(f"player{n}")
        if number is None:
            return player or self.text(f"number{n}")
        return player if self.text(f"number{n}") and player != str(number) else ""

    def who_column(self, n: int) -> str:
        """The column in which a player is looked for first."""
        names = [f"{what}{n}" for what in WHO.values()]
        return next(name for name in names if name in self.columns)

    def text(self, name: str) -> str:
        column = self.columns.get(name)
        cells = self.line.cells
        return cells[column.at] if column and column.at < len(cells) else ""

    def whole(self, name: str, at_least: int, at_most: int) -> int:
        """A whole number; a true minus counts as one."""
        text = self.text(name).replace("−", "-")
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            no_number = say("“{text}” is no whole number.", text=text)
            self.complain(name, no_number if text else say("A number is missing."))
        elif len(text) > LONGEST or not at_least <= int(text) <= at_most:
            outside = say(
                "{number} is not from {least} to {most}.",
                number=text,
                least=at_least,
                most=at_most,
            )
            self.complain(name, outside)
        else:
            return int(text)
        return at_least

    def complain(self, name: str, message: str) -> None:
        column = self.columns.get(name)
        self.wrong.append(
            WrongLine(self.line.number, column.title if column else name, message)
        )


def _is_name(name: str) -> bool:
    """Whether there is a letter in it, and none that cannot be shown."""
    letters = re.search(r"[^\W\d_]", name)
    return bool(letters) and name.isprintable() and len(name) <= LONGEST


def _contradictions(tables: Iterable[TableResult]) -> Iterable[WrongLine]:
    """What single lines cannot know: a table or a player twice in one round."""
    seen_tables: dict[tuple[int, int], int] = {}
    seen_players: dict[tuple[int, int | str], tuple[int, int]] = {}
    names: dict[int, str] = defaultdict(str)
    for table in tables:
        first = seen_tables.setdefault((table.round, table.table), table.line)
        if first != table.line:
            message = say(
                "Round {round}, table {table} stands in line {line}.",
                round=table.round,
                table=table.table,
                line=first,
            )
            yield WrongLine(table.line, "", message)
        for n, seat in enumerate(table.seats, start=1):
            where = seen_players.setdefault((table.round, seat.who), (table.line, n))
            if where != (table.line, n):
                shown = seat.name or say("player {number}", number=seat.number)
                message = say(
                    "{name} sits in line {line} of this round already.",
                    name=shown,
                    line=where[0],
                )
                yield WrongLine(table.line, f"seat {n}", message)
            if seat.number is not None and seat.name:
                known = names[seat.number] or seat.name
                names[seat.number] = known
                if known != seat.name:
                    message = say(
                        "Number {number} was “{known}”, is “{name}”.",
                        number=seat.number,
                        known=known,
                        name=seat.name,
                    )
                    yield WrongLine(table.line, f"seat {n}", message)
