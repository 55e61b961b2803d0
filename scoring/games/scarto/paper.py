"""The score sheet of Scarto, and its part of the scorekeeper's guide."""

from rules.scarto import DIRECTION
from rules.scarto.deal import DEALS, PAR
from rules.scarto.house import HouseRules
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
            "A deal in two numbers",
            steps=(
                "**New hand**",
                "The card points of one seat, then of the next; the dealer’s discard"
                " counts among his",
                f"The third stands there: all three make {3 * PAR}",
                "**Save hand**",
            ),
            remark=f"Three deals are a game: each deals once. {PAR} points are par, and"
            " the lowest total has lost. **Review** says who wins or pays what, and why.",
        ),
        GuideSection(
            "Counting by threes",
            points=(
                "**Three counters** Their sum, less 2.",
                "**Two and a blank** Their sum, less 1.",
                "**One and two blanks** Its value.",
                "**Three blanks** 1. Of two odd cards imagine a blank.",
                "**The Fool** 4 for its owner, outside the threes.",
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """A game is three lines; at its end stands who has lost it."""
    return ScoreSheet(
        rule=in_turn(DIRECTION, sits_out=False),
        line="deal",
        rings=False,
        left=(Column("loser", 18.5, "seat …", every=DEALS),),
        in_seat="points",
        heavy=DEALS,
    )
