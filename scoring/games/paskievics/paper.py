"""The score sheet of Paskievics, and its part of the scorekeeper's guide."""

from rules.messages import in_place, message_template
from rules.paskievics import GAME
from rules.paskievics.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

LETTERS = {"three": "3", "two": "2", "one": "1", "solo": "S"}

GUIDE = Guide(
    first=message_template(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals. At a table of five, the dealer sits out."
    ),
    sections=(
        GuideSection(
            message_template("A deal in five taps"),
            steps=(
                message_template("**New hand**, and who declares"),
                message_template("The partner, or **Alone**"),
                message_template("The final bid"),
                message_template(
                    "The card points of the declarer’s side, or **All tricks**,"
                    " **No trick**"
                ),
                message_template("**Save hand**"),
            ),
            remark=message_template(
                "Tap **Review** to see what each player wins or pays, and why. If something"
                " isn’t right, tap **Back**."
            ),
        ),
        GuideSection(
            message_template("More in a deal"),
            points=(
                message_template(
                    "**Kontra** How many kontras the game had. Each announcement has "
                    "its own."
                ),
                message_template(
                    "**Announced** Tap once for each announcement by either side, "
                    "and once more for each kontra."
                ),
                message_template(
                    "**Trull**, **Four Kings**, **XXI**, **Pagát** Who had or did what,"
                    " announced or not."
                ),
                message_template("**Tarokks** Who declared eight or nine."),
                message_template(
                    "**All passed** The same dealer deals again, and the next round "
                    "may be doubled. The page shows for how many deals. On the "
                    "sheet, write ×2 in their lines."
                ),
                message_template(
                    "After **Thrown in** or **Three without an honor**, the same "
                    "dealer deals again."
                ),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return the sheet: bids of this house to ring, doubled rounds to write."""
    bids = [letter for code, letter in LETTERS.items() if code in rules.game_chips]
    sits_out = size > GAME.active
    doubled = (
        ()
        if rules.pass_out == "none"
        else (Column(in_place("on the sheet", "rnd."), 8.5),)
    )
    return ScoreSheet(
        rule=(
            *in_turn(GAME.direction, sits_out=sits_out),
            message_template("All passed: the same dealer deals again."),
        ),
        line=in_place("on the sheet", "deal"),
        rings=False,
        hatches=sits_out,
        left=(
            Column(in_place("on the sheet", "decl."), 9),
            Column(in_place("on the sheet", "with"), 9),
            Column(in_place("on the sheet", "bid"), 17, " ".join(bids)),
            *doubled,
        ),
        right=(
            Column(in_place("on the sheet", "pts"), 10),
            Column("×", 6.5),
            Column(in_place("on the sheet", "called"), 25.5, "D V T K P X"),
        ),
        heavy=size,
    )
