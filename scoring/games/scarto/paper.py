"""The score sheet of Scarto, and its part of the scorekeeper's guide."""

from rules.messages import in_place, message, message_template
from rules.scarto import GAME
from rules.scarto.deal import DEALS, PAR
from rules.scarto.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

GUIDE = Guide(
    first=message_template(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals."
    ),
    sections=(
        GuideSection(
            message_template("A deal in two numbers"),
            steps=(
                message_template("**New hand**"),
                message_template(
                    "The card points of one seat, then of the next (the dealer’s "
                    "discard counts for the dealer)"
                ),
                message(
                    "The third is filled in: all three make {all}",
                    all=3 * PAR,
                ),
                message_template("**Save hand**"),
            ),
            points=(
                message_template(
                    "**Thrown in** Use this after a misdeal or with the wrong number of cards. Nothing is paid, and the same dealer "
                    "deals again. The sheet needs no line."
                ),
                message_template(
                    "On paper, add up the card points of three deals. The lowest sum "
                    "loses."
                ),
            ),
            remark=message(
                "Three deals make a game, and each player deals once. Par is {par} points,"
                " and the lowest total loses."
                " Tap **Review** to see what each player scores, and why.",
                par=PAR,
            ),
        ),
        GuideSection(
            message_template("Counting by threes"),
            points=(
                message_template("**Three counters** Their sum, less 2."),
                message_template("**Two and a blank** Their sum, less 1."),
                message_template("**One and two blanks** Its value."),
                message_template(
                    "**Three blanks** 1. If two cards are left over, imagine a blank "
                    "with them."
                ),
                message_template("**The Fool** 4 for its owner, outside the threes."),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return the sheet: a game is three lines and their sum, next to its loser."""
    return ScoreSheet(
        rule=in_turn(GAME.direction, sits_out=False),
        line=in_place("on the sheet", "deal"),
        rings=False,
        left=(
            Column(
                in_place("on the sheet", "loser"),
                18.5,
                message_template("seat …"),
                of_sums=True,
            ),
        ),
        in_seat=in_place("on the sheet", "points"),
        sums=DEALS,
    )
