"""The rules of a tournament's game with its house rules and prices."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from clubs.i18n import in_language
from rules.house_rules import Option
from scoring.games import payoff_card_of
from scoring.games.game_adapter import game_and_rules_of, house_rules_of
from scoring.games.labels import own_name_of, words_of
from scoring.games.payoff_card import PayoffBlock
from scoring.games.readings import Reading
from scoring.games.translation import spoken
from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One rule with its value here, and the rule set's value if that differs."""

    option: Option
    said: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class RulesHere:
    """The data of the rules page: the game, its payoffs, house rules and readings.

    `about` and `preset` are "" for a game that isn't built in.
    """

    game: str
    about: str
    payoffs: tuple[PayoffBlock, ...]
    preset: str
    rules: tuple[HouseRule, ...]
    readings: tuple[Reading, ...]


def rules_here(tournament: Tournament) -> RulesHere:
    """Return a tournament's rules, with every price from its own house rules."""
    game, _ = game_and_rules_of(tournament)
    card = payoff_card_of(tournament)
    return RulesHere(
        own_name_of(tournament),
        in_language(words_of(tournament.game).ABOUT) if game.has_hands else "",
        (*card.left, *card.right),
        in_language(game.house.names[tournament.preset]) if game.has_hands else "",
        tuple(_of_the_house(tournament)),
        readings_of(tournament),
    )


def readings_of(tournament: Tournament) -> tuple[Reading, ...]:
    """Return the house's readings of its rule sheet; () if no question is open."""
    name = f"scoring.games.{tournament.game}.readings"
    if find_spec(name) is None:
        return ()
    readings: tuple[Reading, ...] = import_module(name).readings_of(
        house_rules_of(tournament)
    )
    return spoken(readings)


def _of_the_house(tournament: Tournament) -> Iterator[HouseRule]:
    game, own_rules = game_and_rules_of(tournament)
    preset = game.house.presets[tournament.preset]
    for option in game.house.options:
        value, usual = (getattr(house, option.name) for house in (own_rules, preset))
        is_own = value != usual and game.has_hands  # otherwise there's no rule set
        differs = in_language(option.kind.in_words(usual)) if is_own else ""
        yield HouseRule(option, in_language(option.kind.in_words(value)), differs)
