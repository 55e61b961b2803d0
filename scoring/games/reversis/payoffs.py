"""The payoff card of Reversis, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, message_template
from rules.reversis.house import HOUSE, HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

CARDS = (
    (message_template("Ace"), "4"),
    (message_template("King"), "3"),
    (message_template("Queen"), "2"),
    (message_template("Jack"), "1"),
)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return the one-page card for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_party(rules), _cards(), _reversis(rules)),
        right=(_side(rules), _pools(rules)),
    )


def _cards() -> PayoffBlock:
    remarks = (
        message_template("The tricks and the talon add up to 40 points."),
        message_template(
            "The fewest points win, and the most lose. Ties are broken by fewest "
            "tricks, then the dealer, then the next seats."
        ),
    )
    return PayoffBlock(message_template("Points"), "", (), CARDS, remarks, named=True)


def _party(rules: HouseRules) -> PayoffBlock:
    text = message_template("{chips} and the points of the talon")
    price = message(text, chips=rules.party_chips)
    bonus = (
        (message_template("In the talon, ♦A counts 5 and ♥J counts 3."),)
        if rules.talon_bonus
        else ()
    )
    return PayoffBlock(
        message_template("The party"),
        message_template("loser to winner"),
        (),
        ((price, "×1"), (message_template("sitting opposite"), "×2")),
        bonus,
        named=True,
    )


def _reversis(rules: HouseRules) -> PayoffBlock:
    near, opposite = rules.reversis_chips
    all_of_it = 2 * near + opposite
    return PayoffBlock(
        message_template("Reversis, every trick"),
        "",
        (),
        (
            (message_template("Made, from each neighbor"), priced(near)),
            (message_template("Made, from the player opposite"), priced(opposite)),
            (message_template("Broken, to the breaker"), priced(rules.broken_chips)),
        ),
        (
            message_template(
                "With a reversis, there’s no party, and honors aren’t paid."
            ),
            message(
                "The espagnolette player wins the party with no tricks and loses it "
                "with any. If someone makes the reversis, the espagnolette player "
                "pays all {chips}.",
                chips=all_of_it,
            ),
        ),
        named=True,
    )


def _side(rules: HouseRules) -> PayoffBlock:
    placed, forced, others = rules.quinola_chips
    diamond, led_diamond = rules.ace_diamonds_chips
    ace, led_ace = rules.ace_chips
    rows = (
        _row(message_template("Quinola ♥J placed"), placed),
        _row(message_template("forced or led"), forced),
        _row(message_template("each other player"), others),
        _row(message_template("♦A placed"), diamond),
        _row(message_template("forced or led"), led_diamond),
        _row(message_template("Other Ace placed"), ace),
        _row(message_template("forced or led"), led_ace),
    )
    return PayoffBlock(
        message_template("Honors"),
        "",
        (
            "",
            message_template("plain"),
            message_template("opp."),
            message_template("last 2"),
            message_template("both"),
        ),
        rows,
        (
            message_template(
                "Prices double when the two players sit opposite each other, and "
                "double in the last two tricks."
            ),
            message_template(
                "When a card is placed, the player who takes it pays its holder. "
                "When it’s forced or led, its holder pays the player who forced it "
                "or the winner of the hand."
            ),
        ),
        named=True,
    )


def _row(name: str, chips: int) -> tuple[str, ...]:
    """Return a row: twice for opposite seats, twice in the last two tricks."""
    return (name, *(priced(chips * times) for times in (1, 2, 2, 4)))


def _pools(rules: HouseRules) -> PayoffBlock:
    player, dealer = rules.pool_chips
    return PayoffBlock(
        message_template("The pool"),
        "",
        (),
        (
            (message_template("A new pool, each player"), priced(player)),
            (message_template("A new pool, the dealer"), priced(dealer)),
            (message_template("Each deal, the dealer"), priced(rules.stake_chips)),
        ),
        tuple(_about_pools(rules)),
        named=True,
    )


def _about_pools(rules: HouseRules) -> Iterator[str]:
    yield message_template("A placed Quinola wins the latest pool.")
    yield (
        message_template(
            "When Quinola is forced or led, its holder pays the amount in the pool. "
            "The first payment goes into that pool; later ones start a new pool."
        )
    )
    if rules.returned_pool == "double":
        yield message_template(
            "If Quinola was placed but the espagnolette failed, its holder pays the "
            "same amount into the pool each time instead of winning it."
        )
    else:
        yield message_template(
            "If Quinola was placed but the espagnolette failed, its holder pays the "
            "same amount, as if it had been forced."
        )
    if rules.leftover_pools == "share":
        yield message_template("After the last deal, everyone shares what’s left.")
    else:
        yield message_template("After the last deal, the dealer gets what’s left.")
