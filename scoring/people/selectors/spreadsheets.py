"""Rows out of an uploaded CSV or XLSX file, each with its line number."""

import csv
import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import NamedTuple

from openpyxl import load_workbook

from clubs.wording import decimal, say, say_later

MAX_BYTES = 2_000_000
MAX_UNPACKED = 40_000_000
MAX_ROWS = 5_000
MAX_COLUMNS = 60
MAX_WIDTH = 400
MAX_SHEETS = 120
MAX_CELLS = 400_000
# Tried in this order; the last reads any byte, as old Czech spreadsheets need.
ENCODINGS = ("utf-8-sig", "utf-16", "cp1250", "latin-1")
SEPARATORS = ",;\t|"
# As a message names them; others are named as they stand in the file.
COLUMNS = {
    "name": say_later("name"),
    "lodge": say_later("lodge"),
    "number": say_later("number"),
    "paid": say_later("paid"),
    "team": say_later("team"),
}


class Unreadable(Exception):
    """The file cannot be read as a table; the message says why."""


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
    is_workbook = _is_workbook(name, content)
    rows = _first_sheet(content) if is_workbook else _from_text(content)
    lines = [Line(n, row) for n, row in enumerate(rows, start=1)]
    found = [line for line in lines if line]
    if not found:
        raise Unreadable(say("The file has no rows."))
    if len(found) > MAX_ROWS:
        raise Unreadable(say("The file has more than {most} rows.", most=MAX_ROWS))
    return found


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
        found = _from_workbook(content, MAX_SHEETS + 1, MAX_CELLS, MAX_WIDTH + 1)
    else:
        found = [Worksheet("", _from_text(content))]
    sheets = [each for each in found if any(map(any, each.rows))]
    if not sheets:
        raise Unreadable(say("The file has no rows."))
    if len(found) > MAX_SHEETS:
        raise Unreadable(say("The file has more than {most} sheets.", most=MAX_SHEETS))
    if max(len(row) for each in sheets for row in each.rows) > MAX_WIDTH:
        raise Unreadable(say("A sheet has more than {most} columns.", most=MAX_WIDTH))
    if sum(len(row) + 1 for each in sheets for row in each.rows) > MAX_CELLS:
        most = decimal(MAX_CELLS, 0)
        raise Unreadable(say("The file has more than {most} cells.", most=most))
    return sheets


def _is_workbook(name: str, content: bytes) -> bool:
    if len(content) > MAX_BYTES:
        raise Unreadable(say("The file is larger than 2 MB."))
    is_workbook = content[:4] == b"PK\x03\x04"
    if PurePath(name).suffix.lower() in (".xls", ".ods") and not is_workbook:
        raise Unreadable(say("Save the file as XLSX or CSV and send it again."))
    return is_workbook


def _first_sheet(content: bytes) -> list[tuple[str, ...]]:
    most = (MAX_ROWS + 2) * (MAX_COLUMNS + 1)
    found = _from_workbook(content, 1, most, MAX_COLUMNS)
    return found[0].rows if found else []  # a damaged one may have none


def _from_workbook(
    content: bytes, sheets: int, cells: int, columns: int
) -> list[Worksheet]:
    """So many sheets, up to so many cells in all and one row more."""
    stream = io.BytesIO(content)
    try:
        with zipfile.ZipFile(stream) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
                raise Unreadable(say("The workbook is too large when unpacked."))
        book = load_workbook(stream, read_only=True, data_only=True)
        found = []
        for sheet in book.worksheets[:sheets]:
            rows = sheet.iter_rows(values_only=True, max_col=columns)
            taken = list(_until(rows, cells))
            found.append(Worksheet(sheet.title, taken))
            cells -= sum(len(row) + 1 for row in taken)
        return found
    except Unreadable:
        raise
    except Exception as wrong:  # zipfile's, zlib's, the XML parser's, openpyxl's own
        raise Unreadable(
            say("The workbook is damaged. Save it again as XLSX.")
        ) from wrong


def _until(rows: Iterable[tuple[object, ...]], cells: int) -> Iterable[tuple[str, ...]]:
    """Rows as text, until there are more than so many cells; each row is one more."""
    for row in rows:
        taken = _trimmed([_cell(value) for value in row])
        yield taken
        cells -= len(taken) + 1
        if cells < 0:
            return


def _trimmed(cells: list[str]) -> tuple[str, ...]:
    """Without the blank cells at the end, which a workbook hands out to the full."""
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def _cell(value: object) -> str:
    """Whole numbers without the point that spreadsheets keep."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    return str(value).strip()


def _from_text(content: bytes) -> list[tuple[str, ...]]:
    text = _decoded(content)
    if "\0" in text:
        raise Unreadable(say("This is neither a CSV nor an XLSX file."))
    first = text.lstrip().split("\n", 1)[0]
    separator = max(SEPARATORS, key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as wrong:
        said = say("The file cannot be read as CSV: {wrong}.", wrong=wrong)
        raise Unreadable(said) from wrong
    return [tuple(cell.strip() for cell in row) for row in rows]


def _decoded(content: bytes) -> str:
    for encoding in ENCODINGS:
        if encoding == "utf-16" and content[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            continue
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable(say("The file's letters cannot be read. Save it as UTF-8."))
