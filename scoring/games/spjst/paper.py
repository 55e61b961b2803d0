"""The score sheet of SPJST Tarok, and its part of the scorekeeper's guide.

docs/scorekeeper.md says the guide's sentences too.
"""

from rules.sentences import in_place, say_later
from rules.spjst.house import HouseRules
from scoring.games.score_sheet import Guide, GuideSection, ScoreSheet

GUIDE = Guide(
    first=say_later(
        "First hand only: say who holds the II and who dealt. From then on the page"
        " says who deals and who leads off."
    ),
    sections=(
        GuideSection(
            say_later("A hand in five taps"),
            steps=(
                say_later("**New hand**"),
                say_later("The partner’s name, or **alone**"),
                say_later("The card points of either side: the first digit"),
                say_later(
                    "and the second. What each of the four wins or pays stands above the"
                    " button."
                ),
                say_later("**Save hand**"),
            ),
            remark=say_later(
                "**Review** says why first. With values, a challenge, a fault or"
                " anything rare in the hand the button is **Review hand**, and **Save hand**"
                " comes after. Not right? Tap **Back**."
            ),
        ),
        GuideSection(
            say_later("More in a hand"),
            points=(
                say_later("**Kontra, Re …** Tap the highest that was said."),
                say_later(
                    "**Values** Who declared, and what. What cannot be is grey and says why."
                ),
                say_later(
                    "**Pagat, Valat** Whose it was, announced or not, made or lost."
                ),
                say_later("**Prever** Who plays, and with which three cards."),
                say_later(
                    "**Fault** What happened and who it was. The cost stands beside it."
                ),
                say_later("**No hand** Cards misdealt: the same dealer deals again."),
                say_later("**Someone else led** Say who led off."),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Who leads a hand deals the next one, so the seats are rung, not printed."""
    return ScoreSheet(notes=in_place("on the sheet", "bid, values, notes"))
