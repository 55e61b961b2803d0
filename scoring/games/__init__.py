"""What screens and paper need of a tournament's game: a folder for each game.

What else is known of a game goes through `scoring.games.game_adapter`.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from scoring.games.game_adapter import house_rules_of
from scoring.games.payoff_card import Heading, PayoffCard
from scoring.models import Tournament

GAMES = tuple(sorted(each.name for each in iter_modules(__path__) if each.ispkg))


def words_of(game: str) -> ModuleType:
    """What pages call a game and its rule sets: NAME, ABOUT, PRESET_CHOICES."""
    return import_module(f"scoring.games.{game}.words")


def payoff_card_of(tournament: Tournament) -> PayoffCard:
    """The card of the tournament's game, with its house rules."""
    payoffs = import_module(f"scoring.games.{tournament.game}.payoffs")
    card: PayoffCard = payoffs.payoff_card(
        house_rules_of(tournament), Heading.of(tournament)
    )
    return card


def rules_for_phone_of(tournament: Tournament) -> dict[str, Any]:
    """The tournament's house rules, as its game's script takes them."""
    phone = phone_of(tournament.game)
    rules: dict[str, Any] = phone.rules_for_phone(house_rules_of(tournament))
    return rules


def phone_of(game: str) -> ModuleType:
    """What the table page has of a game: `rules_for_phone`, `SCRIPTS`, `STYLES`."""
    return import_module(f"scoring.games.{game}.phone")
