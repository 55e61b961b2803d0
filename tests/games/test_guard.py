"""Outside its two folders nothing of the site knows a game, or four seats.

The phone's scripts are held to it in tests/browser/engine.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = tuple(ROOT.joinpath("scoring", "games").glob("*/"))
# Data: the game that a tournament has unless somebody says otherwise, and made-up evenings.
DATA = {
    *("scoring/models/tournaments.py", "scoring/management/commands/score_hands.py"),
    *(
        f"scoring/demo/{part}.py"
        for part in ("club", "evenings", "marias", "past", "sheets")
    ),
}
OF_A_GAME = re.compile(
    r"povinost|\bpagat|kontra|prever\b|spjst|marias|scarto|tysiacha|reversis|paskievics"
    r"|schieberamsch|tapp_tarock",
    re.IGNORECASE,
)
FOUR_SEATS = re.compile(
    r"range\(4\)|\(1, 2, 3, 4\)|\[0, 0, 0, 0\]|\(0, 0, 0, 0\)|[*%] 4\b(?!\.)|// 4\b"
)
TURNS = "static/sheets/paper.js"  # a picture has four ways to lie


def sources() -> list[Path]:
    """What the site is made of, but for games, migrations and what is not ours."""
    found = [*ROOT.glob("scoring/**/*.py"), *ROOT.glob("templates/**/*.html")]
    found += ROOT.glob("static/*/**/*.js")
    return [
        path
        for path in found
        if not {"migrations", "vendor"} & {*path.parts}
        and not any(path.is_relative_to(game) for game in GAMES if game.is_dir())
        and path.relative_to(ROOT).as_posix() not in DATA
    ]


def code_of(path: Path) -> str:
    """The source without what is said in comments."""
    text = path.read_text(encoding="utf-8")
    return re.sub(
        r'""".*?"""|#[^\n]*|//[^\n]*|{% comment.*?endcomment', "", text, flags=re.S
    )


@pytest.mark.parametrize("known", [OF_A_GAME, FOUR_SEATS], ids=["games", "four"])
def test_no_file_outside_knows(known: re.Pattern[str]) -> None:
    assert len(sources()) > 500
    found = {
        path.relative_to(ROOT).as_posix(): each[0]
        for path in sources()
        if (each := known.search(code_of(path)))
    }
    found.pop(TURNS, None)
    assert found == {}
