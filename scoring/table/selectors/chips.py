"""The chips that a table counts in, as its phone knows them."""

from dataclasses import asdict
from typing import Any

from scoring.games.game_adapter import game_of
from scoring.models import Tournament


def colours_of(tournament: Tournament) -> list[dict[str, Any]] | None:
    """The colours on the table, dearest first; None where nothing is counted by them."""
    chip_set = game_of(tournament).CHIP_SET
    if chip_set is None or not tournament.with_chips:
        return None
    return [asdict(chip) for chip in chip_set.chips]
