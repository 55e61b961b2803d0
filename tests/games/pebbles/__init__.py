"""Pebbles: a made-up game that only tests know, in the two folders of a real one.

Three play; of four the dealer sits out. A pool and a doubled flag go from deal to deal,
so it has what the site's first game has not: two sizes of table, an account, a state, a
closing deal, and chips of other colours.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parent
CASES = FOLDER / "cases.json"


@contextmanager
def in_place() -> Iterator[None]:
    """The site plays Pebbles too for so long; what was imported stays imported."""
    with _on("rules", FOLDER / "rules"), _on("scoring.games", FOLDER / "scoring_games"):
        yield


@contextmanager
def _on(package: str, folder: Path) -> Iterator[None]:
    path = import_module(package).__path__
    path.append(str(folder))
    try:
        yield
    finally:
        path.remove(str(folder))
