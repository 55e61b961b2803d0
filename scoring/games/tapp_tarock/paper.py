"""The score sheet of Tapp Tarock, and its part of the scorekeeper's guide."""

from rules.messages import in_place, message, message_template
from rules.tapp_tarock import GAME
from rules.tapp_tarock.deal import NEEDED
from rules.tapp_tarock.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

LETTERS = {"threes": "T", "unders": "U", "overs": "O", "solo": "S"}

GUIDE = Guide(
    first=message_template(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals. At a table of four, the dealer sits out."
    ),
    sections=(
        GuideSection(
            message_template("A deal in four taps"),
            steps=(
                message_template("**New hand**, and who plays alone"),
                message_template("The contract"),
                message(
                    "The soloist’s card points: {needed} are enough",
                    needed=NEEDED,
                ),
                message_template("**Save hand**"),
            ),
            remark=message_template(
                "Tap **Review** to see what each player wins or pays, and why. If something"
                " isn’t right, tap **Back**."
                " If nobody plays, tap **All passed** on the first screen."
            ),
        ),
        GuideSection(
            message_template("More in a deal"),
            points=(
                message_template(
                    "**Doubled** How many times the game was doubled. Each "
                    "announcement has its own doublings."
                ),
                message_template(
                    "**Pagat** Who held it, whether it was announced, and who took "
                    "the last trick."
                ),
                message_template(
                    "**Bonuses** Who was dealt the trull, two of its cards, or all "
                    "four Kings."
                ),
                message_template(
                    "**XXI** Whose Skus took it, if your house pays for it."
                ),
                message_template(
                    "**Slam** Which side took all the tricks, or announced that it "
                    "would."
                ),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return the sheet: contracts of this house, to ring by their first letters."""
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
