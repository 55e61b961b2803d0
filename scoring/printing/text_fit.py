"""How large words are set: as large as their place or their page holds them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from math import sqrt
from textwrap import wrap

from django.conf import settings
from django.utils.translation import override

from scoring.printing.document import Part

LONGER = 1.05  # so much more than in English a page holds as it is
# A size by its class, the letters of a line at it, and how many lines there are.
Size = tuple[str, int, int]
FONTS = settings.BASE_DIR / "static" / "fonts"
REGULAR, SEMIBOLD, BOLD = (
    f"SourceSans3-{weight}.ttf" for weight in ("Regular", "Semibold", "Bold")
)
POINT = 25.4 / 72  # mm
DESCENT = 0.15  # what hangs below the last line, as a part of its size
BREAK = re.compile(r"(?<=[-\s])(?=\S)")  # where a line of a name may end


def size_for(name: str, sizes: Iterable[Size], least: str) -> str:
    """The first of these sizes that holds the name; `least` where none does."""
    return next((size for size, *room in sizes if _fits(name, *room)), least)


def _fits(name: str, letters: int, lines: int) -> bool:
    wrapped = wrap(name, letters, break_long_words=False)
    return len(wrapped) <= lines and all(len(line) <= letters for line in wrapped)


def as_long_as_in_english(make_part: Callable[[float], Part], size: float) -> Part:
    """A page in letters of `size` pt, which fill it in English.

    Where the reader's language needs more letters, they are smaller.
    """
    part = make_part(size)
    with override("en"):
        longer = len(part.html) / len(make_part(size).html)
    return part if longer <= LONGER else make_part(round(size / sqrt(longer), 2))


def text_width(text: str, font: str = REGULAR) -> float:
    """Return how wide a text is in one of our fonts, as a multiple of the font's size.

    A letter that the font doesn't have counts as a square.
    """
    widths = _letter_widths(font)
    return sum(widths.get(ord(letter), 1.0) for letter in text)


def line_count(text: str, width: float, font: str = REGULAR) -> int:
    """Return how many lines a text takes that are `width` times the font's size."""
    return len([*_lines(text, width, font)])


def sizes_in(
    names: Iterable[str],
    sizes: Sequence[tuple[str, float]],
    room: tuple[float, float],
    least: str,
) -> list[str]:
    """Return for each name the first size, of a class and points, at which it fits.

    `room` is a width and a height in millimetres; `least` is for names that never fit.
    """
    chosen = []
    for name in names:
        fits = (size for size, points in sizes if _fits_in(name, points, room))
        chosen.append(next(fits, least))
    return chosen


def _fits_in(name: str, points: float, room: tuple[float, float]) -> bool:
    """Whether a semibold name has room in this size, with no word torn."""
    high = points * POINT
    width, lines = room[0] / high, int(room[1] / high - DESCENT)
    return holds_words(name, width, SEMIBOLD) and (
        line_count(name, width, SEMIBOLD) <= lines
    )


def holds_words(text: str, width: float, font: str = REGULAR) -> bool:
    """Whether every word of the text fits into a line, so that none is torn."""
    words = BREAK.split(text)
    return all(text_width(word.rstrip(), font) <= width for word in words)


def _lines(text: str, width: float, font: str) -> Iterator[str]:
    """Fill lines with as many words as they hold."""
    line = ""
    for word in BREAK.split(text):
        if line and text_width((line + word).rstrip(), font) > width:
            yield line
            line = ""
        line += word
    yield line


@cache
def _letter_widths(font: str) -> dict[int, float]:
    """The width of each letter of a font, by its code; kerning is left out."""
    # Only a print needs what reads fonts.
    reader = import_module("fontTools.ttLib").TTFont
    with reader(FONTS / font, lazy=True) as opened:
        units, metrics = opened["head"].unitsPerEm, opened["hmtx"]
        letters = opened.getBestCmap().items()
        return {code: metrics[glyph][0] / units for code, glyph in letters}
