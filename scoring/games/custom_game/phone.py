"""The table page's part of a game that isn't built in: only scores are typed."""

from typing import Any

from rules.custom_game import GAME
from rules.custom_game.house import HouseRules

SCRIPTS = ("custom_game/game.js",)
LATER_SCRIPTS = ()
STYLES = ()


def rules_for_phone(rules: HouseRules) -> dict[str, Any]:
    """Return the direction of play, and whether scores have a known total."""
    return {"direction": GAME.direction, "has_total": rules.total == "known"}
