"""The score sheet of Reversis, and its part of the scorekeeper's guide."""

from rules.reversis import DIRECTION
from rules.reversis.house import HouseRules
from scoring.games.score_sheet import (
    Column,
    Guide,
    GuideSection,
    ScoreSheet,
    in_turn,
)

GUIDE = Guide(
    first="First deal only: say who dealt. From then on the page says who deals.",
    sections=(
        GuideSection(
            "A deal",
            steps=(
                "**New hand**, and the tricks of each: eleven in all",
                "The counters in the talon, if there are any",
                "The points of three; the fourth’s stand there",
                "**Aces and Quinola** that were placed, forced or led: which, how, whose",
                "**Save hand**",
            ),
            remark="**Review** says first what everybody wins or pays, and why. Not"
            " right? Tap **Back**. The pools stand above the list of deals.",
        ),
        GuideSection(
            "More in a deal",
            points=(
                "**In the last two tricks** Then such a card counts double.",
                "**Reversis** It is asked for where somebody took nine tricks: who took the"
                " first nine, and who broke it.",
                "**Espagnolette** Who undertook it.",
                "**Share out the pools** After the last deal of the round the pools are"
                " dissolved: on the first screen.",
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Points and tricks in the boxes; what lies in the pools stands at the right."""
    return ScoreSheet(
        rule=in_turn(DIRECTION, sits_out=False),
        line="deal",
        rings=False,
        left=(Column("talon", 18.5),),
        right=(Column("honours", 28), Column("pools", 14)),
        in_seat="pts·tr",
        heavy=size,
        total_with="with the pools",
    )
