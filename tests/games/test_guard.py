"""Outside its two folders nothing knows a game, and nothing of the site four seats.

The phone's scripts are held to it in tests/browser/engine.
"""

import re
from itertools import product
from pathlib import Path

import pytest

from rules.game import game_names

ROOT = Path(__file__).resolve().parents[2]
NAMES = game_names()
PLACES = ("rules", "scoring/games")
GAMES = [ROOT / place / name for place, name in product(PLACES, NAMES)]
# Data: the game that a tournament has unless somebody says otherwise, made-up evenings,
# and what the codes of all games' records are called.
DATA = (
    "scoring/models/tournaments.py",
    "scoring/demo/club.py",
    "scoring/demo/evenings.py",
    "scoring/demo/marias.py",
    "scoring/demo/past.py",
    "scoring/demo/sheets.py",
    "rules/labels.py",
)
OF_A_GAME = re.compile(
    rf"povinost|\bpagat(?!o\b)|kontra|prever\b|{'|'.join(NAMES)}", re.IGNORECASE
)
FOUR_SEATS = re.compile(
    r"range\(4\)|\(1, 2, 3, 4\)|\[0, 0, 0, 0\]|\(0, 0, 0, 0\)|[*%] 4\b(?!\.)|// 4\b"
)
TURNS = "static/sheets/paper.js"  # a picture has four ways to lie
SITE = ("scoring/**/*.py", "templates/**/*.html", "static/*/**/*.js")
BELOW = ("config/**/*.py", "clubs/**/*.py", "rules/**/*.py")


def sources(*places: str) -> list[Path]:
    """What the house is made of, but for games, migrations and what is not ours."""
    paths: list[Path] = []
    for place in places:
        paths += filter(is_ours, ROOT.glob(place))
    return paths


def is_ours(path: Path) -> bool:
    """Whether it is no game's, no migration and nobody else's."""
    return (
        not {"migrations", "vendor"} & {*path.parts}
        and not any(path.is_relative_to(game) for game in GAMES)
        and path.relative_to(ROOT).as_posix() not in DATA
    )


def code_of(path: Path) -> str:
    """The source without what is said in comments."""
    text = path.read_text(encoding="utf-8")
    return re.sub(
        r'""".*?"""|#[^\n]*|//[^\n]*|{% comment.*?endcomment', "", text, flags=re.S
    )


def knowing(known: re.Pattern[str], paths: list[Path]) -> dict[str, str]:
    """The files whose code has such a word, each with the first."""
    matches = {path: known.search(code_of(path)) for path in paths}
    return {
        path.relative_to(ROOT).as_posix(): match[0]
        for path, match in matches.items()
        if match
    }


@pytest.mark.parametrize("known", [OF_A_GAME, FOUR_SEATS], ids=["games", "four"])
def test_no_file_of_the_site_knows(known: re.Pattern[str]) -> None:
    paths = sources(*SITE)
    assert len(paths) > 400
    files = knowing(known, paths)
    files.pop(TURNS, None)
    assert files == {}


def test_no_file_below_the_site_knows_a_game() -> None:
    paths = sources(*BELOW)
    assert len(paths) > 100
    assert knowing(OF_A_GAME, paths) == {}


@pytest.mark.parametrize("name", NAMES)
def test_no_game_imports_another(name: str) -> None:
    others = "|".join(other for other in NAMES if other != name)
    known = re.compile(rf"import (?:{others})\b|\b(?:rules|games)\.(?:{others})\b")
    paths = sources_of(name)
    assert len(paths) > 5
    assert knowing(known, paths) == {}


def sources_of(name: str) -> list[Path]:
    """The modules of a game, in its two folders."""
    paths: list[Path] = []
    for place in PLACES:
        paths += ROOT.joinpath(place, name).glob("**/*.py")
    return paths
