"""What a deal leaves to the next one, as the phone tells it."""

import pytest

from rules.game import game_named
from scoring.games.paskievics import words as paskievics
from scoring.games.reversis import words as reversis
from scoring.games.scarto import words as scarto
from scoring.games.tysiacha import words as tysiacha

GAMES = {
    "paskievics": paskievics,
    "reversis": reversis,
    "scarto": scarto,
    "tysiacha": tysiacha,
}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_told_at_the_start(name: str) -> None:
    game = game_named(name)
    start = game.initial_state(game.house_rules(), min(game.TABLES))
    assert start is not None
    assert GAMES[name].badges(start) == []


def test_paskievics_tells_doubled_rounds_and_the_mayor() -> None:
    assert paskievics.badges({"doublings": [3]}) == ["×2, 3 deals left"]
    assert paskievics.badges({"doublings": [1, 4], "mayor": 2}) == [
        "×4, 1 and 4 deals left",
        "seat 2 wears the mayor’s hat",
    ]


def test_reversis_tells_its_pools() -> None:
    assert reversis.badges({"pools": [35]}) == ["Pool 35"]
    assert reversis.badges({"pools": [35, 70]}) == ["Pools 35 + 70"]


def test_reversis_tells_what_the_next_remise_does() -> None:
    assert reversis.badges({"pools": [70], "remise": True}) == [
        "Pool 70",
        "the next remise is a new pool",
    ]


def test_scarto_tells_how_its_game_stands() -> None:
    assert scarto.badges({"deal": 1, "totals": [4, 0, -4]}) == [
        "Deal 2 of 3 of this game: seat 1 +4, seat 2 0, seat 3 −4"
    ]


def test_tysiacha_tells_totals_barrel_and_zeros() -> None:
    lists = {"barrel": [0, 2, 0], "bolts": [1, 0, 2], "winner": None}
    assert tysiacha.badges({"totals": [-60, 880, 5], **lists}) == [
        "This game: seat 1 −60, seat 2 880, seat 3 5",
        "seat 2 is on the barrel: deal 2 there comes",
        "seat 1 has 1 zero",
        "seat 3 has 2 zeros",
    ]
    assert tysiacha.badges({"winner": 3, "totals": []}) == ["seat 3 has won the game"]
