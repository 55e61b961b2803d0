"""The score sheet of SPJST Tarok, and its part of the scorekeeper's guide.

docs/scorekeeper.md has the sentences of the guide too.
"""

from rules.messages import in_place, message_template
from rules.spjst.house import HouseRules
from scoring.games.score_sheet import Guide, GuideSection, ScoreSheet

GUIDE = Guide(
    first=message_template(
        "For the first hand only, enter who holds the II and who dealt. From then on,"
        " the page tells you who deals and who leads."
    ),
    sections=(
        GuideSection(
            message_template("A hand in five taps"),
            steps=(
                message_template("**New hand**"),
                message_template("The partner’s name, or **alone**"),
                message_template("The card points of either side: the first digit"),
                message_template(
                    "The second digit. What each player wins or pays is above the button."
                ),
                message_template("**Save hand**"),
            ),
            remark=message_template(
                "Tap **Review** to see why before you save. With values, a challenge, a"
                " fault or anything rare, the button is **Review hand**, and **Save hand**"
                " comes next. If something isn’t right, tap **Back**."
            ),
        ),
        GuideSection(
            message_template("More in a hand"),
            points=(
                message_template("**Kontra, Re …** Tap the highest one announced."),
                message_template(
                    "**Values** Who declared, and what. Options that aren’t possible are"
                    " gray and say why."
                ),
                message_template(
                    "**Pagat, Valat** Whose it was, announced or not, made or lost."
                ),
                message_template("**Prever** Who plays, and with which three cards."),
                message_template(
                    "**Fault** What happened, and who did it. The cost is next to it."
                ),
                message_template(
                    "**No hand** The cards were misdealt. The same dealer deals again."
                ),
                message_template("**Someone else led** Enter who led."),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Return the sheet: a hand's leader, who deals the next hand, is ringed."""
    return ScoreSheet(notes=in_place("on the sheet", "bid, values, notes"))
