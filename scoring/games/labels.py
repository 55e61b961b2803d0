"""What pages call the games, and the figures of their hands: from each one’s words."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Protocol

from clubs.i18n import in_language
from rules.hand_stats import FEAT
from rules.messages import Sentence, message_template
from scoring.games.translation import spoken
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


@dataclass(frozen=True, slots=True)
class FigureWords:
    """Figures that stand in one table: each one's word by its name.

    `tried`: some went well, and the rate is theirs; else it is how many of all hands
    had such a thing. `paid`: chips moved for them alone. `only_won`:
    what is recorded only where it went well, so that a rate of it says nothing.
    """

    title: Sentence
    words: Mapping[str, Sentence]
    tried: bool = False
    paid: bool = True
    only_won: tuple[str, ...] = ()


def of_feats(feats: Mapping[str, Sentence]) -> tuple[FigureWords, ...]:
    """The feats of a game as its only figures; what each brings is part of the game."""
    words = {f"{FEAT}{code}": name.with_capital() for code, name in feats.items()}
    return (FigureWords(message_template("Feats"), words, paid=False),)


def figure_words(game: str) -> tuple[FigureWords, ...]:
    """The tables of a game, in the reader's language; none where it has no figures."""
    return spoken(getattr(words_of(game), "FIGURES", ()))
