"""The score sheet of Reversis, and its part of the scorekeeper's guide."""

from rules.messages import in_place, say_later
from rules.reversis import GAME
from rules.reversis.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

GUIDE = Guide(
    first=say_later(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals."
    ),
    sections=(
        GuideSection(
            say_later("A deal"),
            steps=(
                say_later("**New hand**, and the tricks of each: eleven in all"),
                say_later("The counters in the talon, if there are any"),
                say_later("The points of three players. The fourth’s are filled in"),
                say_later(
                    "**Aces and Quinola** that were placed, forced or led: which, how, whose"
                ),
                say_later("**Save hand**"),
            ),
            remark=say_later(
                "Tap **Review** to see what each player wins or pays, and why. If something"
                " isn’t right, tap **Back**. The pools are above the list of deals."
            ),
        ),
        GuideSection(
            say_later("More in a deal"),
            points=(
                say_later("**In the last two tricks** Then such a card counts double."),
                say_later(
                    "**Reversis** If a player took nine tricks or more, enter who "
                    "took the first nine, and who broke it."
                ),
                say_later("**Espagnolette** Who undertook it."),
                say_later(
                    "**Share out the pools** After the last deal of the round the pools are"
                    " dissolved: on the first screen, and at the table once it is played."
                ),
                say_later(
                    "**Thrown in** After a misdeal, or with a wrong number of cards: nothing is"
                    " paid, and the same dealer deals again. The sheet needs no line."
                ),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Points and tricks in the boxes; what lies in the pools stands at the right."""
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
        total_with=say_later("with the pools"),
        aside=in_place("on the sheet", "in the pools"),
    )
