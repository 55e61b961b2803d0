"""What the card of payoffs says of Mariás, from a tournament's house rules."""

from collections.abc import Iterator

from rules.marias.house import HOUSE, HouseRules
from rules.marias.settle import HUNDRED, IN_TRUMPS, MARRIAGE, TEN, times
from rules.messages import message, say_later
from scoring.games.payoff_card import (
    NOTHING,
    Heading,
    PayoffBlock,
    PayoffCard,
    doubled,
    doublings,
    priced,
    title_of,
)

MOST = 190  # all points in tricks, and all four marriages


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    by_tens = () if rules.hundred_by_tens == "no" else (_hundreds(rules),)
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_trumps(rules), *by_tens),
        right=(_no_trumps(rules), _marriages(), _who_pays(rules)),
    )


def _trumps(rules: HouseRules) -> PayoffBlock:
    silent_seven, seven = rules.seven_chips
    silent_hundred, hundred = rules.hundred_chips
    rows = (
        _row(rules, say_later("Game"), None, rules.game_chips),
        _row(rules, say_later("Seven"), silent_seven, seven),
        _row(rules, say_later("Hundred"), silent_hundred, hundred),
        _row(rules, say_later("Double Seven"), None, rules.double_seven_chips),
    )
    return PayoffBlock(
        say_later("With a trump"),
        say_later("from each, or to each"),
        ("", say_later("silent"), say_later("called"), *doublings(rules.max_doubles)),
        rows,
        tuple(_about_trumps(rules)),
        named=True,
    )


def _row(
    rules: HouseRules, name: str, silent: int | None, called: int
) -> tuple[str, ...]:
    first = NOTHING if silent is None else priced(silent)
    return (name, first, priced(called), *doubled(called, rules.max_doubles))


def _about_trumps(rules: HouseRules) -> Iterator[str]:
    if rules.hearts_times > 1:
        yield message(
            "Hearts: all of it ×{hearts_times}.",
            hearts_times=rules.hearts_times,
        )
    yield say_later("Conceded: the game, and nothing else.")
    if rules.hundred_replaces_game:
        yield say_later("A hundred replaces the game. A silent one is doubled with it.")
    else:
        yield say_later(
            "A hundred is paid in addition to the game. What’s silent is never doubled."
        )
    if rules.over_ten_chips:
        yield (
            message(
                "Each ten above a hundred, to the winner of the game: {over_ten_chips}.",
                over_ten_chips=rules.over_ten_chips,
            )
        )
    yield say_later("Either side can call a hundred, and each is paid separately.")
    yield say_later("A Seven that loses the last trick is paid to the other side.")


def _hundreds(rules: HouseRules) -> PayoffBlock:
    """A hundred and each ten above it, all marriages counted."""
    silent, called = rules.hundred_chips
    rows = []
    for points in range(HUNDRED, MOST + 1, TEN):
        grown = times(rules.hundred_by_tens, (points - HUNDRED) // TEN)
        more = doubled(called * grown, rules.max_doubles)
        rows.append((f"{points}", priced(silent * grown), f"{called * grown}", *more))
    missed = (
        say_later(
            "Called and missed: once for each ten short of it, counting the most "
            "valuable marriage."
        )
        if rules.hundred_by_tens == "add"
        else say_later(
            "Called and missed: once for 90, twice as much for each ten less, "
            "counting the most valuable marriage."
        )
    )
    return PayoffBlock(
        say_later("Hundred by tens"),
        say_later("from each, or to each"),
        (
            say_later("points"),
            say_later("silent"),
            say_later("called"),
            *doublings(rules.max_doubles),
        ),
        tuple(rows),
        (missed,),
        named=True,
    )


def _no_trumps(rules: HouseRules) -> PayoffBlock:
    bids = (
        (say_later("Betl: lose every trick"), rules.betl_chips),
        (say_later("Durch: win every trick"), rules.durch_chips),
    )
    rows = []
    for name, chips in bids:
        rows.append(_plain(rules, name, chips))
        rows.append(_plain(rules, say_later("played open"), chips * rules.open_times))
    return PayoffBlock(
        say_later("Without a trump"),
        say_later("from each, or to each"),
        ("", say_later("chips"), *doublings(rules.max_doubles)),
        tuple(rows),
        (say_later("Hearts don’t matter here."),),
        named=True,
    )


def _plain(rules: HouseRules, name: str, chips: int) -> tuple[str, ...]:
    return (name, priced(chips), *doubled(chips, rules.max_doubles))


def _marriages() -> PayoffBlock:
    return PayoffBlock(
        say_later("Points"),
        "",
        (),
        (
            (say_later("Each Ace and each Ten"), f"{TEN}"),
            (say_later("The last trick"), f"{TEN}"),
            (say_later("A marriage"), f"{MARRIAGE}"),
            (say_later("A marriage in trumps"), f"{IN_TRUMPS}"),
        ),
        (
            say_later(
                "Aces, Tens and the last trick make 90. More points, all marriages counted,"
                " win the game."
            ),
            say_later("Toward a hundred, only the most valuable marriage counts."),
            say_later(
                "A called hundred is lost if a second marriage was shown before it."
            ),
        ),
        named=True,
    )


def _who_pays(rules: HouseRules) -> PayoffBlock:
    dealer = (
        say_later("The dealer who sits out pays and collects with the partners.")
        if rules.dealer_pays
        else say_later("A dealer who sits out neither pays nor collects.")
    )
    forehand = (
        say_later("Only Forehand plays with a trump; others can bid betl or durch.")
        if rules.forehand_only
        else say_later("The player who bids more than Forehand plays.")
    )
    return PayoffBlock(
        say_later("Who pays"),
        "",
        (),
        (),
        (
            say_later("The soloist pays each partner, or collects from each."),
            dealer,
            forehand,
        ),
    )
