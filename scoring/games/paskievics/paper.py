"""The score sheet of Paskievics, and its part of the scorekeeper's guide."""

from rules.paskievics import ACTIVE, DIRECTION
from rules.paskievics.house import HouseRules
from scoring.games.score_sheet import (
    Column,
    Guide,
    GuideSection,
    ScoreSheet,
    in_turn,
)

LETTERS = {"three": "3", "two": "2", "one": "1", "solo": "S"}

GUIDE = Guide(
    first="First deal only: say who dealt. From then on the page says who deals, and at"
    " a table of five he sits out.",
    sections=(
        GuideSection(
            "A deal in five taps",
            steps=(
                "**New hand**, and who declares",
                "The partner, or **Alone**",
                "The bid, as it stood at the end",
                "The card points of the declarer’s side, or **All tricks**,"
                " **No trick**",
                "**Save hand**",
            ),
            remark="**Review** says first what everybody wins or pays, and why. Not"
            " right? Tap **Back**.",
        ),
        GuideSection(
            "More in a deal",
            points=(
                "**Kontra** Of the game; what is announced has its own.",
                "**Announced** By either side: one tap, and one more for each kontra.",
                "**Trull**, **Four Kings**, **XXI**, **Pagát** Who had or did what,"
                " announced or not.",
                "**Tarokks** Who declared eight or nine.",
                "**All passed** The same dealer deals again, and the next round may be"
                " doubled: the page says for how many deals. On the sheet write ×2 in"
                " their lines.",
                "**Thrown in**, **Three without honour** The same dealer deals again.",
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """The bids of this house to be ringed; what doubles a round is written by hand."""
    bids = [letter for code, letter in LETTERS.items() if code in rules.game_chips]
    sits_out = size > ACTIVE
    doubled = () if rules.pass_out == "none" else (Column("rnd.", 8.5),)
    return ScoreSheet(
        rule=(*in_turn(DIRECTION, sits_out=sits_out), "All passed: he deals again."),
        line="deal",
        rings=False,
        hatches=sits_out,
        left=(
            Column("decl.", 9),
            Column("with", 9),
            Column("bid", 17, " ".join(bids)),
            *doubled,
        ),
        right=(
            Column("pts", 10),
            Column("×", 6.5),
            Column("called", 25.5, "D V T K P X"),
        ),
        heavy=size,
    )
