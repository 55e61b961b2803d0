"""The score sheet of Pebbles, and its part of the scorekeeper's guide."""

from rules.pebbles import ACTIVE, DIRECTION
from rules.pebbles.house import HouseRules

from scoring.games.score_sheet import (
    Column,
    Guide,
    GuideSection,
    ScoreSheet,
    in_turn,
)

GUIDE = Guide(
    first="First deal only: say who dealt.",
    sections=(GuideSection("A deal", steps=("**New hand**", "**Save hand**")),),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """The stones of each, and whether it was called."""
    return ScoreSheet(
        rule=in_turn(DIRECTION, sits_out=size > ACTIVE),
        line="deal",
        rings=False,
        hatches=size > ACTIVE,
        left=(Column("caller", 14), Column("pool", 12, "×2")),
        in_seat="stones",
        heavy=size,
        total_with="with the pool",
    )
