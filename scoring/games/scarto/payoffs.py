"""What the card of payoffs says of Scarto, from a tournament's house rules."""

from collections.abc import Iterator

from rules.scarto.deal import DEALS, PAR
from rules.scarto.house import HOUSE, HouseRules
from rules.sentences import said_with
from rules.sentences import template as _
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, title_of

CARDS = (
    (_("Angel (20), Bagatto (1)"), "5"),
    (_("King"), "5"),
    (_("Queen"), "4"),
    (_("Cavalier"), "3"),
    (_("Jack"), "2"),
    (_("Fool, for its owner"), "4"),
)
THREES = (
    (_("Three counters"), _("their sum − 2")),
    (_("Two and a blank"), _("their sum − 1")),
    (_("One and two blanks"), _("its value")),
    (_("Three blanks"), "1"),
)
# Counters, blanks, and what they make.
EXAMPLES = (
    ("5, 5, 5", "13"),
    (_("5, 4 and a blank"), "8"),
    (_("5, 2 and six blanks"), "8"),
    (_("Three blanks"), "1"),
    (_("5, 5, 4, 3, five blanks, the Fool"), "20"),
)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(
            PayoffBlock(_("Cards"), _("points"), (), CARDS, named=True),
            _words(_("What is won"), _won(rules)),
        ),
        right=(
            PayoffBlock(_("By threes"), "", (), THREES, tuple(_aside()), named=True),
            PayoffBlock(_("For example"), "", (), EXAMPLES, named=True),
        ),
    )


def _words(title: str, remarks: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(remarks))


def _aside() -> Iterator[str]:
    yield _("The Fool is counted outside the threes.")
    yield _("Of two odd cards imagine a blank.")


def _won(rules: HouseRules) -> Iterator[str]:
    yield said_with(
        _("All three make {all} points: {par} is par."), all=3 * PAR, par=PAR
    )
    yield _("The dealer’s discard counts for the dealer.")
    if rules.score_by == "points":
        yield said_with(
            _("Each scores what is above {par}, or loses what is missing."), par=PAR
        )
        yield said_with(
            _("A game is {deals} deals; the lowest total has lost it."), deals=DEALS
        )
        return
    yield said_with(
        _("After {deals} deals the lowest total pays each other seat {stake}."),
        deals=DEALS,
        stake=rules.stake,
    )
    yield {
        "all_pay": said_with(
            _("Two tied for the lowest: each pays the third {stake}."),
            stake=rules.stake,
        ),
        "split": said_with(
            _("Two tied for the lowest: each pays the third {half}."),
            half=rules.stake // 2,
        ),
        "nobody": _("Two tied for the lowest: nobody pays."),
    }[rules.tie]
    yield _("All three tied: nobody pays.")
