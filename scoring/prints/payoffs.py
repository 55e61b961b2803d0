"""The card of payoffs: one page, from the house rules of a tournament."""

from collections.abc import Sequence
from importlib import import_module

from scoring.models import Tournament
from scoring.prints.page import Part, part_of
from scoring.rulebook import house_rules_of
from scoring.selectors.paper import PayoffCard
from scoring.selectors.printed import heading_of

STYLE = "print_payoffs.css"


def payoff_parts(cards: Sequence[PayoffCard], *, paper: str) -> tuple[Part, ...]:
    """One page for each card."""
    return tuple(
        part_of(
            "payoffs.html",
            {"heading": card.heading, "card": card},
            style=STYLE,
            paper=paper,
        )
        for card in cards
    )


def payoff_card_of(tournament: Tournament) -> PayoffCard:
    """The card of the tournament's game, with its house rules."""
    game = import_module(f"scoring.games.{tournament.game}.payoffs")
    return game.payoff_card(house_rules_of(tournament), heading_of(tournament))
