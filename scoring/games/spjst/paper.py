"""The score sheet of SPJST Tarok, and its part of the scorekeeper's guide.

docs/scorekeeper.md says the guide's sentences too.
"""

from rules.sentences import in_place
from rules.sentences import template as _
from rules.spjst.house import HouseRules
from scoring.games.score_sheet import Guide, GuideSection, ScoreSheet

GUIDE = Guide(
    first=_(
        "First hand only: say who holds the II and who dealt. From then on the page"
        " says who deals and who leads off."
    ),
    sections=(
        GuideSection(
            _("A hand in five taps"),
            steps=(
                _("**New hand**"),
                _("The partner’s name, or **alone**"),
                _("The card points of either side: the first digit"),
                _(
                    "and the second. What each of the four wins or pays stands above the"
                    " button."
                ),
                _("**Save hand**"),
            ),
            remark=_(
                "**Review** says why first. With values, a challenge, a fault or"
                " anything rare in the hand the button is **Review hand**, and **Save hand**"
                " comes after. Not right? Tap **Back**."
            ),
        ),
        GuideSection(
            _("More in a hand"),
            points=(
                _("**Kontra, Re …** Tap the highest that was said."),
                _(
                    "**Values** Who declared, and what. What cannot be is grey and says why."
                ),
                _("**Pagat, Valat** Whose it was, announced or not, made or lost."),
                _("**Prever** Who plays, and with which three cards."),
                _("**Fault** What happened and who it was. The cost stands beside it."),
                _("**No hand** Cards misdealt: the same dealer deals again."),
                _("**Somebody else led** Say who led off."),
            ),
        ),
    ),
)


def score_sheet(rules: HouseRules, size: int) -> ScoreSheet:
    """Who leads a hand deals the next one, so the seats are rung, not printed."""
    return ScoreSheet(notes=in_place("on the sheet", "bid, values, notes"))
