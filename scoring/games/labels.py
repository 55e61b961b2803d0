"""Names of games and of the statistics of their hands, from each game’s words."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

from clubs.i18n import in_language
from rules.hand_stats import FEAT
from rules.messages import Sentence, message_template
from scoring.games.translation import spoken
from scoring.models import Tournament

USUAL_GAME: str = Tournament._meta.get_field("game").default


def words_of(game: str) -> ModuleType:
    """Return a game's module of words: its name, description, and state in words."""
    return import_module(f"scoring.games.{game}.words")


def name_of(game: str) -> str:
    """Return the name of the game for pages."""
    name: str = in_language(words_of(game).NAME)
    return name


class OfGame(Protocol):
    """An object that belongs to a game, mainly a tournament."""

    @property
    def game(self) -> str: ...

    @property
    def house_rules(self) -> Mapping[str, Any]: ...


def own_name_of(tournament: OfGame) -> str:
    """Return the name of the tournament's game, or the one that the club gave it."""
    words = words_of(tournament.game)
    named = getattr(words, "own_name", None)
    own = named(tournament.house_rules) if named else ""
    return own or name_of(tournament.game)


def game_beside(tournament: OfGame) -> str:
    """Return the game to put after a date: “ · Mariás”; "" for the usual game."""
    usual = tournament.game == USUAL_GAME
    return "" if usual else f" · {own_name_of(tournament)}"


@dataclass(frozen=True, slots=True)
class FigureWords:
    """Statistics that form one table: the word for each by its name.

    `tried`: the figures have attempts, and the rate is that of successes; otherwise the
    rate is the part of all hands that had one. `paid`: chips moved for them alone.
    `only_won`: figures recorded only when successful, so that their rate is
    meaningless.
    """

    title: Sentence
    words: Mapping[str, Sentence]
    tried: bool = False
    paid: bool = True
    only_won: tuple[str, ...] = ()


def of_feats(feats: Mapping[str, Sentence]) -> tuple[FigureWords, ...]:
    """Return the feats of a game as its only statistics.

    Their chips are part of the game's, so they aren't paid separately.
    """
    words = {f"{FEAT}{code}": name.with_capital() for code, name in feats.items()}
    return (FigureWords(message_template("Feats"), words, paid=False),)


def figure_words(game: str) -> tuple[FigureWords, ...]:
    """Return a game's tables of statistics in the reader's language, if any."""
    return spoken(getattr(words_of(game), "FIGURES", ()))
