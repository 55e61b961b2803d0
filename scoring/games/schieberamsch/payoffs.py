"""The payoff card of Schieberamsch, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, message_template
from rules.schieberamsch.deal import ALL_POINTS, LEAST_GRAND, MOST_SHOVES
from rules.schieberamsch.house import HOUSE, HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

CARDS = (
    (message_template("Ace"), "11"),
    (message_template("Ten"), "10"),
    (message_template("King"), "4"),
    (message_template("Queen"), "3"),
    (message_template("Jack"), "2"),
)
SHOVES = range(MOST_SHOVES + 1)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return the one-page card for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_shoves(rules), _grand(rules)),
        right=(_cards(), _words(message_template("Who loses"), _losers(rules))),
    )


def _words(title: str, remarks: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(remarks))


def _shoves(rules: HouseRules) -> PayoffBlock:
    rows = [(message_template("A Ramsch"), *(f"×{2**shoves}" for shoves in SHOVES))]
    if rules.virgin_doubles:
        rows.append(
            (
                message_template("with a virgin"),
                *(f"×{2 * 2**shoves}" for shoves in SHOVES),
            )
        )
    march = rules.march_chips
    more = 2 if rules.shoves_double_march else 1
    rows.append(
        (
            message_template("March"),
            *(priced(march * more**shoves) for shoves in SHOVES),
        )
    )
    return PayoffBlock(
        message_template("Shoves of the skat"),
        "",
        ("", *map(str, SHOVES)),
        tuple(rows),
        (
            message_template("The loser loses the points taken, multiplied."),
            message_template(
                "A virgin is a player who took no tricks. If two players are "
                "virgins, the third has made a march."
            ),
        ),
        named=True,
    )


def _grand(rules: HouseRules) -> PayoffBlock:
    lost = rules.lost_grand_times
    values = [LEAST_GRAND * times for times in range(2, 7)]
    return PayoffBlock(
        message_template("Grand hand"),
        "",
        (message_template("value"), message_template("won"), message_template("lost")),
        tuple((f"{value}", f"+{value}", f"−{lost * value}") for value in values),
        (
            message(
                "Every value is a multiple of {least_grand}.",
                least_grand=LEAST_GRAND,
            ),
            message_template("After a Grand hand, the same dealer deals again."),
        ),
        named=True,
    )


def _cards() -> PayoffBlock:
    remarks = (
        message(
            "All the cards, including the skat, make {all_points}.",
            all_points=ALL_POINTS,
        ),
    )
    return PayoffBlock(
        message_template("Cards"),
        message_template("points"),
        (),
        CARDS,
        remarks,
        named=True,
    )


def _losers(rules: HouseRules) -> Iterator[str]:
    yield message_template("The player with the most points loses them.")
    if rules.skat_to == "last_trick":
        yield message_template("The skat goes with the last trick.")
    else:
        yield message_template("The skat counts for the loser.")
    yield {
        "both": message_template(
            "If two tie for the most points, both lose all of them."
        ),
        "share": message_template(
            "If two tie for the most points, both lose half of them, rounded up."
        ),
        "last_trick": message_template(
            "If two tie for the most points, the one who took the last trick loses. "
            "If neither did, both lose."
        ),
    }[rules.tie]
    yield message_template("If all three tie, no one loses.")
    if rules.settle == "pairs":
        yield message_template(
            "In each pair, the lower score pays the difference to the higher."
        )
    else:
        yield message_template(
            "Scores are only written down. They don’t add up to a fixed total."
        )
    yield message_template("A dealer who sits out neither scores nor pays.")
