"""What the card of payoffs says of Schieberamsch, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, say_later
from rules.schieberamsch.deal import ALL_POINTS, LEAST_GRAND, MOST_SHOVES
from rules.schieberamsch.house import HOUSE, HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

CARDS = (
    (say_later("Ace"), "11"),
    (say_later("Ten"), "10"),
    (say_later("King"), "4"),
    (say_later("Queen"), "3"),
    (say_later("Jack"), "2"),
)
SHOVES = range(MOST_SHOVES + 1)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_shoves(rules), _grand(rules)),
        right=(_cards(), _words(say_later("Who loses"), _losers(rules))),
    )


def _words(title: str, remarks: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(remarks))


def _shoves(rules: HouseRules) -> PayoffBlock:
    rows = [(say_later("A Ramsch"), *(f"×{2**shoves}" for shoves in SHOVES))]
    if rules.virgin_doubles:
        rows.append(
            (say_later("with a virgin"), *(f"×{2 * 2**shoves}" for shoves in SHOVES))
        )
    march = rules.march_chips
    more = 2 if rules.shoves_double_march else 1
    rows.append(
        (say_later("March"), *(priced(march * more**shoves) for shoves in SHOVES))
    )
    return PayoffBlock(
        say_later("Shoves of the skat"),
        "",
        ("", *map(str, SHOVES)),
        tuple(rows),
        (
            say_later("The loser loses the points taken, multiplied."),
            say_later(
                "A virgin took no trick. Two virgins are a march: the third has won it."
            ),
        ),
        named=True,
    )


def _grand(rules: HouseRules) -> PayoffBlock:
    lost = rules.lost_grand_times
    values = [LEAST_GRAND * times for times in range(2, 7)]
    return PayoffBlock(
        say_later("Grand hand"),
        "",
        (say_later("value"), say_later("won"), say_later("lost")),
        tuple((f"{value}", f"+{value}", f"−{lost * value}") for value in values),
        (
            message(
                "Every value is a multiple of {least_grand}.",
                least_grand=LEAST_GRAND,
            ),
            say_later("After it the same dealer deals again."),
        ),
        named=True,
    )


def _cards() -> PayoffBlock:
    remarks = (
        message(
            "All cards make {all_points}, the skat among them.",
            all_points=ALL_POINTS,
        ),
    )
    return PayoffBlock(
        say_later("Cards"), say_later("points"), (), CARDS, remarks, named=True
    )


def _losers(rules: HouseRules) -> Iterator[str]:
    yield say_later("The player with the most points loses them.")
    if rules.skat_to == "last_trick":
        yield say_later("The skat goes with the last trick.")
    else:
        yield say_later("The skat counts for the loser.")
    yield {
        "both": say_later("Two have the most: both lose all of it."),
        "share": say_later("Two have the most: both lose half of it, rounded up."),
        "last_trick": say_later(
            "Two have the most: the one who took the last trick loses; if"
            " neither did, both."
        ),
    }[rules.tie]
    yield say_later("If all three tie, no one loses.")
    if rules.settle == "pairs":
        yield say_later("In each pair, the lower score pays the higher the difference.")
    else:
        yield say_later(
            "Scores are only written down. They don’t add up to a fixed total."
        )
    yield say_later("A dealer who sits out neither scores nor pays.")
