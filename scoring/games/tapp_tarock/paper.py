"""The score sheet of Tapp Tarock, and its part of the scorekeeper's guide."""

from rules.tapp_tarock import ACTIVE, DIRECTION
from rules.tapp_tarock.deal import NEEDED
from rules.tapp_tarock.house import HouseRules
from scoring.games.score_sheet import (
    Column,
    Guide,
    GuideSection,
    ScoreSheet,
    in_turn,
)

LETTERS = {"threes": "T", "unders": "U", "overs": "O", "solo": "S"}

GUIDE = Guide(
    first="First deal only: say who dealt. From then on the page says who deals, and at"
    " a table of four he sits out.",
    sections=(
        GuideSection(
            "A deal in four taps",
            steps=(
                "**New hand**, and who plays alone",
                "The contract",
                f"The soloist’s card points: {NEEDED} are enough",
                "**Save hand**",
            ),
            remark="**Review** says first what everybody wins or pays, and why. Not"
            " right? Tap **Back**. Nobody played? **All passed**, on the first screen.",
        ),
        GuideSection(
            "More in a deal",
            points=(
                "**Doubled** How often the game was; what was announced has its own.",
                "**Pagat** Who held it, announced or not, and who took the last trick.",
                "**Bonuses** Who was dealt the trull, two of it, or the four Kings.",
                "**XXI** Whose Skus took it, in houses that pay for it.",
                "**Slam** Which side took all the tricks, or said it would.",
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """The contracts this house plays, to be ringed by their first letters."""
    letters = [letter for code, letter in LETTERS.items() if code in rules.contracts]
    sits_out = size > ACTIVE
    return ScoreSheet(
        rule=in_turn(DIRECTION, sits_out=sits_out),
        line="deal",
        rings=False,
        hatches=sits_out,
        left=(
            Column("solo", 10.5),
            Column("contract", 25, "   ".join(letters)),
            Column("points", 13),
        ),
        right=(Column("×", 8), Column("Pagat", 15), Column("bonus", 19)),
        heavy=size,
    )
