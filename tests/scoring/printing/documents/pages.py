"""A finished PDF as a test reads it."""

import os
import re
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter

from scoring.printing.document import Document, Part
from scoring.printing.render import laid_out, pdf_of
from tests.made_up import visible

GOLDEN = Path(__file__).parent / "golden"
POINTS_PER_MM = 72 / 25.4


def printed(
    parts: Callable[..., tuple[Part, ...]], papers: Any, paper: str = "letter"
) -> bytes:
    """The PDF of what `parts` makes of the papers."""
    return pdf_of(Document(parts(papers, paper=paper)))


def texts_of(pdf: bytes) -> list[str]:
    """The text of each page, one space between words; read by a program that is quick."""
    said = subprocess.run(
        ["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
    return ["\n".join(_lines(page)) for page in said.split("\f")[:-1]]


def _lines(text: str) -> list[str]:
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line]


def on_forms(document: Document) -> list[str]:
    """The words of each part's form, which need no layout to be read."""
    return [" ".join(visible(part.form.html)) for part in document.parts if part.form]


def page_counts(document: Document) -> list[int]:
    """The pages of each part, and of the form under it."""
    parts = [each for part in document.parts for each in (part, part.form) if each]
    return [len(laid_out(each).pages) for each in parts]


def sizes_of(pdf: bytes) -> set[tuple[float, float]]:
    """Width and height of all pages in millimetres."""
    return {
        (
            round(float(page.mediabox.width) / POINTS_PER_MM, 1),
            round(float(page.mediabox.height) / POINTS_PER_MM, 1),
        )
        for page in PdfReader(BytesIO(pdf)).pages
    }


def ink_of(pdf: bytes) -> list[float]:
    """How much of each page a gray printer blackens, in percent."""
    pixels = subprocess.run(
        ["pdftoppm", "-gray", "-r", "100", "-"],
        input=pdf,
        capture_output=True,
        check=True,
    ).stdout
    inks = []
    while pixels:
        _, size, _, pixels = pixels.split(b"\n", 3)  # a picture's head
        width, height = map(int, size.split())
        white = sum(pixels[: width * height]) / (width * height) / 255
        inks.append(round(100 * (1 - white), 1))
        pixels = pixels[width * height :]
    return inks


def edges_of(pdf: bytes, word: str) -> list[tuple[float, float]]:
    """Left and right edge of each place where a word stands, in millimetres."""
    boxes = subprocess.run(
        ["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
    found = re.findall(rf'xMin="(.*?)".*? xMax="(.*?)".*?>{word}</word>', boxes)
    return [tuple(float(each) / POINTS_PER_MM for each in edges) for edges in found]


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Every font of the file, and whether it is in the file."""
    fonts: dict[str, bool] = {}
    for found in PdfWriter(clone_from=BytesIO(pdf))._objects:
        if isinstance(found, dict) and found.get("/Type") == "/FontDescriptor":
            name = str(found["/FontName"]).split("+")[-1]
            fonts[name] = any(key.startswith("/FontFile") for key in found)
    return fonts


def assert_golden(name: str, pdf: bytes) -> None:
    """The text is the stored one; UPDATE_GOLDEN=1 stores it anew, to be reviewed.

    Read by what the pins hold: another machine's pdftotext may go round a page otherwise.
    """
    path = GOLDEN / f"{name}.txt"
    pages = PdfReader(BytesIO(pdf)).pages
    read = ("\n".join(_lines(page.extract_text())) for page in pages)
    text = "\n\f\n".join(read) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
