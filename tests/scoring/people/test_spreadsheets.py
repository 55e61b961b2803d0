"""Rows out of CSV and XLSX files as people have them."""

import io
import random
import re
import zipfile

import pytest
from openpyxl import Workbook

from scoring.people import spreadsheets
from scoring.people.spreadsheets import (
    SpreadsheetRow,
    Unreadable,
    read_lines,
    read_sheets,
)
from scoring.people.xlsx_reader import (
    LARGEST_OTHER,
    LONGEST_GAP,
    Limits,
    UnreadableWorkbook,
    sheets_apart,
    sheets_in,
)
from tests.in_turn import in_turn
from tests.messages import message

PLAIN = [
    SpreadsheetRow(1, ("Name", "Lodge")),
    SpreadsheetRow(2, ("Šebesta, Olga", "Nový Tábor")),
]


@in_turn("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
@in_turn("separator", [",", ";", "\t"])
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


@in_turn(
    "name, content, said",
    [
        ("list.csv", b"", "no rows"),
        ("list.csv", b" , \n\n", "no rows"),
        ("list.csv", b"a\0b", message("This isn’t a CSV or XLSX file.")),
        ("list.xls", b"\xd0\xcf\x11\xe0", "Save the file as XLSX or CSV"),
        ("list.ods", b"whatever", "Save the file as XLSX or CSV"),
        ("list.xlsx", b"PK\x03\x04 not a workbook", "damaged"),
        ("list.csv", b"a," * 1_000_001, "larger than 2 MB"),
        ("list.csv", b"a,b\n" * 5_001, "more than 5000 rows"),
        ("list.csv", b'"' + b"x" * 140_000, "The file can’t be read as CSV:"),
    ],
)
def test_what_is_no_list_is_told(name: str, content: bytes, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read_lines(name, content)


def rewritten(part: str, pattern: bytes, by: bytes) -> bytes:
    """A workbook with one of its parts changed."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook(("Marie Kubala",)))) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            content = old.read(name)
            if name == part:
                content, times = re.subn(pattern, lambda _: by, content, flags=re.S)
                assert times == 1
            new.writestr(name, content)
    return stream.getvalue()


def test_a_workbook_without_a_sheet_has_no_rows() -> None:
    without = rewritten("xl/workbook.xml", b"<sheets>.*</sheets>", b"<sheets/>")
    with pytest.raises(Unreadable, match="no rows"):
        read_lines("list.xlsx", without)


def test_a_cell_a_million_rows_below_is_read_at_once() -> None:
    """Honest files have it: a slip of the mouse, long ago."""
    book = Workbook()
    book.active.append(("Marie Kubala", 12))
    book.active.cell(1_048_576, 1, "Josef Marek")
    stream = io.BytesIO()
    book.save(stream)
    assert read_lines("list.xlsx", stream.getvalue()) == [
        SpreadsheetRow(1, ("Marie Kubala", "12")),
        SpreadsheetRow(1_048_576, ("Josef Marek",)),
    ]
    [sheet] = read_sheets("list.xlsx", stream.getvalue())
    blank = [()] * LONGEST_GAP
    assert sheet.rows == [("Marie Kubala", "12"), *blank, ("Josef Marek",)]


def test_a_workbook_of_styles_is_refused_before_it_is_unpacked() -> None:
    """85 KB of them took 132 s and 1.4 GB."""
    style = b'<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    many = b"<cellXfs>%b</cellXfs>" % (style * (LARGEST_OTHER // len(style) + 1))
    content = rewritten("xl/styles.xml", b"<cellXfs.*</cellXfs>", many)
    assert len(content) < 100_000
    with pytest.raises(
        Unreadable,
        match=message(
            "The workbook has too many styles. Copy its cells into a new one, or "
            "save it as CSV."
        ),
    ):
        read_lines("list.xlsx", content)


def blank_rows() -> bytes:
    """Ten seconds of work in two megabytes."""
    rows = b"".join(b'<row r="%d"/>' % n for n in range(2, 1_000_000))
    return rewritten(
        "xl/worksheets/sheet1.xml", b"</sheetData>", rows + b"</sheetData>"
    )


@pytest.mark.parametrize("limit", [{"seconds": 1}, {"memory": 100 << 20}])
def test_a_process_that_takes_too_much_is_ended(limit: dict[str, int]) -> None:
    with pytest.raises(UnreadableWorkbook, match="busy"):
        sheets_apart(blank_rows(), Limits(1, 60, 10_000, **limit))


def test_texts_that_are_the_same_everywhere_are_not_copied_without_end() -> None:
    long = "x" * 1_900
    content = workbook(*[[long] * 50] * 100)
    with pytest.raises(
        Unreadable,
        match=message("The workbook is too large. Split it into smaller files."),
    ):
        read_lines("list.xlsx", content)


def test_a_workbook_that_swells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "MAX_UNPACKED", 100)
    with pytest.raises(
        Unreadable,
        match=message("The workbook is too large. Split it into smaller files."),
    ):
        read_lines("list.xlsx", workbook(("a",)))


def test_a_workbook_with_too_many_rows_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spreadsheets, "MAX_ROWS", 3)
    with pytest.raises(Unreadable, match="more than 3 rows"):
        read_lines("list.xlsx", workbook(*[("a",)] * 4))


@pytest.mark.parametrize("flipped", [2, 40])
def test_a_damaged_workbook_is_read_or_refused(flipped: int) -> None:
    """Two bytes on the way, or many: zlib, the XML parser and openpyxl all have a say."""
    whole = workbook(("Name", "Lodge"), *[(f"Player {n}", n / 3) for n in range(60)])
    refused = 0
    for seed in range(150):
        chance, content = random.Random(seed), bytearray(whole)
        for _ in range(flipped):
            content[chance.randrange(4, len(content))] ^= chance.randrange(1, 256)
        try:
            sheets_in(bytes(content), Limits(1, 60, 10_000))
        except UnreadableWorkbook:
            refused += 1
    assert refused


def test_a_workbook_packed_in_another_way_is_refused() -> None:
    """lzma's own error, out of a part that is none."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as file:
        file.writestr("[Content_Types].xml", b"x" * 5_000)
    content = stream.getvalue().replace(b"\x09\x04\x05\x00", b"\x09\x04\x05\x00\xff", 1)
    with pytest.raises(Unreadable, match="damaged"):
        read_lines("list.xlsx", content)
