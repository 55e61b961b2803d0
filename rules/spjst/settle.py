"""Settlement of a checked hand: the chips that move, in the order of the account.

Values, game or Valat, Pagat, redirection, flat penalties, rulings. Pagat and Valat are
side against side, in addition to the game or in its place (§15, §16).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rules.deal_rotation import State
from rules.explanations import in_words
from rules.ledger import Line, Payments, Settlement
from rules.messages import Sentences, in_chips, seat_word
from rules.problems import Problem
from rules.spjst.faults import penalties, rulings, violators_of
from rules.spjst.hand import (
    CHALLENGE_NAMES,
    CHALLENGES,
    FIRST_SET,
    SEATS,
    SIDES_OF,
    Bid,
    Challenge,
    Claim,
    Hand,
    IllegalHand,
    Pagat,
    SeatLine,
    Side,
    Sides,
    Valat,
    other,
)
from rules.spjst.house import HouseRules, prices
from rules.spjst.problems import MESSAGES
from rules.spjst.redirection import Redirection
from rules.spjst.values import VALUES
from rules.spjst.words import say

MOST_POINTS = 106  # §25: all cards together
EVEN = 53  # §13: a tie, which the bidder loses
FOR_THE_GAME = 10  # §29: added to the difference
BID_TIMES: Mapping[Bid, int] = MappingProxyType({"povinost": 2, "prever": 3})  # §29


# §8: which three talon cards the Prever player kept, by number.
SETS = (1, 2, 3)
SET_NAMES = Sentences(
    __name__,
    {
        "1": "the first three cards",
        "2": "the second three cards",
        "3": "going back to the first",
    },
)


@dataclass(frozen=True, slots=True)
class Charge:
    """Chips for each payment, and the sections and sentences that justify them."""

    chips: int
    section: str
    reasons: tuple[str, ...]


def settle(hand: Hand, rules: HouseRules, state: State | None = None) -> Settlement:
    """Return who pays whom for this hand, in whole chips.

    The hand must have passed `check` under these rules; raises `IllegalHand` where it
    lacks what the account needs.
    """
    lines: list[SeatLine] = []
    notes: list[str] = []
    if hand.is_void:
        notes += _void_notes(hand, rules)
    elif hand.bid is not None:
        if hand.values:
            lines += _value_lines(hand, rules)
            notes += _returned_notes(hand, rules)
        _settle_play(hand, rules, lines, notes)
    for fault in hand.faults:
        lines += penalties(fault, rules)
    for fault in hand.faults:
        lines += rulings(fault)
    return Settlement(tuple(lines), tuple(notes), len(SEATS))


def _settle_play(
    hand: Hand, rules: HouseRules, lines: list[SeatLine], notes: list[str]
) -> None:
    """Add the payments of game, Valat and Pagat after redirection, with their notes."""
    sides = SIDES_OF.get((hand.declarer, hand.partner))
    if sides is None:
        raise _lacking("declarer", "missing_field.sides")
    valat = standing_valat(hand)
    dues = _dues(hand, valat, sides, rules)
    violators = violators_of(hand, rules) if hand.faults else {}
    if violators:
        redirection = Redirection(violators, sides, rules)
        lines += redirection.lines(dues)
        notes += _lapsed_notes(hand, valat, rules)
        notes += redirection.lapsed(dues)
    else:
        lines += dues
        notes += _lapsed_notes(hand, valat, rules)


def _dues(
    hand: Hand, valat: Valat | None, sides: Sides, rules: HouseRules
) -> list[SeatLine]:
    """Return what the sides owe each other before redirection."""
    dues: list[SeatLine] = []
    if not replaces_game(valat, rules):
        points = hand.points
        if points is None or hand.bid is None:
            raise _lacking("points", "missing_field.card_points")
        charge = score_game(
            points,
            hand.bid,
            hand.prever_set,
            hand.challenge,
            rules.prever_set_multipliers,
            rules.prever_set_on_win,
        )
        dues += _due("game", charge, sides.won if is_won(points) else sides.lost)
    if valat is not None:
        charge = score_valat(hand, valat, sides, rules)
        dues += _due("valat", charge, sides.payments(valat_winner(valat)))
    if hand.pagat is not None and not voids_pagat(valat, rules):
        winner = pagat_winner(hand.pagat, rules)
        if winner is not None:
            charge = score_pagat(hand.pagat, sides, rules)
            dues += _due("pagat", charge, sides.payments(winner))
    return dues


def _due(item: str, charge: Charge, payments: Payments) -> tuple[SeatLine, ...]:
    return _same_lines(item, charge.chips, charge.section, charge.reasons, payments)


# Lines are immutable, so hands with equal settlements share them. Most work is saved.
@lru_cache(maxsize=1 << 15)
def _same_lines(
    item: str, chips: int, section: str, reasons: tuple[str, ...], payments: Payments
) -> tuple[SeatLine, ...]:
    """Return one line for each payment; none for 0 chips, which a house may set."""
    if chips == 0:
        return ()
    return tuple(
        Line(item, payer, payee, chips, section, reasons) for payer, payee in payments
    )


def _lacking(field: str, code: str) -> IllegalHand:
    return IllegalHand((Problem("missing_field", field, MESSAGES[code]),))


# --- Values


def _value_lines(hand: Hand, rules: HouseRules) -> list[SeatLine]:
    price = prices(rules.values)
    illegal = illegal_claims(hand) if hand.faults else {}
    lines: list[SeatLine] = []
    for claim in hand.values:
        if claim not in illegal:
            lines += _claim_lines(claim.seat, claim.value, price[claim.value])
    return lines


@lru_cache(maxsize=1 << 10)
def _claim_lines(seat: int, code: str, chips: int) -> tuple[SeatLine, ...]:
    """Return the payments for a value by each other player, even the partner (§12)."""
    value = VALUES[code]
    reason = say(
        "value",
        who=seat_word(seat),
        value=value.name,
        holding=value.holding,
        chips=in_chips(chips),
    )
    payments = tuple((payer, seat) for payer in SEATS if payer != seat)
    return _same_lines("value", chips, value.section, (reason,), payments)


def illegal_claims(hand: Hand) -> dict[Claim, bool]:
    """Return values declared but not held; True if admitted before the first card."""
    return {
        Claim(fault.seat, fault.value): fault.before_first_card
        for fault in hand.faults
        if fault.seat is not None and fault.value is not None
    }


# --- The game: card points to chips (§7, §8, §13, §27, §29)


def is_won(points: int) -> bool:
    """Return whether the declarer's side wins with these points: 54 or more (§27)."""
    return points > EVEN


def chips_for(points: int, bid: Bid) -> int:
    """Return chips before sets and challenges; 5 and more round up (§29)."""
    return _rounded((abs(points - EVEN) + FOR_THE_GAME) * BID_TIMES[bid])


@lru_cache(maxsize=1 << 14)
def score_game(
    points: int,
    bid: Bid,
    prever_set: int,
    challenge: Challenge | None,
    multipliers: tuple[int, int, int],
    sets_on_win: bool,
) -> Charge:
    """Return the game's chips for each payment; `points` are the declarer's side's."""
    won = is_won(points)
    charge = _plain(points, bid)
    if bid == "prever":
        counts = sets_on_win or not won
        times = multipliers[prever_set - 1]
        charge = _with_set(charge, prever_set, times, counts)
    if points == EVEN and challenge is None:
        return Charge(charge.chips, f"{charge.section}, §13", charge.reasons)
    return challenged(charge, challenge)


@lru_cache(maxsize=1 << 12)
def challenged(charge: Charge, challenge: Challenge | None) -> Charge:
    """Return a charge after Kontra, Re, Supre or Mort (§13)."""
    if challenge is None:
        return charge
    times = CHALLENGES[challenge]
    chips = charge.chips * times
    reason = say(
        "challenge",
        challenge=CHALLENGE_NAMES[challenge],
        times=times,
        chips=in_chips(chips),
    )
    return _more(charge, chips, "§13", reason)


def _plain(points: int, bid: Bid) -> Charge:
    """Return the charge before sets and challenges.

    A tie, which is lost, has a sentence of its own (§13).
    """
    higher, lower = max(points, EVEN), min(points, EVEN)
    times, chips = BID_TIMES[bid], chips_for(points, bid)
    product = (higher - lower + FOR_THE_GAME) * times
    reason = say(
        "game.up" if chips * 10 > product else "game.down",
        more=higher,
        less=lower,
        difference=higher - lower,
        plus=FOR_THE_GAME,
        sum=higher - lower + FOR_THE_GAME,
        times=times,
        product=product,
        chips=in_chips(chips),
    )
    tie = (say("game.tie"),) if points == EVEN else ()
    return Charge(chips, "§29", (reason, *tie))


def _rounded(tenths: int) -> int:
    """Drop the last digit, rounding 5 and more up; round() would round half to even."""
    return (tenths + 5) // 10


def _with_set(charge: Charge, prever_set: int, times: int, counts: bool) -> Charge:
    """Return the charge times the Prever set for a loss, after rounding (§8).

    `counts` says whether the set multiplies at all.
    """
    name = SET_NAMES[str(prever_set)]
    if not counts:
        if prever_set == FIRST_SET:
            return charge
        return _more(charge, charge.chips, "§8", say("set.idle", set=name))
    if times == 1:
        return charge
    chips = charge.chips * times
    reason = say("set", set=name, times=times, chips=in_chips(chips))
    return _more(charge, chips, "§8", reason)


def _more(charge: Charge, chips: int, section: str, reason: str) -> Charge:
    """Return a charge with new chips, and one more section and sentence."""
    return Charge(chips, f"{charge.section}, {section}", (*charge.reasons, reason))


# --- Valat and Pagat


def is_made(pagat: Pagat, rules: HouseRules) -> bool:
    """Return whether a Pagat counts as made, even if the holder's partner took it."""
    return pagat.made or (
        pagat.taken_by_partner and rules.pagat_taken_by_partner == "made"
    )


def pagat_winner(pagat: Pagat, rules: HouseRules) -> Side | None:
    """Return the side that takes the last trick with the Pagat, or beats it there.

    None for a standoff: the holder's own partner took it, and the house pays nothing.
    """
    if pagat.taken_by_partner and rules.pagat_taken_by_partner == "standoff":
        return None
    return pagat.side if is_made(pagat, rules) else other(pagat.side)


def valat_winner(valat: Valat) -> Side:
    """Return the side that takes all tricks, or one from a side that called all."""
    return valat.side if valat.made else other(valat.side)


def standing_valat(hand: Hand) -> Valat | None:
    """Return the hand's Valat unless its call is void (§12, §30)."""
    if hand.valat is None or hand.valat.voided is not None:
        return None
    return hand.valat


def replaces_game(valat: Valat | None, rules: HouseRules) -> bool:
    """Return whether the Valat replaces the game."""
    return valat is not None and rules.valat_replaces_game


def voids_pagat(valat: Valat | None, rules: HouseRules) -> bool:
    """Return whether the Valat voids the Pagat.

    A made one does; so does a failed call where the house rules say so.
    """
    return valat is not None and (valat.made or rules.called_valat_voids_pagat)


def score_pagat(pagat: Pagat, sides: Sides, rules: HouseRules) -> Charge:
    """Return the Pagat's chips for each payment, with its own challenge."""
    chips = rules.pagat_chips[pagat.announced]
    is_success = is_made(pagat, rules)
    ended = ("partner." if pagat.taken_by_partner else "") + (
        "made" if is_success else "lost"
    )
    plain = _called("pagat", "§15", pagat, ended, sides, chips)
    return challenged(plain, pagat.challenge)


def score_valat(hand: Hand, valat: Valat, sides: Sides, rules: HouseRules) -> Charge:
    """Return the Valat's chips for each payment, with the hand's challenge."""
    pair = rules.valat_prever_chips if hand.bid == "prever" else rules.valat_chips
    ended = "made" if valat.made else "lost"
    plain = _called("valat", "§16", valat, ended, sides, pair[valat.announced])
    if rules.valat_replaces_game:
        reasons = (*plain.reasons, say("valat.instead"))
        plain = Charge(plain.chips, plain.section, reasons)
    return challenged(
        plain, hand.challenge if rules.challenge_multiplies_valat else None
    )


def _called(
    bonus_name: str,
    section: str,
    bonus: Pagat | Valat,
    ended: str,
    sides: Sides,
    chips: int,
) -> Charge:
    """Return the charge of a bonus, with a sentence on its call and its end."""
    called = "called" if bonus.announced else "silent"
    seats = sides.declarer if bonus.side == "declarer" else sides.opponents
    return _in_words(f"{bonus_name}.{called}.{ended}", section, seats, chips)


@lru_cache(maxsize=1 << 10)
def _in_words(code: str, section: str, seats: tuple[int, ...], chips: int) -> Charge:
    reason = say(code, who=in_words(seats), chips=in_chips(chips))
    return Charge(chips, section, (reason,))


# --- Facts that move no chips but are noted


def _returned_notes(hand: Hand, rules: HouseRules) -> Iterable[str]:
    """Yield notes on values declared but not held, which are given back (§30)."""
    for claim, admitted in illegal_claims(hand).items():
        yield _given_back("back.early" if admitted else "back.late", claim, rules)


def _void_notes(hand: Hand, rules: HouseRules) -> Iterable[str]:
    """Yield notes on a wrong trump: the hand is void, values are given back (§31)."""
    yield say("void", who=seat_word(hand.declarer or 0))
    for claim in hand.values:
        yield _given_back("back.void", claim, rules)


def _given_back(code: str, claim: Claim, rules: HouseRules) -> str:
    return say(
        code,
        who=seat_word(claim.seat),
        value=VALUES[claim.value].name,
        chips=in_chips(prices(rules.values)[claim.value]),
    )


def _lapsed_notes(hand: Hand, valat: Valat | None, rules: HouseRules) -> Iterable[str]:
    """Yield notes on what a Valat or its voided call removes from the account."""
    if hand.valat is not None and hand.valat.voided is not None:
        yield say(f"call.{hand.valat.voided}")
    pagat = hand.pagat
    is_paid = pagat is None or pagat_winner(pagat, rules) is not None
    if not is_paid and not voids_pagat(valat, rules):
        yield say("lapsed.pagat.standoff")
    if valat is None:
        return
    if replaces_game(valat, rules) and hand.points is not None:
        yield say("lapsed.game")
    if replaces_game(valat, rules) and _challenge_is_idle(hand, rules):
        yield say("lapsed.challenge")
    if hand.pagat is not None and voids_pagat(valat, rules):
        yield say("lapsed.pagat.made" if valat.made else "lapsed.pagat.lost")


def _challenge_is_idle(hand: Hand, rules: HouseRules) -> bool:
    return hand.challenge is not None and not rules.challenge_multiplies_valat
