"""From a checked hand to the chips that move, in the order of the account.

Values, game or Valat, Pagat, redirection, flat penalties, rulings. Pagat and Valat are
side against side, beside the game or in its place (§15, §16).
"""

from collections.abc import Iterable
from functools import lru_cache

from rules.ledger import Line, Payments, Settlement
from rules.paragraphs import in_words
from rules.problems import Problem
from rules.sentences import in_chips, seat_word
from rules.spjst.faults import penalties, rulings, violators_of
from rules.spjst.game import Reckoning, challenged, is_won, reckon_game
from rules.spjst.hand import SEATS, Claim, Hand, IllegalHand, Pagat, Side, Valat
from rules.spjst.house import HouseRules, prices
from rules.spjst.problem_words import MESSAGES
from rules.spjst.redirection import Redirection
from rules.spjst.sides import SIDES_OF, SeatLine, Sides, other
from rules.spjst.values import VALUES
from rules.spjst.words import say
from rules.turns import State


def settle(hand: Hand, rules: HouseRules, state: State | None = None) -> Settlement:
    """Who pays whom for this hand, in whole chips.

    The hand must have passed `check` under the same rules; raises `IllegalHand` where
    it lacks what the account needs.
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
    """Game, Valat and Pagat as they are really paid."""
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
    """What the sides owe one another before redirection."""
    dues: list[SeatLine] = []
    if not replaces_game(valat, rules):
        points = hand.points
        if points is None or hand.bid is None:
            raise _lacking("points", "missing_field.card_points")
        reckoning = reckon_game(
            points,
            hand.bid,
            hand.prever_set,
            hand.challenge,
            rules.prever_set_multipliers,
            rules.prever_set_on_win,
        )
        dues += _due("game", reckoning, sides.won if is_won(points) else sides.lost)
    if valat is not None:
        reckoning = reckon_valat(hand, valat, sides, rules)
        dues += _due("valat", reckoning, sides.payments(valat_winner(valat)))
    if hand.pagat is not None and not voids_pagat(valat, rules):
        reckoning = reckon_pagat(hand.pagat, sides, rules)
        dues += _due("pagat", reckoning, sides.payments(pagat_winner(hand.pagat)))
    return dues


def _due(item: str, reckoning: Reckoning, payments: Payments) -> tuple[SeatLine, ...]:
    return _same_lines(
        item, reckoning.chips, reckoning.section, reckoning.reasons, payments
    )


# Lines cannot change, so hands that settle alike share them: most of the work is saved.
@lru_cache(maxsize=1 << 15)
def _same_lines(
    item: str, chips: int, section: str, reasons: tuple[str, ...], payments: Payments
) -> tuple[SeatLine, ...]:
    """One line for each payment; a house may play for 0 chips, which moves nothing."""
    if chips == 0:
        return ()
    return tuple(
        Line(item, payer, payee, chips, section, reasons) for payer, payee in payments
    )


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
    """Each of the other three pays, the partner too (§12)."""
    value = VALUES[code]
    why = say(
        "value",
        who=seat_word(seat),
        value=value.name,
        holding=value.holding,
        chips=in_chips(chips),
    )
    payments = tuple((payer, seat) for payer in SEATS if payer != seat)
    return _same_lines("value", chips, value.section, (why,), payments)


def illegal_claims(hand: Hand) -> dict[Claim, bool]:
    """The values declared but not held; True where admitted before the first card."""
    return {
        Claim(fault.seat, fault.value): fault.before_first_card
        for fault in hand.faults
        if fault.seat is not None and fault.value is not None
    }


def _given_back(code: str, claim: Claim, rules: HouseRules) -> str:
    return say(
        code,
        who=seat_word(claim.seat),
        value=VALUES[claim.value].name,
        chips=in_chips(prices(rules.values)[claim.value]),
    )


def _returned_notes(hand: Hand, rules: HouseRules) -> Iterable[str]:
    """§30: a value declared but not held is given back."""
    for claim, admitted in illegal_claims(hand).items():
        yield _given_back("back.early" if admitted else "back.late", claim, rules)


def _void_notes(hand: Hand, rules: HouseRules) -> Iterable[str]:
    """§31: a wrong trump voids the hand, values are given back."""
    yield say("void", who=seat_word(hand.declarer or 0))
    for claim in hand.values:
        yield _given_back("back.void", claim, rules)


def _lapsed_notes(hand: Hand, valat: Valat | None, rules: HouseRules) -> Iterable[str]:
    """What a Valat or its voided call takes away from the account."""
    if hand.valat is not None and hand.valat.voided is not None:
        yield say(f"call.{hand.valat.voided}")
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


def _lacking(field: str, code: str) -> IllegalHand:
    return IllegalHand((Problem("missing_field", field, MESSAGES[code]),))


def pagat_winner(pagat: Pagat) -> Side:
    """Whoever takes the last trick with it, or beats it there."""
    return pagat.side if pagat.made else other(pagat.side)


def valat_winner(valat: Valat) -> Side:
    """Whoever takes all tricks, or one from a side that called all."""
    return valat.side if valat.made else other(valat.side)


def standing_valat(hand: Hand) -> Valat | None:
    """The hand's Valat unless its call is void (§12, §30)."""
    if hand.valat is None or hand.valat.voided is not None:
        return None
    return hand.valat


def replaces_game(valat: Valat | None, rules: HouseRules) -> bool:
    """Does the Valat stand in place of the game?"""
    return valat is not None and rules.valat_replaces_game


def voids_pagat(valat: Valat | None, rules: HouseRules) -> bool:
    """A made Valat voids the Pagat; so does a failed call where the house says so."""
    return valat is not None and (valat.made or rules.called_valat_voids_pagat)


def reckon_pagat(pagat: Pagat, sides: Sides, rules: HouseRules) -> Reckoning:
    """The Pagat's chips for each payment, with its own challenge."""
    chips = rules.pagat_chips[pagat.announced]
    plain = _called("pagat", "§15", pagat, sides, chips)
    return challenged(plain, pagat.challenge)


def reckon_valat(
    hand: Hand, valat: Valat, sides: Sides, rules: HouseRules
) -> Reckoning:
    """The Valat's chips for each payment, with the hand's challenge."""
    pair = rules.valat_prever_chips if hand.bid == "prever" else rules.valat_chips
    plain = _called("valat", "§16", valat, sides, pair[valat.announced])
    if rules.valat_replaces_game:
        reasons = (*plain.reasons, say("valat.instead"))
        plain = Reckoning(plain.chips, plain.section, reasons)
    return challenged(
        plain, hand.challenge if rules.challenge_multiplies_valat else None
    )


def _called(
    what: str, section: str, bonus: Pagat | Valat, sides: Sides, chips: int
) -> Reckoning:
    """Who called it or not, and how it ended."""
    called = "called" if bonus.announced else "silent"
    ended = "made" if bonus.made else "lost"
    seats = sides.declarer if bonus.side == "declarer" else sides.opponents
    return _in_words(f"{what}.{called}.{ended}", section, seats, chips)


@lru_cache(maxsize=1 << 10)
def _in_words(code: str, section: str, seats: tuple[int, ...], chips: int) -> Reckoning:
    why = say(code, who=in_words(seats), chips=in_chips(chips))
    return Reckoning(chips, section, (why,))
