"""What the card of payoffs says of Scarto, from a tournament's house rules."""

from collections.abc import Iterator

from rules.scarto import PRESET_NAMES, PRESETS
from rules.scarto.deal import DEALS, PAR
from rules.scarto.house import HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, title_of

CARDS = (
    ("Angel (20), Bagatto (1)", "5"),
    ("King", "5"),
    ("Queen", "4"),
    ("Cavalier", "3"),
    ("Jack", "2"),
    ("Fool, for its owner", "4"),
)
THREES = (
    ("Three counters", "their sum − 2"),
    ("Two and a blank", "their sum − 1"),
    ("One and two blanks", "its value"),
    ("Three blanks", "1"),
)
# Counters, blanks, and what they make.
EXAMPLES = (
    ("5, 5, 5", "13"),
    ("5, 4 and a blank", "8"),
    ("5, 2 and six blanks", "8"),
    ("Three blanks", "1"),
    ("5, 5, 4, 3, five blanks, the Fool", "20"),
)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, PRESETS, PRESET_NAMES),
        left=(
            PayoffBlock("Cards", "points", (), CARDS, named=True),
            _words("What is won", _won(rules)),
        ),
        right=(
            PayoffBlock("By threes", "", (), THREES, tuple(_aside()), named=True),
            PayoffBlock("For example", "", (), EXAMPLES, named=True),
        ),
    )


def _words(title: str, said: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(said))


def _aside() -> Iterator[str]:
    yield "The Fool is counted outside the threes."
    yield "Of two odd cards imagine a blank."


def _won(rules: HouseRules) -> Iterator[str]:
    yield f"All three make {3 * PAR} points: {PAR} is par."
    yield "The dealer’s discard counts among his."
    if rules.score_by == "points":
        yield f"Each scores what he has above {PAR}, or loses what he lacks."
        yield f"A game is {DEALS} deals; the lowest total has lost it."
        return
    yield f"After {DEALS} deals the lowest total pays each other seat {rules.stake}."
    yield {
        "all_pay": f"Two tied for the lowest: each pays the third {rules.stake}.",
        "split": f"Two tied for the lowest: each pays the third {rules.stake // 2}.",
        "nobody": "Two tied for the lowest: nobody pays.",
    }[rules.tie]
    yield "All three tied: nobody pays."
