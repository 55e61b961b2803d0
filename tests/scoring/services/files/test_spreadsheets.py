"""Rows out of CSV and XLSX files as people have them."""

import io

import pytest
from openpyxl import Workbook

from scoring.services.files import spreadsheets
from scoring.services.files.spreadsheets import Line, Unreadable, read_lines

PLAIN = [Line(1, ("Name", "Lodge")), Line(2, ("Šebesta, Olga", "Nový Tábor"))]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_encoding_and_separator(encoding: str, separator: str) -> None:
    text = f'Name{separator}Lodge\r\n"Šebesta, Olga"{separator} Nový Tábor \r\n'
    assert read_lines("list.csv", text.encode(encoding)) == PLAIN


def test_blank_lines_go_and_numbers_stay() -> None:
    lines = read_lines("list.csv", b"a,b\n\n , \nc,d\n")
    assert [(line.number, line.cells) for line in lines] == [
        (1, ("a", "b")),
        (4, ("c", "d")),
    ]


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_a_workbook_is_read_whatever_its_name() -> None:
    content = workbook(("Table", "Points"), (1, -12.0), (None, None), (3, " 7 "))
    lines = read_lines("list.csv", content)
    assert [(line.number, line.cells) for line in lines] == [
        (1, ("Table", "Points")),
        (2, ("1", "-12")),
        (4, ("3", "7")),
    ]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("list.csv", b"", "no rows"),
        ("list.csv", b" , \n\n", "no rows"),
        ("list.csv", b"a\0b", "neither a CSV nor an XLSX"),
        ("list.xls", b"\xd0\xcf\x11\xe0", "Save the file as XLSX or CSV"),
        ("list.ods", b"whatever", "Save the file as XLSX or CSV"),
        ("list.xlsx", b"PK\x03\x04 not a workbook", "damaged"),
        ("list.csv", b"a," * 1_000_001, "larger than 2 MB"),
        ("list.csv", b"a,b\n" * 5_001, "more than 5000 rows"),
        ("list.csv", b'"' + b"x" * 140_000, "cannot be read as CSV"),
    ],
)
def test_what_is_no_list_is_told(name: str, content: bytes, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read_lines(name, content)


def test_a_workbook_that_swells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "MAX_UNPACKED", 100)
    with pytest.raises(Unreadable, match="too large when unpacked"):
        read_lines("list.xlsx", workbook(("a",)))


def test_a_workbook_with_too_many_rows_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spreadsheets, "MAX_ROWS", 3)
    with pytest.raises(Unreadable, match="more than 3 rows"):
        read_lines("list.xlsx", workbook(*[("a",)] * 4))
