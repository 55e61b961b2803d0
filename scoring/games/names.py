"""What pages call the games: from each one's words."""

from importlib import import_module
from types import ModuleType
from typing import Protocol

from clubs.wording import in_language
from scoring.models import Tournament

USUAL_GAME: str = Tournament._meta.get_field("game").default


def words_of(game: str) -> ModuleType:
    """What pages call a game, what it is, and how a phone tells what its deals leave."""
    return import_module(f"scoring.games.{game}.words")


def name_of(game: str) -> str:
    """What pages call the game."""
    name: str = in_language(words_of(game).NAME)
    return name


class OfGame(Protocol):
    """What is of a game, a tournament above all."""

    @property
    def game(self) -> str: ...


def game_beside(tournament: OfGame) -> str:
    """The game as it stands behind a date: “ · Mariás”; nothing for the usual one."""
    usual = tournament.game == USUAL_GAME
    return "" if usual else f" · {name_of(tournament.game)}"
