"""Rows of a workbook (XLSX), read in a separate process.

A small file can unpack to a large one, or keep openpyxl busy for minutes. So each part
has a limit before it's unpacked, and the process that reads it has limits of time and
memory, while the site keeps running. Run as a program, this module takes a workbook
from its input and the Limits from its argument, and writes JSON. It imports nothing of
the site, which would take longer than most workbooks.
"""

import io
import json
import resource
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from openpyxl.reader.excel import load_workbook
from openpyxl.worksheet._reader import FORMULA_TAG, VALUE_TAG, WorkSheetParser

MB = 1 << 20
PATIENCE = 45  # seconds by the clock, for a busy machine
LARGEST = 40 * MB  # bytes of all parts unpacked, and of a sheet
LARGEST_STRINGS = 20 * MB
LARGEST_OTHER = 2 * MB  # styles, themes, names
MOST_PARTS = 2_000
LONGEST_CELL = 2_000  # characters; longer text is no name or number
MOST_SIGNS = 8_000_000  # characters in all cells
# Blank rows between two others; a stray cell can be a million rows below.
LONGEST_GAP = 100


class Limits(NamedTuple):
    """Limits of a workbook: sheets, columns per sheet, and cells in all.

    `unpacked` is in bytes of all parts, `seconds` in processor time, `memory` in bytes.
    """

    sheets: int
    columns: int
    cells: int
    unpacked: int = LARGEST
    seconds: int = 10
    memory: int = 640 * MB


class UnreadableWorkbook(Exception):
    """A workbook that can't be read, with a code of `spreadsheets.REFUSED`."""


# The value of a cell whose formula was never computed: some programs write such
# workbooks.
NO_VALUE = "#FORMULA!"
Rows = list[tuple[int, tuple[str, ...]]]  # by row number, without blank rows


class XlsxSheet(NamedTuple):
    """A sheet of a workbook; `hidden_rows` by number, from 1."""

    name: str
    rows: Rows
    hidden: bool = False
    hidden_rows: tuple[int, ...] = ()


Sheets = list[XlsxSheet]


def sheets_apart(content: bytes, limits: Limits) -> Sheets:
    """Return the result of `sheets_in`, computed in a separate process.

    Raises UnreadableWorkbook.
    """
    command = [sys.executable, "-I", "-W", "ignore", __file__, json.dumps(limits)]
    try:
        run = subprocess.run(
            command, input=content, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise UnreadableWorkbook("busy") from None
    if run.returncode:
        raise UnreadableWorkbook("busy")  # the kernel killed it
    answer = json.loads(run.stdout)
    if "refused" in answer:
        raise UnreadableWorkbook(answer["refused"])
    return [
        XlsxSheet(
            name,
            [(number, tuple(cells)) for number, cells in rows],
            hidden,
            tuple(hidden_rows),
        )
        for name, rows, hidden, hidden_rows in answer["sheets"]
    ]


def main() -> None:
    limits = Limits(*json.loads(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.seconds, limits.seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        answer: dict[str, Any]
        answer = {"sheets": sheets_in(sys.stdin.buffer.read(), limits)}
    except UnreadableWorkbook as refused:
        answer = {"refused": str(refused)}
    json.dump(answer, sys.stdout)


def sheets_in(content: bytes, limits: Limits) -> Sheets:
    """Return name and rows of each sheet, as text; hidden ones last.

    Raises UnreadableWorkbook.
    """
    stream = io.BytesIO(content)
    try:
        with zipfile.ZipFile(stream) as archive:
            _refuse_too_large(archive, limits)
        book = load_workbook(stream, read_only=True, data_only=True)
        budget = _Budget(limits.cells)
        ordered = sorted(book.worksheets, key=lambda sheet: _is_hidden(sheet))
        return [
            _sheet(book, sheet, limits.columns, budget)
            for sheet in ordered[: limits.sheets]
        ]
    except UnreadableWorkbook:
        raise
    except MemoryError:
        raise UnreadableWorkbook("busy") from None
    except Exception as wrong:  # from zipfile, zlib, the XML parser or openpyxl
        raise UnreadableWorkbook("damaged") from wrong


def _refuse_too_large(archive: zipfile.ZipFile, limits: Limits) -> None:
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(p.file_size for p in parts) > limits.unpacked:
        raise UnreadableWorkbook("unpacked")
    for part in parts:
        name = part.filename.lower()
        if name.startswith("xl/worksheets/") or name.startswith("xl/media/"):
            continue
        is_strings = name == "xl/sharedstrings.xml"
        if part.file_size > (LARGEST_STRINGS if is_strings else LARGEST_OTHER):
            raise UnreadableWorkbook(
                "styles" if name == "xl/styles.xml" else "unpacked"
            )


class _Budget:
    """A limit of cells and characters to read; each row counts as one more cell."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.signs = MOST_SIGNS

    def pay(self, row: Sequence[str]) -> None:
        """Subtract a row.

        Raises UnreadableWorkbook for too many characters; callers check `cells`.
        """
        self.cells -= len(row) + 1
        self.signs -= sum(map(len, row))
        if self.signs < 0:
            raise UnreadableWorkbook("unpacked")


class _Parser(WorkSheetParser):
    """A parser that marks formulas without a value, which openpyxl leaves blank."""

    def parse_cell(self, element: Any) -> dict[str, Any]:
        cell: dict[str, Any] = super().parse_cell(element)
        # An empty text is a value: Excel writes it as t="str".
        if cell["value"] is None and element.get("t") != "str":
            is_formula = element.find(FORMULA_TAG) is not None
            if is_formula and not element.findtext(VALUE_TAG):
                cell["value"] = NO_VALUE
        return cell


def _is_hidden(sheet: Any) -> bool:
    return bool(sheet.sheet_state != "visible")


def _sheet(book: Any, sheet: Any, columns: int, budget: _Budget) -> XlsxSheet:
    """Return the filled rows, until the limit of cells is reached.

    openpyxl's own `iter_rows` also returns each blank row before a stray cell.
    """
    with sheet._get_source() as source:
        parser = _Parser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        rows: Rows = []
        hidden_rows: list[int] = []
        for number, cells in parser.parse():
            row = _texts(cells, columns)
            if row:
                budget.pay(row)
                rows.append((number, row))
                if _says_hidden(parser.row_dimensions.get(str(number), {})):
                    hidden_rows.append(number)
            parser.row_dimensions.clear()
            if budget.cells < 0:
                break
    return XlsxSheet(sheet.title, rows, _is_hidden(sheet), tuple(hidden_rows))


def _says_hidden(facts: dict[str, Any]) -> bool:
    return facts.get("hidden") in ("1", "true")


def _texts(cells: Iterable[dict[str, Any]], columns: int) -> tuple[str, ...]:
    """Return the texts by column, without the blank ones at the end."""
    by_column = {cell["column"]: _text(cell["value"]) for cell in cells}
    filled = [n for n, text in by_column.items() if text and n <= columns]
    return tuple(by_column.get(n, "") for n in range(1, max(filled, default=0) + 1))


def _text(value: object) -> str:
    """Return a value as text: whole numbers without a point, dates like 1998-05-01."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    return str(value)[:LONGEST_CELL].strip()


if __name__ == "__main__":
    main()
