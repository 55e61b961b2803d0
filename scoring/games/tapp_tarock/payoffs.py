"""What the card of payoffs says of Tapp Tarock, from a tournament's house rules."""

from collections.abc import Iterator

from rules.sentences import said_with
from rules.sentences import template as _
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

SIDES = _("from each, or to each")


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_contracts(rules), *_slams(rules)),
        right=(_pagat(rules), *_bonuses(rules), _around(rules)),
    )


def _contracts(rules: HouseRules) -> PayoffBlock:
    return PayoffBlock(
        _("Contracts"),
        SIDES,
        ("", _("chips"), *doublings(rules.max_doubles)),
        tuple(
            (name.with_capital(), f"{chips}", *doubled(chips, rules.max_doubles))
            for code, name in CONTRACTS.items()
            if (chips := rules.contracts.get(code, 0))
        ),
        (
            said_with(
                _(
                    "The soloist wins with {needed} of {points} card points; {half} to {rest} is lost."
                ),
                needed=NEEDED,
                points=POINTS,
                half=NEEDED - 1,
                rest=POINTS - NEEDED + 1,
            ),
        ),
        named=True,
    )


def _slams(rules: HouseRules) -> Iterator[PayoffBlock]:
    """In chips, or as so many times each contract; nothing where nobody pays."""
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
            _("Slam"),
            SIDES,
            ("", _("silent"), _("called"), *doublings(rules.max_doubles)),
            tuple(_row(rules, *price) for price in prices),
            (
                _(
                    "All the tricks. A slam that is made stands in place of the game; a called one that"
                    " fails is paid to the other side, and the game beside it."
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
        rows.append(_row(rules, _("in a solo"), 2 * silent, 2 * called))
    return PayoffBlock(
        _("Pagat, last trick"),
        SIDES,
        ("", _("silent"), _("called"), *doublings(rules.max_doubles)),
        tuple(rows),
        tuple(_about_pagat(rules)),
        named=True,
    )


def _about_pagat(rules: HouseRules) -> Iterator[str]:
    yield _("It is paid by itself, whoever wins the game.")
    if rules.own_partner_takes_pagat == "lost":
        yield _("Taken by the holder’s own partner it is lost.")
    else:
        yield _("Taken by the holder’s own partner it is a stand-off.")
    if not rules.pagat_any_holder:
        yield _("Only the soloist may announce it.")


def _bonuses(rules: HouseRules) -> Iterator[PayoffBlock]:
    rows = [
        (name.with_capital(), *_with_solo(rules, rules.bonus_chips[code]))
        for code, name in BONUSES.items()
        if code in rules.bonus_chips
    ]
    if rules.mond_chips:
        mond = f"{rules.mond_chips}"
        more = (mond,) if rules.solo_doubles_bonuses else ()
        rows.append((_("XXI taken with the Skus"), mond, *more))
    if rows:
        yield PayoffBlock(
            _("Bonuses"),
            _("from each of the others"),
            ("", _("chips"), _("in a solo")) if rules.solo_doubles_bonuses else (),
            tuple(rows),
            (_("For cards as they were dealt; a partner pays too."),),
            named=True,
        )


def _with_solo(rules: HouseRules, chips: int) -> tuple[str, ...]:
    return (f"{chips}", f"{2 * chips}") if rules.solo_doubles_bonuses else (f"{chips}",)


def _around(rules: HouseRules) -> PayoffBlock:
    again = (
        _("All passed: nothing is paid, and the same dealer deals.")
        if rules.passed_out_deals == "same"
        else _("All passed: nothing is paid, and the next dealer deals.")
    )
    return PayoffBlock(
        _("Around it"),
        "",
        (),
        (),
        (
            said_with(_("{points} card points, counted by threes."), points=POINTS),
            again,
            _("A dealer who sits out neither pays nor collects."),
        ),
    )
