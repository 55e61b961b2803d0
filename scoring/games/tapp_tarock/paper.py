"""The score sheet of Tapp Tarock, and its part of the scorekeeper's guide."""

from rules.messages import in_place, message, say_later
from rules.tapp_tarock import GAME
from rules.tapp_tarock.deal import NEEDED
from rules.tapp_tarock.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

LETTERS = {"threes": "T", "unders": "U", "overs": "O", "solo": "S"}

GUIDE = Guide(
    first=say_later(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals. At a table of four, the dealer sits out."
    ),
    sections=(
        GuideSection(
            say_later("A deal in four taps"),
            steps=(
                say_later("**New hand**, and who plays alone"),
                say_later("The contract"),
                message(
                    "The soloist’s card points: {needed} are enough",
                    needed=NEEDED,
                ),
                say_later("**Save hand**"),
            ),
            remark=say_later(
                "Tap **Review** to see what each player wins or pays, and why. If something"
                " isn’t right, tap **Back**."
                " If nobody plays, tap **All passed** on the first screen."
            ),
        ),
        GuideSection(
            say_later("More in a deal"),
            points=(
                say_later(
                    "**Doubled** How often the game was; what was announced has its own."
                ),
                say_later(
                    "**Pagat** Who held it, announced or not, and who took the last trick."
                ),
                say_later(
                    "**Bonuses** Who was dealt the trull, two of it, or the four Kings."
                ),
                say_later("**XXI** Whose Skus took it, in houses that pay for it."),
                say_later("**Slam** Which side took all the tricks, or said it would."),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """The contracts this house plays, to be ringed by their first letters."""
    letters = [letter for code, letter in LETTERS.items() if code in rules.contracts]
    sits_out = size > GAME.active
    return ScoreSheet(
        rule=in_turn(GAME.direction, sits_out=sits_out),
        line=in_place("on the sheet", "deal"),
        rings=False,
        hatches=sits_out,
        left=(
            Column(in_place("on the sheet", "solo"), 10.5),
            Column(in_place("on the sheet", "contract"), 25, "   ".join(letters)),
            Column(in_place("on the sheet", "points"), 13),
        ),
        right=(
            Column("×", 8),
            Column(in_place("on the sheet", "Pagat"), 15),
            Column(in_place("on the sheet", "bonus"), 19),
        ),
        heavy=size,
    )
