"""The score sheet of SPJST Tarok, and its part of the scorekeeper's guide.

docs/scorekeeper.md says the guide's sentences too.
"""

from rules.messages import in_place, say_later
from rules.spjst.house import HouseRules
from scoring.games.score_sheet import Guide, GuideSection, ScoreSheet

GUIDE = Guide(
    first=say_later(
        "For the first hand only, enter who holds the II and who dealt. From then on,"
        " the page tells you who deals and who leads."
    ),
    sections=(
        GuideSection(
            say_later("A hand in five taps"),
            steps=(
                say_later("**New hand**"),
                say_later("The partner’s name, or **alone**"),
                say_later("The card points of either side: the first digit"),
                say_later(
                    "The second digit. What each player wins or pays is above the button."
                ),
                say_later("**Save hand**"),
            ),
            remark=say_later(
                "Tap **Review** to see why before you save. With values, a challenge, a"
                " fault or anything rare, the button is **Review hand**, and **Save hand**"
                " comes next. If something isn’t right, tap **Back**."
            ),
        ),
        GuideSection(
            say_later("More in a hand"),
            points=(
                say_later("**Kontra, Re …** Tap the highest one announced."),
                say_later(
                    "**Values** Who declared, and what. Options that aren’t possible are"
                    " gray and say why."
                ),
                say_later(
                    "**Pagat, Valat** Whose it was, announced or not, made or lost."
                ),
                say_later("**Prever** Who plays, and with which three cards."),
                say_later(
                    "**Fault** What happened, and who did it. The cost is next to it."
                ),
                say_later(
                    "**No hand** The cards were misdealt. The same dealer deals again."
                ),
                say_later("**Someone else led** Enter who led."),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Who leads a hand deals the next one, so the seats are rung, not printed."""
    return ScoreSheet(notes=in_place("on the sheet", "bid, values, notes"))
