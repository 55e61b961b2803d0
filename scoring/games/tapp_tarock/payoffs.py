"""The payoff card of Tapp Tarock, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, message_template
from rules.tapp_tarock.deal import NEEDED, POINTS
from rules.tapp_tarock.house import HOUSE, HouseRules
from rules.tapp_tarock.words import BONUSES, CONTRACTS
from scoring.games.payoff_card import (
    Heading,
    PayoffBlock,
    PayoffCard,
    doubled,
    doublings,
    priced,
    title_of,
)

SIDES = message_template("from each, or to each")


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return the one-page card for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_contracts(rules), *_slams(rules)),
        right=(_pagat(rules), *_bonuses(rules), _around(rules)),
    )


def _contracts(rules: HouseRules) -> PayoffBlock:
    return PayoffBlock(
        message_template("Contracts"),
        SIDES,
        ("", message_template("chips"), *doublings(rules.max_doubles)),
        tuple(
            (name.with_capital(), f"{chips}", *doubled(chips, rules.max_doubles))
            for code, name in CONTRACTS.items()
            if (chips := rules.contracts.get(code, 0))
        ),
        (
            message(
                "The soloist wins with {needed} of {points} card points. At "
                "{half}–{rest}, the soloist loses.",
                needed=NEEDED,
                points=POINTS,
                half=NEEDED - 1,
                rest=POINTS - NEEDED + 1,
            ),
        ),
        named=True,
    )


def _slams(rules: HouseRules) -> Iterator[PayoffBlock]:
    """Yield a block for slams, in chips or as times each contract; none if not paid."""
    prices = [("", *rules.slam_chips)]
    if any(rules.slam_times):
        silent, called = rules.slam_times
        prices = [
            (name.with_capital(), silent * chips, called * chips)
            for code, name in CONTRACTS.items()
            if (chips := rules.contracts.get(code, 0))
        ]
    if any(silent or called for _, silent, called in prices):
        yield PayoffBlock(
            message_template("Slam"),
            SIDES,
            (
                "",
                message_template("silent"),
                message_template("called"),
                *doublings(rules.max_doubles),
            ),
            tuple(_row(rules, *price) for price in prices),
            (
                message_template(
                    "A slam is all the tricks. A made slam replaces the game. If a "
                    "called slam fails, the other side is paid for it, and the game "
                    "is scored too."
                ),
            ),
            named=True,
        )


def _row(rules: HouseRules, name: str, silent: int, called: int) -> tuple[str, ...]:
    more = doubled(called, rules.max_doubles)
    return (name, priced(silent), priced(called), *more)


def _pagat(rules: HouseRules) -> PayoffBlock:
    silent, called = rules.pagat_chips
    rows = [_row(rules, "", silent, called)]
    if rules.solo_doubles_pagat:
        rows.append(_row(rules, message_template("in a solo"), 2 * silent, 2 * called))
    return PayoffBlock(
        message_template("Pagat, last trick"),
        SIDES,
        (
            "",
            message_template("silent"),
            message_template("called"),
            *doublings(rules.max_doubles),
        ),
        tuple(rows),
        tuple(_about_pagat(rules)),
        named=True,
    )


def _about_pagat(rules: HouseRules) -> Iterator[str]:
    yield message_template("The Pagat is paid separately, no matter who wins the game.")
    if rules.own_partner_takes_pagat == "lost":
        yield message_template(
            "If the holder’s own partner takes the Pagat, it’s lost."
        )
    else:
        yield message_template(
            "If the holder’s own partner takes the Pagat, nothing is paid."
        )
    if not rules.pagat_any_holder:
        yield message_template("Only the soloist can announce the Pagat.")


def _bonuses(rules: HouseRules) -> Iterator[PayoffBlock]:
    rows = [
        (name.with_capital(), *_with_solo(rules, rules.bonus_chips[code]))
        for code, name in BONUSES.items()
        if code in rules.bonus_chips
    ]
    if rules.mond_chips:
        mond = f"{rules.mond_chips}"
        more = (mond,) if rules.solo_doubles_bonuses else ()
        rows.append((message_template("XXI taken with the Skus"), mond, *more))
    if rows:
        yield PayoffBlock(
            message_template("Bonuses"),
            message_template("from each of the others"),
            ("", message_template("chips"), message_template("in a solo"))
            if rules.solo_doubles_bonuses
            else (),
            tuple(rows),
            (
                message_template(
                    "These are for cards as they were dealt. A partner pays too."
                ),
            ),
            named=True,
        )


def _with_solo(rules: HouseRules, chips: int) -> tuple[str, ...]:
    return (f"{chips}", f"{2 * chips}") if rules.solo_doubles_bonuses else (f"{chips}",)


def _around(rules: HouseRules) -> PayoffBlock:
    repeat_text = (
        message_template(
            "If everyone passes, nothing is paid, and the same dealer deals."
        )
        if rules.passed_out_deals == "same"
        else message_template(
            "If everyone passes, nothing is paid, and the next dealer deals."
        )
    )
    return PayoffBlock(
        message_template("Passing and sitting out"),
        "",
        (),
        (),
        (
            message("{points} card points, counted by threes.", points=POINTS),
            repeat_text,
            message_template("A dealer who sits out neither pays nor collects."),
        ),
    )
