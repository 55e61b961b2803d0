"""Tables as files: CSV in a zip, XLSX, JSON.

Text that a spreadsheet would run as a formula gets an apostrophe prefix; numbers stay
numbers, also negative ones. JSON is for programs and has every text unchanged. Files
are written row by row to a temporary file.
"""

import csv
import io
import json
import re
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import IO

from openpyxl import Workbook

from scoring.exports.tables import ExportTable, Value

VERSION = 1
# Beginnings of cells that spreadsheets run as formulas; full-width characters are read
# alike, and invisible characters before them can be dropped.
RUN = re.compile(
    r"[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]*"
    r"[=+\-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    r"\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}]|[\t\r\n]"
)
# Characters that an XLSX file can't contain.
UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
IN_MEMORY = 1 << 20  # bytes; a longer file goes to the disk
LONGEST = 32_000  # characters in a cell
KINDS = {
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
}


def harmless(value: Value) -> Value:
    """Return a cell's value that no spreadsheet runs as a formula."""
    if not isinstance(value, str):
        return value
    text = UNFIT.sub("", value)[:LONGEST]
    return f"'{text}" if RUN.match(text) else text


def file_of(tables: Sequence[ExportTable], kind: str) -> IO[bytes]:
    """Return the file, open at its beginning; it is deleted when closed.

    `kind` is one of KINDS; csv takes one table.
    """
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115, the answer closes it
    {"zip": _zip, "xlsx": _xlsx, "json": _json, "csv": _csv}[kind](tables, file)
    file.seek(0)
    return file


def _csv(tables: Iterable[ExportTable], file: IO[bytes]) -> None:
    # The byte order mark tells Excel that the file is UTF-8.
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    writer = csv.writer(text)
    for table in tables:
        writer.writerow(map(harmless, table.columns))
        writer.writerows(map(harmless, row) for row in table.rows())
    text.flush()
    text.detach()


def _zip(tables: Iterable[ExportTable], file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in tables:
            with archive.open(f"{table.name}.csv", "w") as member:
                _csv([table], member)


def _xlsx(tables: Iterable[ExportTable], file: IO[bytes]) -> None:
    book = Workbook(write_only=True)
    for table in tables:
        sheet = book.create_sheet(table.name)
        sheet.freeze_panes = "A2"
        # No text begins with = any more, so openpyxl doesn't write formulas.
        for row in chain([table.columns], table.rows()):
            sheet.append(list(map(harmless, row)))
    book.save(file)


def _json(tables: Iterable[ExportTable], file: IO[bytes]) -> None:
    """Write one object: the version, then each table as a list of objects."""
    text = io.TextIOWrapper(file, encoding="utf-8")
    text.write(f'{{"valat_export": {VERSION}')
    for table in tables:
        text.write(f",\n{json.dumps(table.name)}: [")
        for index, row in enumerate(table.rows()):
            fields = dict(zip(table.columns, row, strict=True))
            text.write(",\n" if index else "\n")
            text.write(json.dumps(fields, ensure_ascii=False))
        text.write("]")
    text.write("}\n")
    text.flush()
    text.detach()
