"""The score sheet of Mariás, and its part of the scorekeeper's guide."""

from rules.marias import GAME
from rules.marias.house import HouseRules
from rules.messages import in_place, say_later
from scoring.games.score_sheet import Column, Guide, GuideSection, ScoreSheet, in_turn

GUIDE = Guide(
    first=say_later(
        "For the first deal only, enter who dealt. From then on, the page tells you who"
        " deals. At a table of four, the dealer sits out."
    ),
    sections=(
        GuideSection(
            say_later("A deal in four taps"),
            steps=(
                say_later("**New hand**"),
                say_later(
                    "The trump: Forehand plays. For **Betl** or **Durch** say who, and"
                    " whether it was made."
                ),
                say_later(
                    "The soloist’s points in tens, the last trick’s ten among them,"
                    " marriages not; or **Conceded**"
                ),
                say_later("**Save hand**"),
            ),
            remark=say_later(
                "Tap **Review** to see what each player wins or pays, and why. If something"
                " isn’t right, tap **Back**."
            ),
        ),
        GuideSection(
            say_later("More in a deal"),
            points=(
                say_later("**Marriages** The suits each side announced."),
                say_later(
                    "**Doubled** How often the game was; each announcement has its own."
                ),
                say_later(
                    "**Seven** Whose, announced or not, made or lost in the last trick."
                ),
                say_later(
                    "**Hundred** Only an announced one; the points tell whether it was made."
                    " Both sides may: the first on the sheet is the soloist’s. **Spoiled: a"
                    " second marriage before a hundred** is lost."
                ),
                say_later("**Double Seven** Announced by the soloist, made or lost."),
                say_later("**Played open** Betl or durch with the cards on the table."),
                say_later(
                    "**Thrown in** After a misdeal, or with a wrong number of cards: nothing is"
                    " paid, and the same dealer deals again. The sheet needs no line."
                ),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Suits and bids to be ringed; a lost Seven or hundred is struck through.

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
            Column(in_place("on the sheet", "trump"), 25, "♥  ●  ♣  ♠"),
            Column(in_place("on the sheet", "points"), 13),
        ),
        right=(
            Column(in_place("on the sheet", "marr."), 9),
            Column("7, 100", 19.5, "7 100 100"),
            Column("×", 6),
            Column(in_place("on the sheet", "bid"), 7.5, "B D"),
        ),
        heavy=size,
    )
