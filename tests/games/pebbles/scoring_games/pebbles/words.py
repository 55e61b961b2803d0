"""What pages call Pebbles."""

from collections.abc import Mapping
from typing import Any

NAME = "Pebbles"
ABOUT = "Made up: three or four at a table, nine stones a deal, a pool."


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """What lies in the pool, and whether it is doubled."""
    said = [f"pool {state['pool']}"] if state["pool"] else []
    return [*said, "doubled until it is taken"] if state["doubled"] else said
