"""The payments of a game without recorded hands."""

from typing import NoReturn

from rules.custom_game.house import HouseRules
from rules.custom_game.records import PROBLEM_CODES
from rules.deal_rotation import State


def settle(deal: object, rules: HouseRules, state: State | None = None) -> NoReturn:
    """Raise ValueError: no record passes the check, so there is nothing to settle."""
    raise ValueError(PROBLEM_CODES["no_hands"])
