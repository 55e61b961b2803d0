"""The payoff card of Scarto, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, message_template
from rules.scarto.deal import DEALS, PAR
from rules.scarto.house import HOUSE, HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, title_of

CARDS = (
    (message_template("Angel (20), Bagatto (1)"), "5"),
    (message_template("King"), "5"),
    (message_template("Queen"), "4"),
    (message_template("Cavalier"), "3"),
    (message_template("Jack"), "2"),
    (message_template("Fool, for its owner"), "4"),
)
THREES = (
    (message_template("Three counters"), message_template("their sum − 2")),
    (message_template("Two and a blank"), message_template("their sum − 1")),
    (message_template("One and two blanks"), message_template("its value")),
    (message_template("Three blanks"), "1"),
)
# Counters, blanks, and the points they make.
EXAMPLES = (
    ("5, 5, 5", "13"),
    (message_template("5, 4 and a blank"), "8"),
    (message_template("5, 2 and six blanks"), "8"),
    (message_template("Three blanks"), "1"),
    (message_template("5, 5, 4, 3, five blanks, the Fool"), "20"),
)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return the one-page card for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(
            PayoffBlock(
                message_template("Cards"),
                message_template("points"),
                (),
                CARDS,
                named=True,
            ),
            _words(message_template("Scoring"), _won(rules)),
        ),
        right=(
            PayoffBlock(
                message_template("By threes"),
                "",
                (),
                THREES,
                tuple(_aside()),
                named=True,
            ),
            PayoffBlock(message_template("For example"), "", (), EXAMPLES, named=True),
        ),
    )


def _words(title: str, remarks: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(remarks))


def _aside() -> Iterator[str]:
    yield message_template("The Fool is counted outside the threes.")
    yield message_template("If two cards are left over, imagine a blank with them.")


def _won(rules: HouseRules) -> Iterator[str]:
    yield message(
        "The three players have {all} points together, so par is {par}.",
        all=3 * PAR,
        par=PAR,
    )
    yield message_template("The dealer’s discard counts for the dealer.")
    if rules.score_by == "points":
        yield message(
            "Each player scores the points above {par} or loses the points below it.",
            par=PAR,
        )
        yield message(
            "A game is {deals} deals, and the lowest total loses.",
            deals=DEALS,
        )
        return
    yield message(
        "After {deals} deals, the player with the lowest total pays each of the "
        "other two {stake}.",
        deals=DEALS,
        stake=rules.stake,
    )
    yield {
        "all_pay": message(
            "If two tie for lowest, each pays the third player {stake}.",
            stake=rules.stake,
        ),
        "split": message(
            "If two tie for lowest, each pays the third player {half}.",
            half=rules.stake // 2,
        ),
        "nobody": message_template("If two tie for lowest, no one pays."),
    }[rules.tie]
    yield message_template("If all three tie, no one pays.")
