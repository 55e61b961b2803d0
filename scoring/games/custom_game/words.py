"""Words of a game that isn't built in: its name is the club's own."""

from collections.abc import Mapping
from typing import Any

from rules.messages import message_template

NAME = message_template("Other game")
EVENING = message_template("Game night")
ABOUT = message_template(
    "Any game that isn’t listed. You name it and enter everyone’s score after each "
    "round. No hands are recorded."
)


def own_name(house_rules: Mapping[str, Any]) -> str:
    """Return the name that the club gave the game, or "" if it has none."""
    return str(house_rules.get("name", ""))
