"""The made-up game is there while a test has it in place, and for no other test."""

from rules.game import game_names
from tests.games import pebbles


def test_it_is_a_game_for_so_long() -> None:
    before = game_names()
    with pebbles.in_place():
        assert sorted((*before, "pebbles")) == [*game_names()]
    assert game_names() == before
