"""The score sheet of Reversis, and its part of the scorekeeper's guide."""

from rules.messages import in_place, message_template
from rules.reversis import GAME
from rules.reversis.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

GUIDE = Guide(
    first=message_template(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals."
    ),
    sections=(
        GuideSection(
            message_template("A deal"),
            steps=(
                message_template(
                    "**New hand**, and each player’s tricks (eleven in all)"
                ),
                message_template("The counters in the talon, if there are any"),
                message_template(
                    "The points of three players. The fourth’s are filled in"
                ),
                message_template(
                    "**Aces and Quinola** Which cards were placed, forced or led, "
                    "and by whom"
                ),
                message_template("**Save hand**"),
            ),
            remark=message_template(
                "Tap **Review** to see what each player wins or pays, and why. If something"
                " isn’t right, tap **Back**. The pools are above the list of deals."
            ),
        ),
        GuideSection(
            message_template("More in a deal"),
            points=(
                message_template(
                    "**In the last two tricks** An Ace or Quinola counts double there."
                ),
                message_template(
                    "**Reversis** If a player took nine or more tricks, enter who "
                    "took the first nine and who broke it."
                ),
                message_template("**Espagnolette** Who played it."),
                message_template(
                    "**Divide the pools** Use this after the last deal of the round. "
                    "It’s on the first screen, and on the table’s page once the last "
                    "deal is played."
                ),
                message_template(
                    "**Thrown in** Use this after a misdeal or with the wrong number of cards. Nothing is paid, and the same dealer "
                    "deals again. The sheet needs no line."
                ),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return the sheet: points and tricks in the boxes, the pools at the right."""
    return ScoreSheet(
        rule=in_turn(GAME.direction, sits_out=False),
        line=in_place("on the sheet", "deal"),
        rings=False,
        left=(Column(in_place("on the sheet", "talon"), 18.5),),
        right=(
            Column(in_place("on the sheet", "Honors"), 28),
            Column(in_place("on the sheet", "pools"), 14),
        ),
        in_seat=in_place("on the sheet", "pts·tr"),
        heavy=size,
        total_with=message_template("with the pools"),
        aside=in_place("on the sheet", "in the pools"),
    )
