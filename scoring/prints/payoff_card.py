"""The card of payoffs as a tournament plays."""

from importlib import import_module

from scoring.models import Tournament
from scoring.rulebook import house_rules_of
from scoring.selectors.paper import PayoffCard
from scoring.selectors.printed import heading_of


def payoff_card_of(tournament: Tournament) -> PayoffCard:
    """The card of the tournament's game, with its house rules."""
    game = import_module(f"scoring.games.{tournament.game}.payoffs")
    return game.payoff_card(house_rules_of(tournament), heading_of(tournament))
