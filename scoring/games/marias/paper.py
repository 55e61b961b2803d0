"""The score sheet of Mariás, and its part of the scorekeeper's guide."""

from rules.marias import GAME
from rules.marias.house import HouseRules
from rules.messages import in_place, message_template
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
                message_template("**New hand**"),
                message_template(
                    "The trump if Forehand plays, or for **Betl** or **Durch**, who "
                    "plays and whether it was made"
                ),
                message_template(
                    "The soloist’s points in tens, with the ten for the last trick and without"
                    " marriages, or **Conceded**"
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
                message_template("**Marriages** The suits each side announced."),
                message_template(
                    "**Doubled** How many times the game was doubled. Each "
                    "announcement has its own doublings."
                ),
                message_template(
                    "**Seven** Whose it was, whether it was announced, and whether "
                    "it was made in the last trick."
                ),
                message_template(
                    "**Hundred** Only if it was announced. The points show whether "
                    "it was made. If both sides announce one, the first on the sheet "
                    "is the soloist’s. **Spoiled: a second marriage before a "
                    "hundred** means it’s lost."
                ),
                message_template(
                    "**Double Seven** Whether the soloist made or lost it."
                ),
                message_template(
                    "**Played open** Betl or durch with the cards on the table."
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
    """Return the sheet: suits and bids to ring; strike through a lost Seven or hundred.

    Of two hundreds the first is the soloist's, the second the partners'.
    """
    sits_out = size > GAME.active
    return ScoreSheet(
        rule=in_turn(GAME.direction, sits_out=sits_out),
        line=in_place("on the sheet", "deal"),
        rings=False,
        hatches=sits_out and not rules.dealer_pays,
        left=(
            Column(in_place("on the sheet", "solo"), 10.5),
            Column(in_place("on the sheet", "trump"), 24, "♥  ●  ♣  ♠"),
            Column(in_place("on the sheet", "points"), 13),
        ),
        right=(
            Column(in_place("on the sheet", "marr."), 9),
            Column("7, 100", 23.6, "7  100  100"),
            Column("×", 6),
            Column(in_place("on the sheet", "bid"), 11, "B  D"),
        ),
        heavy=size,
    )
