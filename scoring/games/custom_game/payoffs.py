"""The payoff card of a game that isn't built in: it has no payoffs."""

from rules.custom_game.house import HouseRules
from rules.messages import message_template
from scoring.games.payoff_card import Heading, PayoffCard


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return an empty card; `has_hands` of the game keeps it off every list."""
    return PayoffCard(heading, message_template("Payoffs"), left=(), right=())
