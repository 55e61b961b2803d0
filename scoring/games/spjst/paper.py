"""The score sheet of SPJST Tarok, and its part of the scorekeeper's guide.

docs/scorekeeper.md says the guide's sentences too.
"""

from rules.spjst.house import HouseRules
from scoring.games.score_sheet import Guide, GuideSection, ScoreSheet

GUIDE = Guide(
    first="First hand only: say who holds the II and who dealt. From then on the page"
    " says who deals and who leads off.",
    sections=(
        GuideSection(
            "A hand in five taps",
            steps=(
                "**New hand**",
                "The partner’s name, or **alone**",
                "The card points of either side: the first digit",
                "and the second. What each of the four wins or pays stands above the"
                " button.",
                "**Save hand**",
            ),
            remark="**Review** says why first. With values, a challenge, a fault or"
            " anything rare in the hand the button is **Review hand**, and **Save hand**"
            " comes after. Not right? Tap **Back**.",
        ),
        GuideSection(
            "More in a hand",
            points=(
                "**Kontra, Re …** Tap the highest that was said.",
                "**Values** Who declared, and what. What cannot be is grey and says why.",
                "**Pagat, Valat** Whose it was, announced or not, made or lost.",
                "**Prever** Who plays, and with which three cards.",
                "**Fault** What happened and who it was. The cost stands beside it.",
                "**No hand** Cards misdealt: the same dealer deals again.",
                "**Somebody else led** Say who led off.",
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Who leads a hand deals the next one, so the seats are rung, not printed."""
    return ScoreSheet(notes="bid, values, notes")
