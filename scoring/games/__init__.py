"""What screens and paper need of a tournament's game: a folder for each game.

What else is known of a game goes through `scoring.rulebook`.
"""

from importlib import import_module
from types import ModuleType

from scoring.models import Tournament
from scoring.rulebook import house_rules_of
from scoring.selectors.paper import PayoffCard
from scoring.selectors.printed import heading_of


def rules_of_game(game: str) -> ModuleType:
    """The form of a game's house rules, and the names of its rule sets."""
    return import_module(f"scoring.games.{game}.house_rules")


def payoff_card_of(tournament: Tournament) -> PayoffCard:
    """The card of the tournament's game, with its house rules."""
    payoffs = import_module(f"scoring.games.{tournament.game}.payoffs")
    return payoffs.payoff_card(house_rules_of(tournament), heading_of(tournament))
