"""What a deal leaves to the next one, as the phone tells it."""

from typing import Any

import pytest

from rules.game import game_named
from scoring.games.paskievics import words as paskievics
from scoring.games.reversis import words as reversis
from scoring.games.scarto import words as scarto
from scoring.games.tysiacha import words as tysiacha
from tests.messages import message

GAMES = {
    "paskievics": paskievics,
    "reversis": reversis,
    "scarto": scarto,
    "tysiacha": tysiacha,
}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_told_at_the_start(name: str) -> None:
    game = game_named(name)
    rules = game.house.rules()
    start = game.initial_state(rules, min(game.tables))
    assert start is not None
    assert GAMES[name].badges(start, rules) == []


def test_paskievics_tells_doubled_rounds_and_the_mayor() -> None:
    assert paskievics.badges({"doublings": [3]}, None) == ["×2, 3 deals left"]
    assert paskievics.badges({"doublings": [1, 4], "mayor": 2}, None) == [
        message("×{times}, {left} deals left", times=4, left="1 and 4"),
        message("{who} wears the mayor’s hat", who="seat 2"),
    ]


def test_reversis_tells_its_pools() -> None:
    assert reversis.badges({"pools": [35]}, None) == [message("Pool {held}", held=35)]
    assert reversis.badges({"pools": [35, 70]}, None) == [
        message("Pools {held}", held="35 + 70")
    ]


def test_reversis_tells_what_the_next_remise_does() -> None:
    assert reversis.badges({"pools": [70], "remise": True}, None) == [
        message("Pool {held}", held=70),
        message("the next remise starts a new pool"),
    ]


def test_scarto_tells_how_its_game_stands() -> None:
    assert scarto.badges({"deal": 1, "totals": [4, 0, -4]}, None) == [
        "Deal 2 of 3 of this game: seat 1 +4, seat 2 0, seat 3 −4"
    ]


def test_tysiacha_tells_totals_barrel_and_zeros() -> None:
    assert in_tysiacha(totals=[-60, 880, 5], barrel=[0, 2, 0], bolts=[1, 0, 2]) == [
        "This game: seat 1 −60, seat 2 880, seat 3 5",
        message(
            "{who} is on the barrel at {total} (deal {deal} of {deals}) and needs "
            "{missing} to win",
            who="seat 2",
            deal=2,
            deals=3,
            total=880,
            missing=120,
        ),
        "Zeros: seat 1 1 of 3, seat 3 2 of 3",
    ]
    assert in_tysiacha(winner=3) == [
        message("{who} has won, and the game is over", who="seat 3")
    ]


def test_tysiacha_tells_what_its_house_counts() -> None:
    assert in_tysiacha("polish", totals=[820, 790, 0]) == [
        "This game: seat 1 820, seat 2 790, seat 3 0",
        message(
            "{who} scores only as the soloist, has {total} and needs {missing} to win",
            who="seat 1",
            total=820,
            missing=180,
        ),
    ]
    assert in_tysiacha("pagat", conceded=[0, 0, 2]) == ["Conceded: seat 3 2 of 3"]
    assert in_tysiacha(falls_to_zero=3, falls=[1, 0, 0]) == ["Falls: seat 1 1 of 3"]


def in_tysiacha(preset: str = "book", **left: Any) -> list[str]:
    """What is told of a state of three that has these; the others are house rules."""
    game = game_named("tysiacha")
    house = {name: left.pop(name) for name in [*left] if name == "falls_to_zero"}
    rules = game.house.rules(preset, house)
    state = game.initial_state(rules, 3)
    assert state is not None
    return tysiacha.badges({**state, **left}, rules)
