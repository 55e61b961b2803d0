"""What the card of payoffs says of Reversis, from a tournament's house rules."""

from collections.abc import Iterator

from rules.reversis import PRESET_NAMES, PRESETS
from rules.reversis.house import HouseRules
from scoring.games.payoff_card import (
    Heading,
    PayoffBlock,
    PayoffCard,
    priced,
    title_of,
)

CARDS = (("Ace", "4"), ("King", "3"), ("Queen", "2"), ("Jack", "1"))


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, PRESETS, PRESET_NAMES),
        left=(_party(rules), _cards(), _reversis(rules)),
        right=(_side(rules), _pools(rules)),
    )


def _cards() -> PayoffBlock:
    said = (
        "Tricks and talon make 40.",
        "Fewest points win, most lose. Equal: fewest tricks, then the dealer, then the"
        " seats after him.",
    )
    return PayoffBlock("Points", "", (), CARDS, said, named=True)


def _party(rules: HouseRules) -> PayoffBlock:
    said = "and the points of the talon"
    bonus = ("In the talon ♦A counts 5, ♥J 3.",) if rules.talon_bonus else ()
    return PayoffBlock(
        "The party",
        "loser to winner",
        (),
        ((f"{rules.party_chips} {said}", "×1"), ("sitting opposite", "×2")),
        bonus,
        named=True,
    )


def _reversis(rules: HouseRules) -> PayoffBlock:
    near, opposite = rules.reversis_chips
    all_of_it = 2 * near + opposite
    return PayoffBlock(
        "Reversis, every trick",
        "",
        (),
        (
            ("Made, from each neighbour", priced(near)),
            ("Made, from opposite", priced(opposite)),
            ("Broken, to whoever broke it", priced(rules.broken_chips)),
        ),
        (
            "Then there is no party, and honours are not paid.",
            f"Espagnolette: who undertook it pays all {all_of_it} for a made one; he wins"
            " the party without a trick and loses it with one.",
        ),
        named=True,
    )


def _side(rules: HouseRules) -> PayoffBlock:
    placed, forced, others = rules.quinola_chips
    diamond, led_diamond = rules.ace_diamonds_chips
    ace, led_ace = rules.ace_chips
    rows = (
        _row("Quinola ♥J placed", placed),
        _row("forced, led", forced),
        _row("each other then", others),
        _row("♦A placed", diamond),
        _row("forced, led", led_diamond),
        _row("Other Ace placed", ace),
        _row("forced, led", led_ace),
    )
    return PayoffBlock(
        "Honours",
        "",
        ("", "plain", "opp.", "last 2", "both"),
        rows,
        (
            "Twice for one sitting opposite, twice in the last two tricks.",
            "Placed: who takes it pays its holder. Forced or led: its holder pays who"
            " forced it, or the winner of the hand.",
        ),
        named=True,
    )


def _row(name: str, chips: int) -> tuple[str, ...]:
    """Twice for one who sits opposite, twice in the last two tricks."""
    return (name, *(priced(chips * times) for times in (1, 2, 2, 4)))


def _pools(rules: HouseRules) -> PayoffBlock:
    player, dealer = rules.pool_chips
    return PayoffBlock(
        "The pool",
        "",
        (),
        (
            ("A new pool, each player", priced(player)),
            ("A new pool, the dealer", priced(dealer)),
            ("Each deal, the dealer", priced(rules.stake_chips)),
        ),
        tuple(_about_pools(rules)),
        named=True,
    )


def _about_pools(rules: HouseRules) -> Iterator[str]:
    yield "Quinola placed wins the latest pool."
    yield (
        "Quinola forced or led pays as much as lies in it: the first time into it, then"
        " as a new pool."
    )
    if rules.leftover_pools == "share":
        yield "After the last deal all share what is left."
    else:
        yield "After the last deal the dealer has what is left."
