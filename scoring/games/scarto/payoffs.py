"""What the card of payoffs says of Scarto, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, say_later
from rules.scarto.deal import DEALS, PAR
from rules.scarto.house import HOUSE, HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, title_of

CARDS = (
    (say_later("Angel (20), Bagatto (1)"), "5"),
    (say_later("King"), "5"),
    (say_later("Queen"), "4"),
    (say_later("Cavalier"), "3"),
    (say_later("Jack"), "2"),
    (say_later("Fool, for its owner"), "4"),
)
THREES = (
    (say_later("Three counters"), say_later("their sum − 2")),
    (say_later("Two and a blank"), say_later("their sum − 1")),
    (say_later("One and two blanks"), say_later("its value")),
    (say_later("Three blanks"), "1"),
)
# Counters, blanks, and what they make.
EXAMPLES = (
    ("5, 5, 5", "13"),
    (say_later("5, 4 and a blank"), "8"),
    (say_later("5, 2 and six blanks"), "8"),
    (say_later("Three blanks"), "1"),
    (say_later("5, 5, 4, 3, five blanks, the Fool"), "20"),
)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(
            PayoffBlock(say_later("Cards"), say_later("points"), (), CARDS, named=True),
            _words(say_later("What is won"), _won(rules)),
        ),
        right=(
            PayoffBlock(
                say_later("By threes"), "", (), THREES, tuple(_aside()), named=True
            ),
            PayoffBlock(say_later("For example"), "", (), EXAMPLES, named=True),
        ),
    )


def _words(title: str, remarks: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(remarks))


def _aside() -> Iterator[str]:
    yield say_later("The Fool is counted outside the threes.")
    yield say_later("Of two odd cards imagine a blank.")


def _won(rules: HouseRules) -> Iterator[str]:
    yield message("All three make {all} points: {par} is par.", all=3 * PAR, par=PAR)
    yield say_later("The dealer’s discard counts for the dealer.")
    if rules.score_by == "points":
        yield message(
            "Each scores what is above {par}, or loses what is missing.",
            par=PAR,
        )
        yield message(
            "A game is {deals} deals; the lowest total has lost it.",
            deals=DEALS,
        )
        return
    yield message(
        "After {deals} deals the lowest total pays each other seat {stake}.",
        deals=DEALS,
        stake=rules.stake,
    )
    yield {
        "all_pay": message(
            "Two tied for the lowest: each pays the third {stake}.",
            stake=rules.stake,
        ),
        "split": message(
            "Two tied for the lowest: each pays the third {half}.",
            half=rules.stake // 2,
        ),
        "nobody": say_later("Two tied for the lowest: no one pays."),
    }[rules.tie]
    yield say_later("All three tied: no one pays.")
