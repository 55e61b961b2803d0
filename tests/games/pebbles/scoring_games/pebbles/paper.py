"""The score sheet of Pebbles, and its part of the scorekeeper's guide."""

from rules.pebbles import GAME
from rules.pebbles.house import HouseRules

from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

GUIDE = Guide(
    first="First deal only: say who dealt. From then on the page says who deals.",
    sections=(
        GuideSection(
            "A deal",
            steps=(
                "Who won, or **All passed**",
                "Whether the winner takes the pool or doubles it",
                "The stones of those who play",
            ),
            remark="**Review** says first what everybody wins or pays, and why.",
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Who won, what the pool then holds; of four the dealer's box is hatched."""
    sits_out = size > GAME.active
    return ScoreSheet(
        rule=in_turn(GAME.direction, sits_out=sits_out),
        line="deal",
        rings=False,
        hatches=sits_out,
        left=(Column("won", 14), Column("pool", 14, "×2")),
        heavy=size,
        total_with="with the pool",
    )
