"""How large words are set: as large as their place or their page holds them."""

from collections.abc import Callable, Iterable
from math import sqrt
from textwrap import wrap

from django.utils.translation import override

from scoring.printing.document import Part

LONGER = 1.05  # so much more than in English a page holds as it is
# A size by its class, the letters of a line at it, and how many lines there are.
Size = tuple[str, int, int]


def size_for(name: str, sizes: Iterable[Size], least: str) -> str:
    """The first of these sizes that holds the name; `least` where none does."""
    return next((size for size, *room in sizes if _fits(name, *room)), least)


def _fits(name: str, letters: int, lines: int) -> bool:
    wrapped = wrap(name, letters, break_long_words=False)
    return len(wrapped) <= lines and all(len(line) <= letters for line in wrapped)


def as_long_as_in_english(made: Callable[[float], Part], size: float) -> Part:
    """A page in letters of `size` pt, which fill it in English.

    Where the reader's language needs more letters, they are smaller.
    """
    part = made(size)
    with override("en"):
        longer = len(part.html) / len(made(size).html)
    return part if longer <= LONGER else made(round(size / sqrt(longer), 2))
