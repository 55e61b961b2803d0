"""Text sizes for prints: as large as a box or page allows."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from math import ceil, sqrt
from textwrap import wrap

from django.conf import settings
from django.utils.translation import override

from scoring.printing.document import Part

LONGER = 1.05  # ratio to the English text that still fits a page unchanged
# A size: its class, letters per line, and number of lines.
Size = tuple[str, int, int]
FONTS = settings.BASE_DIR / "static" / "fonts"
REGULAR, SEMIBOLD, BOLD = (
    f"SourceSans3-{weight}.ttf" for weight in ("Regular", "Semibold", "Bold")
)
SERIF = "SourceSerif4-Regular.ttf"
POINT = 25.4 / 72  # mm
DESCENT = 0.15  # descent below the last line, as a part of its size
BREAK = re.compile(r"(?<=[-\s])(?=\S)")  # possible line breaks in a name


def size_for(name: str, sizes: Iterable[Size], least: str) -> str:
    """Return the first of these sizes that fits the name; `least` if none does."""
    return next((size for size, *room in sizes if _fits(name, *room)), least)


def _fits(name: str, letters: int, lines: int) -> bool:
    wrapped = wrap(name, letters, break_long_words=False)
    return len(wrapped) <= lines and all(len(line) <= letters for line in wrapped)


def as_long_as_in_english(make_part: Callable[[float], Part], size: float) -> Part:
    """Return a page in letters of `size` pt, if that fits as in English.

    If the reader's language needs more letters, they are smaller.
    """
    part = make_part(size)
    with override("en"):
        longer = len(part.html) / len(make_part(size).html)
    return part if longer <= LONGER else make_part(round(size / sqrt(longer), 2))


def text_width(text: str, font: str = REGULAR) -> float:
    """Return the width of a text in one of our fonts, as a multiple of the font's size.

    A character that the font doesn't have counts as a square.
    """
    widths = _letter_widths(font)
    return sum(widths.get(ord(letter), 1.0) for letter in text)


def line_count(text: str, width: float, font: str = REGULAR) -> int:
    """Return how many lines a text needs at `width` times the font's size.

    A word that is wider is broken.
    """
    lines = _lines(text, width, font)
    return sum(max(1, ceil(text_width(line.rstrip(), font) / width)) for line in lines)


def sizes_in(
    names: Iterable[str],
    sizes: Sequence[tuple[str, float]],
    room: tuple[float, float],
    least: str,
    font: str = SEMIBOLD,
) -> list[str]:
    """Return for each name the first size, of a class and points, at which it fits.

    `room` is a width and a height in millimetres; `least` is for names that never fit.
    """
    chosen = []
    for name in names:
        fits = (size for size, points in sizes if _fits_in(name, points, room, font))
        chosen.append(next(fits, least))
    return chosen


def _fits_in(name: str, points: float, room: tuple[float, float], font: str) -> bool:
    """Return whether a name fits in this size without breaking a word."""
    high = points * POINT
    width, lines = room[0] / high, int(room[1] / high - DESCENT)
    return holds_words(name, width, font) and line_count(name, width, font) <= lines


def holds_words(text: str, width: float, font: str = REGULAR) -> bool:
    """Return whether every word of the text fits on a line, so that none is broken."""
    words = BREAK.split(text)
    return all(text_width(word.rstrip(), font) <= width for word in words)


def _lines(text: str, width: float, font: str) -> Iterator[str]:
    """Yield lines with as many words as fit."""
    line = ""
    for word in BREAK.split(text):
        if line and text_width((line + word).rstrip(), font) > width:
            yield line
            line = ""
        line += word
    yield line


@cache
def _letter_widths(font: str) -> dict[int, float]:
    """Return the width of each character of a font, by its code, without kerning."""
    # Only prints need the font reader.
    reader = import_module("fontTools.ttLib").TTFont
    with reader(FONTS / font, lazy=True) as opened:
        units, metrics = opened["head"].unitsPerEm, opened["hmtx"]
        letters = opened.getBestCmap().items()
        return {code: metrics[glyph][0] / units for code, glyph in letters}
