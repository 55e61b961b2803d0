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
        message_template("Tricks and talon make 40."),
        message_template(
            "Fewest points win, most lose. Ties: fewest tricks, then the dealer, "
            "then the next seats."
        ),
    )
    return PayoffBlock(message_template("Points"), "", (), CARDS, remarks, named=True)


def _party(rules: HouseRules) -> PayoffBlock:
    text = message_template("{chips} and the points of the talon")
    price = message(text, chips=rules.party_chips)
    bonus = (
        (message_template("In the talon ♦A counts 5, ♥J 3."),)
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
            (message_template("Made, from opposite"), priced(opposite)),
            (message_template("Broken, to the breaker"), priced(rules.broken_chips)),
        ),
        (
            message_template("Then there is no party, and honors aren’t paid."),
            message(
                "Espagnolette: its player wins the party without a trick, and loses "
                "it with one. If a reversis is made, its player pays all {chips}.",
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
        _row(message_template("forced, led"), forced),
        _row(message_template("each other player"), others),
        _row(message_template("♦A placed"), diamond),
        _row(message_template("forced, led"), led_diamond),
        _row(message_template("Other Ace placed"), ace),
        _row(message_template("forced, led"), led_ace),
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
                "Double if the players sit opposite, double in the last two tricks."
            ),
            message_template(
                "Placed: the player who takes it pays its holder. Forced or led: its "
                "holder pays the player who forced it, or the winner of the hand."
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
    yield message_template("Quinola placed wins the latest pool.")
    yield (
        message_template(
            "Quinola forced or led pays the amount in the pool: the first time into "
            "it, then as a new pool."
        )
    )
    if rules.returned_pool == "double":
        yield message_template(
            "Quinola placed and the espagnolette failed: the same amount goes into "
            "the pool each time, instead of winning it."
        )
    else:
        yield message_template(
            "Quinola placed and the espagnolette failed: the same amount, as if it "
            "were forced."
        )
    if rules.leftover_pools == "share":
        yield message_template("After the last deal, everyone shares what’s left.")
    else:
        yield message_template("After the last deal, the dealer gets what’s left.")
