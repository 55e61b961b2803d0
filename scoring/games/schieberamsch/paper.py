"""The score sheet of Schieberamsch, and its part of the scorekeeper's guide."""

from rules.messages import in_place, message, message_template
from rules.schieberamsch import GAME
from rules.schieberamsch.deal import ALL_POINTS
from rules.schieberamsch.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

GUIDE = Guide(
    first=message_template(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals. At a table of four, the dealer sits out."
    ),
    sections=(
        GuideSection(
            message_template("A deal in four taps"),
            steps=(
                message_template("**New hand**, and who took the last trick"),
                message_template("How many times the skat was shoved on"),
                message(
                    "The card points of two seats and the skat. The third seat’s are "
                    "filled in ({all} in all)",
                    all=ALL_POINTS,
                ),
                message_template("**Save hand**"),
            ),
            remark=message_template(
                "Tap **Review** to see what each player scores, and why. If something"
                " isn’t right, tap **Back**."
            ),
        ),
        GuideSection(
            message_template("More in a deal"),
            points=(
                message_template(
                    "**Virgins** Who took no tricks. The page asks when a seat has no points."
                ),
                message_template(
                    "**Grand hand** It’s on the first screen. Enter who plays it, "
                    "its value, and whether it was made. The same dealer deals "
                    "again, so on the sheet, write the dealer over the printed one."
                ),
                message_template(
                    "**Thrown in** Use this after a misdeal or when someone has the "
                    "wrong number of cards. Nothing is paid, and the same dealer "
                    "deals again. The sheet needs no line."
                ),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return the sheet: shoves to ring, seats to write, a Grand hand at the right."""
    sits_out = size > GAME.active
    return ScoreSheet(
        rule=(
            *in_turn(GAME.direction, sits_out=sits_out),
            message_template("Grand hand: the same dealer deals again."),
        ),
        line=in_place("on the sheet", "deal"),
        rings=False,
        hatches=sits_out,
        left=(
            Column(in_place("on the sheet", "shoves"), 18, "1  2  3"),
            Column(in_place("on the sheet", "skat"), 10.5),
            Column(in_place("on the sheet", "last"), 9.5),
            Column(in_place("on the sheet", "virgin"), 12),
        ),
        right=(Column(in_place("on the sheet", "Grand"), 17),),
        heavy=size,
        has_total=not GAME.left_aside(rules),
    )
