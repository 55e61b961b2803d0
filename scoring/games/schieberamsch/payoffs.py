"""What the card of payoffs says of Schieberamsch, from a tournament's house rules."""

from collections.abc import Iterator

from rules.schieberamsch import PRESET_NAMES, PRESETS
from rules.schieberamsch.deal import ALL_POINTS, LEAST_GRAND, MOST_SHOVES
from rules.schieberamsch.house import HouseRules
from scoring.games.payoff_card import (
    Heading,
    PayoffBlock,
    PayoffCard,
    priced,
    title_of,
)

CARDS = (("Ace", "11"), ("Ten", "10"), ("King", "4"), ("Queen", "3"), ("Jack", "2"))
SHOVES = range(MOST_SHOVES + 1)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, PRESETS, PRESET_NAMES),
        left=(_shoves(rules), _grand(rules)),
        right=(_cards(), _words("Who loses", _losers(rules))),
    )


def _words(title: str, said: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(said))


def _shoves(rules: HouseRules) -> PayoffBlock:
    rows = [("A Ramsch", *(f"×{2**each}" for each in SHOVES))]
    if rules.virgin_doubles:
        rows.append(("with a virgin", *(f"×{2 * 2**each}" for each in SHOVES)))
    march = rules.march_chips
    more = 2 if rules.shoves_double_march else 1
    rows.append(("March", *(priced(march * more**each) for each in SHOVES)))
    return PayoffBlock(
        "Shoves of the skat",
        "",
        ("", *map(str, SHOVES)),
        tuple(rows),
        (
            "The loser loses the points he took, so many times.",
            "A virgin took no trick. Two virgins are a march: the third has won it.",
        ),
        named=True,
    )


def _grand(rules: HouseRules) -> PayoffBlock:
    lost = rules.lost_grand_times
    values = [LEAST_GRAND * each for each in range(2, 7)]
    return PayoffBlock(
        "Grand hand",
        "",
        ("value", "won", "lost"),
        tuple((f"{each}", f"+{each}", f"−{lost * each}") for each in values),
        (
            f"Every value is a multiple of {LEAST_GRAND}.",
            "After it the same dealer deals again.",
        ),
        named=True,
    )


def _cards() -> PayoffBlock:
    said = (f"All cards make {ALL_POINTS}, the skat among them.",)
    return PayoffBlock("Cards", "points", (), CARDS, said, named=True)


def _losers(rules: HouseRules) -> Iterator[str]:
    yield "Whoever took the most points loses them."
    if rules.skat_to == "last_trick":
        yield "The skat counts for whoever took the last trick."
    else:
        yield "The skat counts for the loser."
    yield {
        "both": "Two have the most: both lose all of it.",
        "share": "Two have the most: both lose half of it, rounded up.",
        "last_trick": "Two have the most: the one who took the last trick loses; if"
        " neither did, both.",
    }[rules.tie]
    yield "All three have the same: nobody loses."
    if rules.settle == "pairs":
        yield "Of each two the lower score pays the other the difference."
    else:
        yield "Scores are written down; they do not add up to anything."
    yield "A dealer who sits out neither scores nor pays."
