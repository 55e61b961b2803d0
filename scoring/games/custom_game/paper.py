"""The score sheet of a game that isn't built in, and its part of the guide."""

from rules.custom_game import GAME
from rules.custom_game.house import HouseRules
from rules.messages import message_template
from scoring.games.score_sheet import Guide, GuideSection, ScoreSheet, in_turn

GUIDE = Guide(
    first=message_template(
        "Keep score on the paper sheet. Wait until the round is over to type anything."
    ),
    sections=(
        GuideSection(
            message_template("When the round is over"),
            steps=(
                message_template("Add up each player’s column on the sheet."),
                message_template("Tap **Enter scores**, and type each player’s score."),
                message_template("Tap **Submit scores**."),
                message_template(
                    "Have a second person confirm the scores on another phone, or tap **Pass the phone**."
                ),
            ),
            remark=message_template(
                "Type a minus sign before a score below zero. If the scores must add up "
                "to a total, the page shows how far off they are."
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return a sheet with a line for each hand and a wide box for each player."""
    return ScoreSheet(
        rule=in_turn(GAME.direction, sits_out=False),
        rings=False,
        heavy=size,
        has_total=rules.total == "known",
    )
