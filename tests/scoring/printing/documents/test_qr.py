"""The QR code on a sheet."""

import re
from io import BytesIO

import pytest
import segno
from pypdf import PdfReader

from scoring.draw.documents.sheet_layout import CODE
from scoring.printing.document import Code
from scoring.printing.qr import drawing_of, modules_of
from scoring.printing.render import pdf_of
from tests.scoring.printing.documents.papers import sheet, sheets

ADDRESS = "http://192.168.1.20:8000/t/Zm9vYmFyYmF6cXV4MDEyMw/"
POINTS_PER_MM = 72 / 25.4
NUMBER = r"(-?[\d.]+)"


def dark(drawing: str) -> set[tuple[int, int]]:
    """The dark modules that the rectangles of a drawing cover."""
    return {
        (int(x) + step, int(y))
        for x, y, width in re.findall(r"(\d+) (\d+) (\d+) [\d.]+ re", drawing)
        for step in range(int(width))
    }


def test_the_drawing_is_the_code_of_the_address():
    expected = segno.make(ADDRESS, error="m", micro=False).matrix
    drawn = dark(drawing_of(Code(ADDRESS, 0, 0, 26)).decode())
    assert drawn == {
        (x, y) for y, row in enumerate(expected) for x, bit in enumerate(row) if bit
    }


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_it_is_printed_in_full_size_with_white_around(paper):
    paged = sheet(url=ADDRESS)
    page = PdfReader(BytesIO(pdf_of(sheets(paged, paper=paper)))).pages[0]
    drawing = page.get_contents().get_data().decode("latin-1")
    unit, x, top = map(
        float,
        re.search(
            rf"{NUMBER} 0 0 -\1 {NUMBER} {NUMBER} cm \d+ \d+ \d+ [\d.]+ re", drawing
        ).groups(),
    )
    modules = len(modules_of(ADDRESS))
    assert unit * modules / POINTS_PER_MM == pytest.approx(CODE.size, abs=0.01)
    assert CODE.size >= 22
    quiet = 4 * unit
    right = float(page.mediabox.width) - x - unit * modules
    above = float(page.mediabox.height) - top
    frame = 8.8 * POINTS_PER_MM
    assert right - frame >= quiet
    assert above - frame >= quiet
