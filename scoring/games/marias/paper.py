"""The score sheet of Mariás, and its part of the scorekeeper's guide."""

from rules.marias import ACTIVE, DIRECTION
from rules.marias.house import HouseRules
from scoring.games.score_sheet import (
    Column,
    Guide,
    GuideSection,
    ScoreSheet,
    in_turn,
)

GUIDE = Guide(
    first="First deal only: say who dealt. From then on the page says who deals, and at"
    " a table of four he sits out.",
    sections=(
        GuideSection(
            "A deal in four taps",
            steps=(
                "**New hand**",
                "The trump: Forehand plays. For **Betl** or **Durch** say who, and"
                " whether it was made.",
                "The soloist’s points in tens, the last trick’s ten among them,"
                " marriages not; or **Conceded**",
                "**Save hand**",
            ),
            remark="**Review** says first what everybody wins or pays, and why. Not"
            " right? Tap **Back**.",
        ),
        GuideSection(
            "More in a deal",
            points=(
                "**Marriages** The suits each side announced.",
                "**Doubled** How often the game was; each announcement has its own.",
                "**Seven** Whose, announced or not, made or lost in the last trick.",
                "**Hundred** Only an announced one; the points tell whether it was made.",
                "**Double Seven** Announced by the soloist, made or lost.",
                "**Open** Betl or durch with the cards on the table.",
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Suits and bids to be ringed; a lost Seven or hundred is struck through."""
    sits_out = size > ACTIVE
    return ScoreSheet(
        rule=in_turn(DIRECTION, sits_out=sits_out),
        line="deal",
        rings=False,
        hatches=sits_out and not rules.dealer_pays,
        left=(
            Column("solo", 10.5),
            Column("trump", 25, "♥  ●  ♣  ♠"),
            Column("points", 13),
        ),
        right=(
            Column("marr.", 11),
            Column("7, 100", 15.5, "7  100"),
            Column("×", 6.5),
            Column("bid", 9, "B D"),
        ),
        heavy=size,
    )
