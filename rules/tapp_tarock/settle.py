"""Settlement of a checked Tapp Tarock deal: the chips that move (000).

Game or slam, Pagat, bonuses and the XXI are paid separately.
"""

from collections.abc import Iterable
from functools import lru_cache

from rules.deal_rotation import State as Json
from rules.deal_rotation import active_seats
from rules.explanations import in_words
from rules.ledger import (
    Line,
    Party,
    Payments,
    Settlement,
    paid,
    personal_payments,
    side_payments,
)
from rules.messages import in_chips, seat_word
from rules.tapp_tarock.deal import ACTIVE, NEEDED, Deal, Pagat, Side, Slam
from rules.tapp_tarock.house import HouseRules
from rules.tapp_tarock.words import CONTRACTS, DOUBLINGS, say

Lines = tuple[Line[Party], ...]
Seats = tuple[int, ...]


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Return who pays whom; the deal must have passed `check` under these rules."""
    if deal.kind == "passed_out" or deal.soloist is None or deal.contract is None:
        return Settlement((), (say("passed_out"),), deal.table)
    active = active_seats(deal, ACTIVE)
    lines = [*_game_lines(deal, deal.soloist, deal.contract, active, rules)]
    if deal.slam is not None:
        lines += _slam_lines(deal, deal.slam, deal.contract, active, rules)
    if deal.pagat is not None:
        lines += _pagat_lines(deal, deal.pagat, active, rules)
    if deal.bonuses:
        lines += _bonus_lines(deal, active, rules)
    if deal.mond_caught_by is not None:
        lines += _mond_lines(deal.mond_caught_by, active, rules.mond_chips)
    return Settlement(tuple(lines), tuple(_notes(deal, active, rules)), deal.table)


def sides_of(active: Seats, soloist: int | None) -> dict[Side, Seats]:
    """Return the seats of both sides, in rising order."""
    return {
        "soloist": tuple(seat for seat in active if seat == soloist),
        "partners": tuple(seat for seat in active if seat != soloist),
    }


@lru_cache(maxsize=1 << 6)
def _payments(active: Seats, soloist: int | None, soloist_wins: bool) -> Payments:
    """Return payments side against side: the soloist pays or gets from each partner."""
    alone, partners = sides_of(active, soloist).values()
    if soloist_wins:
        return side_payments(partners, alone)
    return side_payments(alone, partners)


# Lines are immutable, so deals with equal settlements share them. Most work is saved.
@lru_cache(maxsize=1 << 14)
def _lines(
    item: str, chips: int, payments: Payments, section: str, reasons: tuple[str, ...]
) -> Lines:
    return paid(item, chips, payments, section, *reasons)


@lru_cache(maxsize=1 << 12)
def _dearer(base: int, solo: bool, doubled: int) -> tuple[int, tuple[str, ...]]:
    """Return the chips, and a sentence for each step that raised them above `base`."""
    chips, reasons = base, []
    if solo:
        chips *= 2
        reasons.append(say("solo", base=base, chips=in_chips(chips)))
    if doubled:
        times, before = 2**doubled, chips
        chips *= times
        reasons.append(
            say(
                "doubled",
                doubled=DOUBLINGS[str(doubled)],
                base=before,
                times=times,
                chips=in_chips(chips),
            )
        )
    return chips, tuple(reasons)


def _game_lines(
    deal: Deal, soloist: int, contract: str, active: Seats, rules: HouseRules
) -> Lines:
    """Return the payments for the game; none after a slam, which replaces the game."""
    if deal.points is None or (deal.slam and deal.slam.made):
        return ()
    base = rules.contracts[contract]
    chips, dearer = _dearer(base, False, deal.doubled)
    reasons = _game_reasons(soloist, contract, deal.points, base)
    payments = _payments(active, soloist, deal.points >= NEEDED)
    return _lines("game", chips, payments, "house", reasons + dearer)


@lru_cache(maxsize=1 << 12)
def _game_reasons(
    soloist: int, contract: str, points: int, base: int
) -> tuple[str, ...]:
    lost = "game.tie" if points == NEEDED - 1 else "game.lost"
    code = "game.won" if points >= NEEDED else lost
    seat_name, name = seat_word(soloist), CONTRACTS[contract]
    return (
        say(code, who=seat_name, contract=name, points=points),
        say("contract", contract=name, chips=in_chips(base)),
    )


def _slam_lines(
    deal: Deal, slam: Slam, contract: str, active: Seats, rules: HouseRules
) -> Lines:
    base, price = _slam_price(slam, contract, rules)
    chips, dearer = _dearer(base, False, slam.doubled)
    result = "made" if slam.made else "lost"
    names = in_words(sides_of(active, deal.soloist)[slam.side])
    reasons = (say(f"slam.{_call_word(slam)}.{result}", who=names), price, *dearer)
    payments = _payments(active, deal.soloist, (slam.side == "soloist") == slam.made)
    return _lines("slam", chips, payments, "house", reasons)


def _slam_price(slam: Slam, contract: str, rules: HouseRules) -> tuple[int, str]:
    """Return the price as times the contract, if the house has any; else in chips."""
    manner = _call_word(slam)
    if not any(rules.slam_times):
        chips = rules.slam_chips[slam.announced]
        return chips, say(f"slam.chips.{manner}", chips=in_chips(chips))
    times, base = rules.slam_times[slam.announced], rules.contracts[contract]
    reason = say(
        f"slam.times.{manner}",
        times=times,
        contract=CONTRACTS[contract],
        base=base,
        chips=in_chips(times * base),
    )
    return times * base, reason


def _call_word(bid: Slam | Pagat) -> str:
    return "called" if bid.announced else "silent"


def _pagat_lines(deal: Deal, pagat: Pagat, active: Seats, rules: HouseRules) -> Lines:
    """Return the payments for the Pagat; the holder's side wins or loses it.

    The Pagat doesn't depend on the game.
    """
    if _is_standoff(pagat, rules):
        return ()
    solo = deal.contract == "solo" and rules.solo_doubles_pagat
    base = rules.pagat_chips[pagat.announced]
    chips, dearer = _dearer(base, solo, pagat.doubled)
    is_own = pagat.holder == deal.soloist
    payments = _payments(active, deal.soloist, is_own == (pagat.result == "won"))
    reasons = _pagat_reasons(pagat, _partner(deal, pagat, active), base)
    return _lines("pagat", chips, payments, "Variants 3", reasons + dearer)


@lru_cache(maxsize=1 << 10)
def _pagat_reasons(pagat: Pagat, partner: str, base: int) -> tuple[str, ...]:
    manner, name = _call_word(pagat), seat_word(pagat.holder)
    return (
        say(f"pagat.{manner}.{pagat.result}", who=name, partner=partner),
        say(f"pagat.chips.{manner}", chips=in_chips(base)),
    )


def _is_standoff(pagat: Pagat, rules: HouseRules) -> bool:
    return pagat.result == "partner" and rules.own_partner_takes_pagat == "standoff"


def _partner(deal: Deal, pagat: Pagat, active: Seats) -> str:
    """Return the name of the holder's partner, or of both partners of the soloist."""
    pair = (deal.soloist, pagat.holder)
    return in_words([seat for seat in active if seat not in pair])


def _bonus_lines(deal: Deal, active: Seats, rules: HouseRules) -> Iterable[Line[Party]]:
    solo = deal.contract == "solo" and rules.solo_doubles_bonuses
    for seat, codes in sorted(deal.bonuses.items()):
        for code in codes:
            yield from _one_bonus(seat, code, rules.bonus_chips[code], solo, active)


@lru_cache(maxsize=1 << 10)
def _one_bonus(seat: int, code: str, base: int, solo: bool, active: Seats) -> Lines:
    """Return the payments for a bonus: each of the others pays, even a partner."""
    chips, dearer = _dearer(base, solo, 0)
    reason = say(f"bonus.{code}", who=seat_word(seat), chips=in_chips(base))
    return paid(
        "bonus", chips, personal_payments(seat, active), "Score", reason, *dearer
    )


@lru_cache(maxsize=1 << 10)
def _mond_lines(seat: int, active: Seats, chips: int) -> Lines:
    reason = say("mond", who=seat_word(seat), chips=in_chips(chips))
    return paid("mond", chips, personal_payments(seat, active), "Variants", reason)


def _notes(deal: Deal, active: Seats, rules: HouseRules) -> Iterable[str]:
    """Yield facts that moved no chips, with the reason."""
    if deal.slam is not None and deal.slam.made:
        yield say("slam.instead")
    if deal.pagat is not None and _is_standoff(deal.pagat, rules):
        name, partner = seat_word(deal.pagat.holder), _partner(deal, deal.pagat, active)
        yield say("standoff", who=name, partner=partner)
