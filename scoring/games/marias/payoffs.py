"""The payoff card of Mariás, from a tournament's house rules."""

from collections.abc import Iterator

from rules.marias.house import HOUSE, HouseRules
from rules.marias.settle import HUNDRED, IN_TRUMPS, MARRIAGE, TEN, times
from rules.messages import message, message_template
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
    """Return the one-page card for these house rules."""
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
        _row(rules, message_template("Game"), None, rules.game_chips),
        _row(rules, message_template("Seven"), silent_seven, seven),
        _row(rules, message_template("Hundred"), silent_hundred, hundred),
        _row(rules, message_template("Double Seven"), None, rules.double_seven_chips),
    )
    return PayoffBlock(
        message_template("With a trump"),
        message_template("from each, or to each"),
        (
            "",
            message_template("silent"),
            message_template("called"),
            *doublings(rules.max_doubles),
        ),
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
            "If hearts are trump, everything counts ×{hearts_times}.",
            hearts_times=rules.hearts_times,
        )
    yield message_template("In a conceded game, only the game is paid.")
    if rules.hundred_replaces_game:
        yield message_template(
            "A hundred replaces the game. A silent hundred is doubled with the game."
        )
    else:
        yield message_template(
            "A hundred is paid in addition to the game. A silent Seven or hundred is "
            "never doubled."
        )
    if rules.over_ten_chips:
        yield (
            message(
                "Each ten above a hundred, to the winner of the game: {over_ten_chips}.",
                over_ten_chips=rules.over_ten_chips,
            )
        )
    yield message_template(
        "Either side can call a hundred, and each is paid separately."
    )
    yield message_template(
        "A Seven that loses the last trick is paid to the other side."
    )


def _hundreds(rules: HouseRules) -> PayoffBlock:
    """Return the block for a hundred and each ten above it, all marriages counted."""
    silent, called = rules.hundred_chips
    rows = []
    for points in range(HUNDRED, MOST + 1, TEN):
        grown = times(rules.hundred_by_tens, (points - HUNDRED) // TEN)
        more = doubled(called * grown, rules.max_doubles)
        rows.append((f"{points}", priced(silent * grown), f"{called * grown}", *more))
    missed = (
        message_template(
            "A called hundred that’s missed is paid once for each ten short of it. "
            "The most valuable marriage counts toward the points."
        )
        if rules.hundred_by_tens == "add"
        else message_template(
            "A called hundred that’s missed is paid once at 90 points and doubles "
            "with each ten less. The most valuable marriage counts toward the points."
        )
    )
    return PayoffBlock(
        message_template("Hundred by tens"),
        message_template("from each, or to each"),
        (
            message_template("points"),
            message_template("silent"),
            message_template("called"),
            *doublings(rules.max_doubles),
        ),
        tuple(rows),
        (missed,),
        named=True,
    )


def _no_trumps(rules: HouseRules) -> PayoffBlock:
    bids = (
        (message_template("Betl: lose every trick"), rules.betl_chips),
        (message_template("Durch: win every trick"), rules.durch_chips),
    )
    rows = []
    for name, chips in bids:
        rows.append(_plain(rules, name, chips))
        rows.append(
            _plain(rules, message_template("played open"), chips * rules.open_times)
        )
    return PayoffBlock(
        message_template("Without a trump"),
        message_template("from each, or to each"),
        ("", message_template("chips"), *doublings(rules.max_doubles)),
        tuple(rows),
        (message_template("Hearts don’t multiply these."),),
        named=True,
    )


def _plain(rules: HouseRules, name: str, chips: int) -> tuple[str, ...]:
    return (name, priced(chips), *doubled(chips, rules.max_doubles))


def _marriages() -> PayoffBlock:
    return PayoffBlock(
        message_template("Points"),
        "",
        (),
        (
            (message_template("Each Ace and each Ten"), f"{TEN}"),
            (message_template("The last trick"), f"{TEN}"),
            (message_template("A marriage"), f"{MARRIAGE}"),
            (message_template("A marriage in trumps"), f"{IN_TRUMPS}"),
        ),
        (
            message_template(
                "Aces, Tens and the last trick make 90. The side with more points, "
                "counting all marriages, wins the game."
            ),
            message_template(
                "Toward a hundred, only the most valuable marriage counts."
            ),
            message_template(
                "A called hundred is lost if its side shows a second marriage before "
                "reaching it."
            ),
        ),
        named=True,
    )


def _who_pays(rules: HouseRules) -> PayoffBlock:
    dealer = (
        message_template("The dealer who sits out pays and collects with the partners.")
        if rules.dealer_pays
        else message_template("A dealer who sits out neither pays nor collects.")
    )
    forehand = (
        message_template(
            "Only Forehand plays with a trump. The others can bid betl or durch."
        )
        if rules.forehand_only
        else message_template("A player who outbids Forehand plays.")
    )
    return PayoffBlock(
        message_template("Who pays"),
        "",
        (),
        (),
        (
            message_template("The soloist pays each partner, or collects from each."),
            dealer,
            forehand,
        ),
    )
