"""What the card of payoffs says of Reversis, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, say_later
from rules.reversis.house import HOUSE, HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

CARDS = (
    (say_later("Ace"), "4"),
    (say_later("King"), "3"),
    (say_later("Queen"), "2"),
    (say_later("Jack"), "1"),
)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_party(rules), _cards(), _reversis(rules)),
        right=(_side(rules), _pools(rules)),
    )


def _cards() -> PayoffBlock:
    remarks = (
        say_later("Tricks and talon make 40."),
        say_later(
            "Fewest points win, most lose. Ties: fewest tricks, then the dealer, "
            "then the next seats."
        ),
    )
    return PayoffBlock(say_later("Points"), "", (), CARDS, remarks, named=True)


def _party(rules: HouseRules) -> PayoffBlock:
    text = say_later("{chips} and the points of the talon")
    price = message(text, chips=rules.party_chips)
    bonus = (say_later("In the talon ♦A counts 5, ♥J 3."),) if rules.talon_bonus else ()
    return PayoffBlock(
        say_later("The party"),
        say_later("loser to winner"),
        (),
        ((price, "×1"), (say_later("sitting opposite"), "×2")),
        bonus,
        named=True,
    )


def _reversis(rules: HouseRules) -> PayoffBlock:
    near, opposite = rules.reversis_chips
    all_of_it = 2 * near + opposite
    return PayoffBlock(
        say_later("Reversis, every trick"),
        "",
        (),
        (
            (say_later("Made, from each neighbor"), priced(near)),
            (say_later("Made, from opposite"), priced(opposite)),
            (say_later("Broken, to the breaker"), priced(rules.broken_chips)),
        ),
        (
            say_later("Then there is no party, and honors aren’t paid."),
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
        _row(say_later("Quinola ♥J placed"), placed),
        _row(say_later("forced, led"), forced),
        _row(say_later("each other then"), others),
        _row(say_later("♦A placed"), diamond),
        _row(say_later("forced, led"), led_diamond),
        _row(say_later("Other Ace placed"), ace),
        _row(say_later("forced, led"), led_ace),
    )
    return PayoffBlock(
        say_later("Honors"),
        "",
        (
            "",
            say_later("plain"),
            say_later("opp."),
            say_later("last 2"),
            say_later("both"),
        ),
        rows,
        (
            say_later(
                "Double if the players sit opposite, double in the last two tricks."
            ),
            say_later(
                "Placed: the player who takes it pays its holder. Forced or led: its "
                "holder pays the player who forced it, or the winner of the hand."
            ),
        ),
        named=True,
    )


def _row(name: str, chips: int) -> tuple[str, ...]:
    """Twice for one who sits opposite, twice in the last two tricks."""
    return (name, *(priced(chips * times) for times in (1, 2, 2, 4)))


def _pools(rules: HouseRules) -> PayoffBlock:
    player, dealer = rules.pool_chips
    return PayoffBlock(
        say_later("The pool"),
        "",
        (),
        (
            (say_later("A new pool, each player"), priced(player)),
            (say_later("A new pool, the dealer"), priced(dealer)),
            (say_later("Each deal, the dealer"), priced(rules.stake_chips)),
        ),
        tuple(_about_pools(rules)),
        named=True,
    )


def _about_pools(rules: HouseRules) -> Iterator[str]:
    yield say_later("Quinola placed wins the latest pool.")
    yield (
        say_later(
            "Quinola forced or led pays the amount in the pool: the first time into "
            "it, then as a new pool."
        )
    )
    if rules.returned_pool == "double":
        yield say_later(
            "Quinola placed and the espagnolette failed: the same amount goes into "
            "the pool each time, instead of winning it."
        )
    else:
        yield say_later(
            "Quinola placed and the espagnolette failed: the same amount, as if it "
            "were forced."
        )
    if rules.leftover_pools == "share":
        yield say_later("After the last deal, everyone shares what’s left.")
    else:
        yield say_later("After the last deal, the dealer gets what’s left.")
