"""The score sheet of Tysiacha, and its part of the scorekeeper's guide."""

from rules.messages import in_place, message_template
from rules.tysiacha import GAME
from rules.tysiacha.house import HouseRules
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

SUITS = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠", "aces": "A"}

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
                message_template("The final bid, after the widow"),
                message_template(
                    "The card points of two players. The third’s are filled in (120 "
                    "in all)"
                ),
                message_template("**Save hand**"),
            ),
            remark=message_template(
                "Tap **Review** to see what each player scores, and why. If something"
                " isn’t right, tap **Back**."
                " If nobody bids, tap **All passed** on the first screen. If someone gives up,"
                " tap **Conceded** next to the points."
            ),
        ),
        GuideSection(
            message_template("More in a deal"),
            points=(
                message_template("**Marriages** Who announced which suit."),
                message_template(
                    "**Blind** Bid before looking, if your house plays it."
                ),
                message_template(
                    "**Widow** What its cards score for the dealer who sits out, if your house counts them."
                ),
            ),
            remark=message_template(
                "We calculate the game’s totals, the barrel and zeros. Changing or "
                "voiding a deal changes everything after it."
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return the sheet: under each suit is the seat that announced its marriage."""
    sits_out = size > GAME.active
    suits = [SUITS[code] for code in SUITS if code in rules.marriage_chips]
    return ScoreSheet(
        rule=in_turn(GAME.direction, sits_out=sits_out),
        line=in_place("on the sheet", "deal"),
        rings=False,
        hatches=sits_out and not rules.talon_scores,
        left=(
            Column(in_place("on the sheet", "solo"), 10.5),
            Column(in_place("on the sheet", "bid"), 14),
        ),
        right=tuple(Column(suit, 42 / len(suits)) for suit in suits),
        in_seat=in_place("on the sheet", "points"),
        heavy=size,
        has_total=not GAME.left_aside(rules),
    )
