"""Rows out of an uploaded CSV or XLSX file, each with its line number."""

import csv
import io
import zipfile
from dataclasses import dataclass
from pathlib import PurePath

from openpyxl import load_workbook

from clubs.wording import say, say_later

MAX_BYTES = 2_000_000
MAX_UNPACKED = 40_000_000
MAX_ROWS = 5_000
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
    if len(content) > MAX_BYTES:
        raise Unreadable(say("The file is larger than 2 MB."))
    is_workbook = content[:4] == b"PK\x03\x04"
    if PurePath(name).suffix.lower() in (".xls", ".ods") and not is_workbook:
        raise Unreadable(say("Save the file as XLSX or CSV and send it again."))
    rows = _from_workbook(content) if is_workbook else _from_text(content)
    lines = [Line(n, row) for n, row in enumerate(rows, start=1)]
    found = [line for line in lines if line]
    if not found:
        raise Unreadable(say("The file has no rows."))
    if len(found) > MAX_ROWS:
        raise Unreadable(say("The file has more than {most} rows.", most=MAX_ROWS))
    return found


def _from_workbook(content: bytes) -> list[tuple[str, ...]]:
    stream = io.BytesIO(content)
    try:
        with zipfile.ZipFile(stream) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
                raise Unreadable(say("The workbook is too large when unpacked."))
        book = load_workbook(stream, read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(values_only=True, max_row=MAX_ROWS + 2, max_col=60)
        return [_trimmed([_cell(value) for value in row]) for row in rows]
    except Unreadable:
        raise
    except Exception as wrong:  # zipfile's, zlib's, the XML parser's, openpyxl's own
        raise Unreadable(
            say("The workbook is damaged. Save it again as XLSX.")
        ) from wrong


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
