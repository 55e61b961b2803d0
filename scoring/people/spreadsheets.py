"""Rows of an uploaded CSV or XLSX file, each with its line number.

All imports use this reader. It reports what it decided about a file: the encoding,
hidden rows, the sheet that was read, and formulas without a value.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from clubs.i18n import decimal, message, plural_message
from scoring.core.readings import Unreadable
from scoring.people.encodings import NAMES, Letters, letters_of
from scoring.people.xlsx_reader import (
    LARGEST,
    LONGEST_GAP,
    NO_VALUE,
    Limits,
    Sheets,
    UnreadableWorkbook,
    XlsxSheet,
    sheets_apart,
)

MAX_BYTES = 2_000_000
MAX_UNPACKED = LARGEST
MAX_ROWS = 5_000
MAX_COLUMNS = 60
MAX_WIDTH = 400
MAX_SHEETS = 120
MAX_CELLS = 400_000
BLANKS = " \t\r\n\f\v"  # without the no-break space, which is á in DOS
# A hint for Excel in the first line, which no spreadsheet displays: sep=;
SEPARATOR_LINE = re.compile(r'"?sep=(.|\\t)"?[;,\t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
SEPARATORS = "\t;,|"  # if several split equally many lines, the first one wins
MOSTLY = 0.7  # share of the signs
HEAD, HEAD_LINES = 20_000, 50  # signs and lines to check for separators
# Names of columns in messages; others are named as in the file.
COLUMNS = {
    "name": _("name"),
    "lodge": _("lodge"),
    "number": _("number"),
    "paid": _("paid"),
    "team": _("team"),
    "comes": _("RSVP"),
}

# Reasons why a workbook can't be read.
REFUSED = {
    "damaged": _("The workbook is damaged. Save it again as XLSX."),
    "unpacked": _("The workbook is too large. Split it into smaller files."),
    "styles": _(
        "The workbook has too many styles. Copy its cells into a new one, or save it as "
        "CSV."
    ),
    "busy": _(
        "The workbook takes too long to read. Copy its cells into a new one, or save it "
        "as CSV."
    ),
}


@dataclass(frozen=True, slots=True)
class SpreadsheetRow:
    """A row of the file; `number` counts from 1, like in a spreadsheet."""

    number: int
    cells: tuple[str, ...]

    def __bool__(self) -> bool:
        return any(self.cells)


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A problem with a line, and its column ("" for the whole line)."""

    line: int
    column: str
    message: str

    def __str__(self) -> str:
        if not self.column:
            return message("Line {line}: {wrong}", line=self.line, wrong=self.message)
        return message(
            "Line {line}, {column}: {wrong}",
            line=self.line,
            column=COLUMNS.get(self.column, self.column),
            wrong=self.message,
        )


class SpreadsheetTable(NamedTuple):
    """The rows of a file that is read as one list.

    `letters` is the detected encoding, or None if the file declares it. `remarks` are
    sentences about decisions on the file.
    """

    lines: list[SpreadsheetRow]
    letters: Letters | None = None
    remarks: tuple[str, ...] = ()


def read_table(name: str, content: bytes, encoding: str = "") -> SpreadsheetTable:
    """Return all rows of a CSV or XLSX file as text, without blank and hidden ones.

    In a workbook, the first visible sheet is read. `encoding` is the one a person
    chose. Raises Unreadable for a file that is too large, empty, or of another kind.
    """
    letters: Letters | None = None
    remarks: list[str] = []
    if _is_workbook(name, content):
        cells = (MAX_ROWS + 2) * (MAX_COLUMNS + 1)
        sheets = _workbook(content, Limits(1, MAX_COLUMNS, cells, MAX_UNPACKED))
        # Damaged workbooks can have no sheet.
        sheet = sheets[0] if sheets else XlsxSheet("", [])
        rows, remarks = _visible_rows(sheet)
    else:
        text, letters = decoded(content, encoding)
        rows = [*_from_text(text)]
    found = [SpreadsheetRow(number, row) for number, row in rows if any(row)]
    if not found:
        raise Unreadable(message("The file has no rows."))
    if len(found) > MAX_ROWS:
        raise Unreadable(message("The file has more than {most} rows.", most=MAX_ROWS))
    unvalued = sum(line.cells.count(NO_VALUE) for line in found)
    if unvalued:
        remarks.append(unvalued_in_words(unvalued))
    return SpreadsheetTable(found, letters, tuple(remarks))


def read_lines(name: str, content: bytes) -> list[SpreadsheetRow]:
    """Return the rows of `read_table`, without its remarks."""
    return read_table(name, content).lines


def _visible_rows(
    sheet: XlsxSheet,
) -> tuple[list[tuple[int, tuple[str, ...]]], list[str]]:
    """Return the visible rows, or all if all are hidden, and remarks on hidden rows."""
    hidden = {*sheet.hidden_rows}
    rows = [(number, row) for number, row in sheet.rows if number not in hidden]
    if not rows or not hidden:
        return sheet.rows, []
    return rows, [hidden_in_words(len(hidden))]


def hidden_in_words(rows: int) -> str:
    return plural_message(
        "{n} hidden row was skipped. Unhide it in the spreadsheet to import it.",
        "{n} hidden rows were skipped. Unhide them in the spreadsheet to import them.",
        rows,
    )


def unvalued_in_words(cells: int) -> str:
    return plural_message(
        "{n} cell has a formula without a calculated value. Open the file in a "
        "spreadsheet program, save it, and upload it again.",
        "{n} cells have formulas without a calculated value. Open the file in a "
        "spreadsheet program, save it, and upload it again.",
        cells,
    )


def rows_of(name: str, content: bytes) -> dict[str, Any]:
    """Return the result of `read_table` as JSON, for a worker process."""
    table = read_table(name, content)
    return {
        "rows": [(line.number, line.cells) for line in table.lines],
        "letters": table.letters,
        "remarks": table.remarks,
    }


def table_of(read: Mapping[str, Any], encoding: str = "") -> SpreadsheetTable:
    """Return the table that a worker read; `encoding` is the one a person chose."""
    letters = letters_from(read["letters"])
    rows = [(number, tuple(cells)) for number, cells in read["rows"]]
    if letters and encoding in letters.others:
        old, letters = letters.encoding, letters.switched(encoding)
        rows = [(number, _row_again(cells, old, encoding)) for number, cells in rows]
    lines = [SpreadsheetRow(number, cells) for number, cells in rows]
    return SpreadsheetTable(lines, letters, tuple(read["remarks"]))


def letters_from(read: Sequence[Any] | None) -> Letters | None:
    """Return the encodings from JSON."""
    return Letters(read[0], tuple(read[1])) if read else None


class Worksheet(NamedTuple):
    """A sheet of a file: its name, or "" in a CSV file, and all of its rows.

    `hidden` is for the whole sheet; `hidden_rows` are indexes of `rows`.
    """

    name: str
    rows: list[tuple[str, ...]]
    hidden: bool = False
    hidden_rows: tuple[int, ...] = ()


class Book(NamedTuple):
    """All sheets of a file, and its detected encoding."""

    sheets: list[Worksheet]
    letters: Letters | None = None


def book_as_json(book: Book) -> dict[str, Any]:
    """Return the sheets of a file as JSON, for a worker's result."""
    return {"sheets": book.sheets, "letters": book.letters}


def book_of(read: Mapping[str, Any]) -> Book:
    """Return the book from the JSON of `book_as_json`."""
    return Book([*map(worksheet_of, read["sheets"])], letters_from(read["letters"]))


def worksheet_of(stored: Sequence[Any]) -> Worksheet:
    """Return a sheet from JSON; older JSON has no hidden rows."""
    name, rows, *hidden = stored
    is_hidden, hidden_rows = hidden or (False, ())
    return Worksheet(name, [*map(tuple, rows)], is_hidden, tuple(hidden_rows))


def switched(sheets: Iterable[Worksheet], old: str, new: str) -> list[Worksheet]:
    """Return the sheets, decoded again with another encoding."""
    decoded = []
    for sheet in sheets:
        rows = [_row_again(row, old, new) for row in sheet.rows]
        decoded.append(sheet._replace(rows=rows))
    return decoded


def _row_again(cells: Sequence[str], old: str, new: str) -> tuple[str, ...]:
    """Return the cells of a row, decoded again with another encoding."""
    return tuple(read_again(cell, old, new) for cell in cells)


def read_sheets(name: str, content: bytes) -> list[Worksheet]:
    """Return the sheets of `read_book`, without the encoding."""
    return read_book(name, content).sheets


def read_book(name: str, content: bytes) -> Book:
    """Return the filled sheets of a CSV or XLSX file, with dates like 1998-05-01.

    Formulas have their last values. Raises Unreadable for a file that is too large,
    empty, or of another kind, and for more than MAX_SHEETS sheets or MAX_CELLS cells.
    """
    letters = None
    if _is_workbook(name, content):
        limits = Limits(MAX_SHEETS + 1, MAX_WIDTH + 1, MAX_CELLS, MAX_UNPACKED)
        read = _workbook(content, limits)
    else:
        text, letters = decoded(content)
        read = [XlsxSheet("", [*_from_text(text)])]
    found = [_worksheet(sheet) for sheet in read]
    sheets = [sheet for sheet in found if any(map(any, sheet.rows))]
    if not sheets:
        raise Unreadable(message("The file has no rows."))
    if len(found) > MAX_SHEETS:
        raise Unreadable(
            message("The file has more than {most} worksheets.", most=MAX_SHEETS)
        )
    rows = chain.from_iterable(sheet.rows for sheet in sheets)
    widths = [*map(len, rows)]
    if max(widths) > MAX_WIDTH:
        raise Unreadable(
            message("A worksheet has more than {most} columns.", most=MAX_WIDTH)
        )
    if sum(widths) + len(widths) > MAX_CELLS:
        most = decimal(MAX_CELLS, 0)
        raise Unreadable(message("The file has more than {most} cells.", most=most))
    return Book(sheets, letters)


def _worksheet(sheet: XlsxSheet) -> Worksheet:
    rows: list[tuple[str, ...]] = []
    hidden_rows = []
    for number, row in _in_place(sheet.rows):
        if number in sheet.hidden_rows:
            hidden_rows.append(len(rows))
        rows.append(row)
    return Worksheet(sheet.name, rows, sheet.hidden, tuple(hidden_rows))


def _is_workbook(name: str, content: bytes) -> bool:
    if len(content) > MAX_BYTES:
        raise Unreadable(message("The file is larger than 2 MB."))
    is_workbook = content[:4] == b"PK\x03\x04"
    if PurePath(name).suffix.lower() in (".xls", ".ods") and not is_workbook:
        raise Unreadable(message("Save the file as XLSX or CSV and upload it again."))
    return is_workbook


def _workbook(content: bytes, limits: Limits) -> Sheets:
    try:
        return sheets_apart(content, limits)
    except UnreadableWorkbook as refused:
        raise Unreadable(str(REFUSED[str(refused)])) from None


def _in_place(
    rows: Iterable[tuple[int, tuple[str, ...]]],
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each row with its number and the blank rows before it.

    A long gap is shortened.
    """
    before = 0
    for number, row in rows:
        yield from [(0, ())] * min(number - before - 1, LONGEST_GAP)
        yield number, row
        before = number


def _from_text(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the filled rows with their number in a spreadsheet."""
    if "\0" in text:
        raise Unreadable(message("This isn’t a CSV or XLSX file."))
    separator = ""
    if hint := SEPARATOR_LINE.match(text):
        text = text[hint.end() :]
        separator = "\t" if hint[1] == "\\t" else hint[1]
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=separator or _separator(text)
    )
    try:
        for number, row in enumerate(rows, start=1):
            cells = tuple(cell.strip(BLANKS) for cell in row)
            if any(map(str.strip, cells)):
                yield number, cells
    except csv.Error as wrong:
        reason = message("The file can’t be read as CSV: {wrong}.", wrong=wrong)
        raise Unreadable(reason) from wrong


def _separator(text: str) -> str:
    """Return the separator that most of the first lines have equally often.

    There can be a title above the table, and commas in numbers and names.
    """
    lines = [line for line in text[:HEAD].splitlines() if line.strip()][:HEAD_LINES]

    def lines_alike(separator: str) -> int:
        times = Counter(line.count(separator) for line in lines)
        del times[0]
        return max(times.values(), default=0)

    return max(SEPARATORS, key=lines_alike)


def decoded(content: bytes, encoding: str = "") -> tuple[str, Letters | None]:
    """Return the text of a file, and its encoding if only the words revealed it.

    `encoding` is the one a person chose. Raises Unreadable if none fits.
    """
    for usual in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        if usual.startswith("utf-16") and not _is_utf_16(content, usual):
            continue
        try:
            return content.decode(usual), None
        except UnicodeDecodeError:
            continue
    letters = letters_of(content)
    if letters and encoding in letters.others:
        letters = letters.switched(encoding)
    try:
        return content.decode(letters.encoding if letters else "latin-1"), letters
    except UnicodeDecodeError:
        reason = message(
            "We can’t read the characters in this file. Save it as UTF-8 and "
            "upload it again."
        )
        raise Unreadable(reason) from None


def _is_utf_16(content: bytes, encoding: str) -> bool:
    """Return whether a file has the mark of UTF-16, or zeros next to most letters."""
    if encoding == "utf-16":
        return content[:2] in (b"\xff\xfe", b"\xfe\xff")
    head = content[:HEAD]
    zeros = head[1::2] if encoding == "utf-16-le" else head[::2]
    return len(head) > 3 and zeros.count(0) > MOSTLY * len(zeros)


def read_again(text: str, encoding: str, other: str) -> str:
    """Return text decoded again with another encoding, or unchanged on failure."""
    try:
        return text.encode(encoding).decode(other)
    except UnicodeError:
        return text


def letters_named(encoding: str) -> str:
    """Return the label of an encoding. Raises KeyError for an unknown one."""
    return str(NAMES[encoding])
