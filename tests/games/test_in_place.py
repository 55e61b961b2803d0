"""The made-up game is there while a test has it in place, and for no other test."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

import scoring.games
from rules.game import game_names
from scoring.games import games_here
from tests.games import pebbles


def test_it_is_a_game_for_so_long() -> None:
    before, here = game_names(), games_here()
    with pebbles.in_place():
        assert sorted((*before, "pebbles")) == [*game_names()]
        assert sorted((*here, "pebbles")) == [*games_here()]
    assert game_names() == before
    assert games_here() == here


def test_a_folder_without_all_its_parts_is_not_yet_a_game_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring.games, "__path__", [str(tmp_path)])
    folder = tmp_path / "pebbles"
    folder.mkdir()
    for part in scoring.games.PARTS:
        assert games_here() == ()
        (folder / part).touch()
    assert games_here() == ("pebbles",)


def test_the_scripts_of_a_games_folder_are_found_when_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [*scoring.games.__path__, str(tmp_path)]
    monkeypatch.setattr(scoring.games, "__path__", places)
    script = tmp_path / "pebbles" / "static" / "pebbles" / "form.js"
    script.parent.mkdir(parents=True)
    (tmp_path / "pebbles" / "words.py").touch()
    assert finders.find("pebbles/form.js") is None
    script.touch()
    assert finders.find("pebbles/form.js") == str(script)
    assert finders.find("pebbles/form.js", find_all=True) == [str(script)]
    listed = [name for each in finders.get_finders() for name, _ in each.list(None)]
    assert "pebbles/form.js" in listed
    assert "css/tokens.css" in listed
