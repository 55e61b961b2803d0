"""How large a name is set: as large as its place holds it, in whole lines."""

from collections.abc import Iterable
from textwrap import wrap

# A size by its class, the letters of a line at it, and how many lines there are.
Size = tuple[str, int, int]


def size_for(name: str, sizes: Iterable[Size], least: str) -> str:
    """The first of these sizes that holds the name; `least` where none does."""
    return next((size for size, *room in sizes if _fits(name, *room)), least)


def _fits(name: str, letters: int, lines: int) -> bool:
    found = wrap(name, letters, break_long_words=False)
    return len(found) <= lines and all(len(line) <= letters for line in found)
