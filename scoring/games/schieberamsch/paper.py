"""The score sheet of Schieberamsch, and its part of the scorekeeper's guide."""

from rules.schieberamsch import ACTIVE, DIRECTION, left_aside
from rules.schieberamsch.deal import ALL_POINTS
from rules.schieberamsch.house import HouseRules
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
                "**New hand**, and who took the last trick",
                "How often the skat was shoved on",
                "The card points of two seats, and of the skat; the third’s stand there,"
                f" {ALL_POINTS} in all",
                "**Save hand**",
            ),
            remark="**Review** says first what everybody scores, and why. Not right? Tap"
            " **Back**.",
        ),
        GuideSection(
            "More in a deal",
            points=(
                "**Virgins** Who took no trick, asked where one has no points.",
                "**Grand hand**, on the first screen: who plays it, its value, made or lost. Then the same"
                " dealer deals again: on the sheet write who deals over what is printed.",
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Shoves to be ringed, seats to be written; a Grand hand stands at the right."""
    sits_out = size > ACTIVE
    return ScoreSheet(
        rule=(*in_turn(DIRECTION, sits_out=sits_out), "Grand hand: he deals again."),
        line="deal",
        rings=False,
        hatches=sits_out,
        left=(
            Column("shoves", 18, "1  2  3"),
            Column("skat", 10.5),
            Column("last", 9.5),
            Column("virgin", 12),
        ),
        right=(Column("Grand", 17),),
        heavy=size,
        has_total=not left_aside(rules),
    )
