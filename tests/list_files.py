"""Lists as other programs and other people save them, and small builders of more.

The names in them are made up; only their shapes are from real files.
"""

import io
from collections.abc import Collection, Sequence
from pathlib import Path

from openpyxl import Workbook

FOLDER = Path(__file__).parent / "cases" / "lists"
Rows = Sequence[Sequence[object]]


def list_file(name: str) -> bytes:
    """The bytes of a file in tests/cases/lists."""
    return (FOLDER / name).read_bytes()


def csv_of(rows: Rows, separator: str = ";", encoding: str = "utf-8") -> bytes:
    """Rows as a text file, each cell in quotation marks where it needs them."""

    def written(cell: object) -> str:
        text = str(cell)
        return f'"{text}"' if {",", separator} & {*text} else text

    lines = (separator.join(map(written, row)) for row in rows)
    return "".join(f"{line}\r\n" for line in lines).encode(encoding)


def xlsx_of(
    *sheets: tuple[str, Rows],
    hidden: Collection[str] = (),
    hidden_rows: Collection[int] = (),
) -> bytes:
    """A workbook; `hidden` sheets by name, `hidden_rows` by number in each sheet."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        if name in hidden:
            sheet.sheet_state = "hidden"
        for number in hidden_rows:
            sheet.row_dimensions[number].hidden = True
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
