"""Rows out of an uploaded CSV or XLSX file, each with its line number."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

from clubs.wording import decimal, say, say_later
from scoring.core.readings import Unreadable
from scoring.people.workbooks import (
    LARGEST,
    LONGEST_GAP,
    Limits,
    Refused,
    Sheets,
    sheets_apart,
)

MAX_BYTES = 2_000_000
MAX_UNPACKED = LARGEST
MAX_ROWS = 5_000
MAX_COLUMNS = 60
MAX_WIDTH = 400
MAX_SHEETS = 120
MAX_CELLS = 400_000
# Tried in this order; the last reads any byte, as old Czech spreadsheets need.
ENCODINGS = ("utf-8-sig", "utf-16", "cp1250", "latin-1")
SEPARATORS = "\t;,|"  # the first of those that part as many lines
HEAD, HEAD_LINES = 20_000, 50  # signs and lines that are looked at for them
# As a message names them; others are named as they stand in the file.
COLUMNS = {
    "name": say_later("name"),
    "lodge": say_later("lodge"),
    "number": say_later("number"),
    "paid": say_later("paid"),
    "team": say_later("team"),
    "comes": say_later("comes"),
}

# Why a workbook is not read.
REFUSED = {
    "damaged": say_later("The workbook is damaged. Save it again as XLSX."),
    "unpacked": say_later("The workbook is too large when unpacked."),
    "styles": say_later(
        "The workbook has too many styles. Copy its cells into a new one, or save it as "
        "CSV."
    ),
    "busy": say_later(
        "The workbook takes too long to read. Copy its cells into a new one, or save it "
        "as CSV."
    ),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the file; `number` counts from 1 as a spreadsheet shows it."""

    number: int
    cells: tuple[str, ...]

    def __bool__(self) -> bool:
        return any(self.cells)


@dataclass(frozen=True, slots=True)
class WrongLine:
    """What keeps a line from being read, and in which column (empty: as a whole)."""

    line: int
    column: str
    message: str

    def __str__(self) -> str:
        if not self.column:
            return say("Line {line}: {wrong}", line=self.line, wrong=self.message)
        return say(
            "Line {line}, {column}: {wrong}",
            line=self.line,
            column=COLUMNS.get(self.column, self.column),
            wrong=self.message,
        )


def read_lines(name: str, content: bytes) -> list[Line]:
    """All rows of a CSV or XLSX file as text, blank ones left out.

    Raises Unreadable for a file that is too large, empty, or neither kind.
    """
    if _is_workbook(name, content):
        cells = (MAX_ROWS + 2) * (MAX_COLUMNS + 1)
        sheets = _workbook(content, Limits(1, MAX_COLUMNS, cells, MAX_UNPACKED))
        rows = iter(sheets[0][1] if sheets else ())  # a damaged one may have none
    else:
        rows = _from_text(content)
    found = [Line(number, row) for number, row in rows if any(row)]
    if not found:
        raise Unreadable(say("The file has no rows."))
    if len(found) > MAX_ROWS:
        raise Unreadable(say("The file has more than {most} rows.", most=MAX_ROWS))
    return found


def rows_of(name: str, content: bytes) -> list[tuple[int, tuple[str, ...]]]:
    """What a worker reads of a list: `read_lines`, as JSON has it."""
    return [(line.number, line.cells) for line in read_lines(name, content)]


def lines_of(rows: Iterable[tuple[int, Iterable[str]]]) -> list[Line]:
    """The lines that a worker has read."""
    return [Line(number, tuple(cells)) for number, cells in rows]


class Worksheet(NamedTuple):
    """A sheet of a file: its name, "" where a file is only one, and all of its rows."""

    name: str
    rows: list[tuple[str, ...]]


def read_sheets(name: str, content: bytes) -> list[Worksheet]:
    """All sheets of a CSV or XLSX file with anything in them, days as 1998-05-01.

    Of formulas their last values. Raises Unreadable as `read_lines`, and for more than
    MAX_SHEETS sheets or MAX_CELLS cells.
    """
    if _is_workbook(name, content):
        limits = Limits(MAX_SHEETS + 1, MAX_WIDTH + 1, MAX_CELLS, MAX_UNPACKED)
        read = _workbook(content, limits)
    else:
        read = [("", [*_from_text(content)])]
    found = [Worksheet(name, [*_in_place(rows)]) for name, rows in read]
    sheets = [sheet for sheet in found if any(map(any, sheet.rows))]
    if not sheets:
        raise Unreadable(say("The file has no rows."))
    if len(found) > MAX_SHEETS:
        raise Unreadable(say("The file has more than {most} sheets.", most=MAX_SHEETS))
    if max(len(row) for sheet in sheets for row in sheet.rows) > MAX_WIDTH:
        raise Unreadable(say("A sheet has more than {most} columns.", most=MAX_WIDTH))
    if sum(len(row) + 1 for sheet in sheets for row in sheet.rows) > MAX_CELLS:
        most = decimal(MAX_CELLS, 0)
        raise Unreadable(say("The file has more than {most} cells.", most=most))
    return sheets


def worksheets_of(
    sheets: Iterable[tuple[str, Iterable[Iterable[str]]]],
) -> list[Worksheet]:
    """The sheets that a worker has read."""
    return [Worksheet(name, [tuple(row) for row in rows]) for name, rows in sheets]


def _is_workbook(name: str, content: bytes) -> bool:
    if len(content) > MAX_BYTES:
        raise Unreadable(say("The file is larger than 2 MB."))
    is_workbook = content[:4] == b"PK\x03\x04"
    if PurePath(name).suffix.lower() in (".xls", ".ods") and not is_workbook:
        raise Unreadable(say("Save the file as XLSX or CSV and send it again."))
    return is_workbook


def _workbook(content: bytes, limits: Limits) -> Sheets:
    try:
        return sheets_apart(content, limits)
    except Refused as refused:
        raise Unreadable(str(REFUSED[str(refused)])) from None


def _in_place(rows: Iterable[tuple[int, tuple[str, ...]]]) -> Iterator[tuple[str, ...]]:
    """Each row where it stands, but behind a long gap nearer."""
    before = 0
    for number, row in rows:
        yield from [()] * min(number - before - 1, LONGEST_GAP)
        yield row
        before = number


def _from_text(content: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The rows with anything in them, by their number."""
    text = _decoded(content)
    if "\0" in text:
        raise Unreadable(say("This is neither a CSV nor an XLSX file."))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
    try:
        for number, row in enumerate(rows, start=1):
            cells = tuple(cell.strip() for cell in row)
            if any(cells):
                yield number, cells
    except csv.Error as wrong:
        said = say("The file cannot be read as CSV: {wrong}.", wrong=wrong)
        raise Unreadable(said) from wrong


def _separator(text: str) -> str:
    """What stands as often in most of the first lines: a title may stand above, and
    commas in numbers and names."""
    lines = [line for line in text[:HEAD].splitlines() if line.strip()][:HEAD_LINES]

    def lines_alike(mark: str) -> int:
        times = Counter(line.count(mark) for line in lines)
        del times[0]
        return max(times.values(), default=0)

    return max(SEPARATORS, key=lines_alike)


def _decoded(content: bytes) -> str:
    for encoding in ENCODINGS:
        if encoding == "utf-16" and content[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            continue
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable(say("The file's letters cannot be read. Save it as UTF-8."))
