"""What the card of payoffs says of Pebbles."""

from rules.pebbles.house import HOUSE, HouseRules

from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, title_of


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    stake = rules.stake
    rows = (
        ("Each who plays puts in", f"{stake}"),
        ("while the pool is doubled", f"{2 * stake}"),
        ("Each of the others, when it is doubled", f"{stake} more"),
    )
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(PayoffBlock("The pool", "", ("", "chips"), rows),),
        right=(
            PayoffBlock(
                "The call",
                "",
                ("", "chips"),
                (("Made, from each", f"{stake}"), ("Failed, to each", f"{stake}")),
            ),
        ),
    )
