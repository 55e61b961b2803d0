"""Statistics of a hand for each seat: by role, and by source of its chips.

Names of figures; each has the times, the successful times, the chips and their squares:

- `bid.povinost.partner`, `bid.povinost.alone`, `bid.prever.1` to `3` (by set, §8),
  `partner`, `defender`: the chips of the play, which are game, Valat and Pagat;
- `with.1` to `3`: the chips of the play by partner, who sits this many seats on
  (rules.hand_stats);
- `kontra.given`, `kontra.got`: what a challenge moved beyond the plain hand (§13). The
  record doesn't say which player made the challenge, so both of a side have it;
- `pagat.…`, `valat.…`: of the side that made or lost it, and `against` it (§15, §16);
- `value.CODE`: what it brought from the other three (§12);
- `fault.CODE`: the flat penalty paid; `fault.redirected` the additional cost of the
  redirection of §30, `fault.of_others` the chips gained or lost by another's fault.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.deal_rotation import State
from rules.game import Feat
from rules.hand_stats import Figures, count, count_partners, single
from rules.ledger import Net, Settlement, net_of
from rules.messages import Sentences
from rules.spjst.faults import guilty_seats, penalties, violators_of
from rules.spjst.hand import SEATS, SIDES_OF, Fault, Hand, Side, Sides, other
from rules.spjst.house import HouseRules, prices
from rules.spjst.settle import (
    illegal_claims,
    is_made,
    is_won,
    pagat_winner,
    replaces_game,
    settle,
    standing_valat,
    valat_winner,
    voids_pagat,
)

FEATS = Sentences(
    __name__,
    {
        "Valat": "Valat",
        "called Valat": "called Valat",
        "Pagat": "Pagat",
        "announced Pagat": "announced Pagat",
    },
)


def feats(hand: Hand, rules: HouseRules, state: State | None) -> Iterator[Feat]:
    """Yield the feats of a hand; a called Valat is not also a silent one (§15, §16).

    They have no seats here: `count_more` has what each brought to each seat.
    """
    if hand.is_void:
        return
    if hand.valat and hand.valat.made:
        yield FEATS["called Valat" if hand.valat.announced else "Valat"], ()
    if hand.pagat and is_made(hand.pagat, rules):
        yield FEATS["announced Pagat" if hand.pagat.announced else "Pagat"], ()


PLAY = ("game", "valat", "pagat")


def count_more(
    hand: Hand, settlement: Settlement, rules: HouseRules, seats: list[Figures]
) -> None:
    """Add to the figures of each seat those of a hand with this settlement."""
    for fault in hand.faults:
        _penalties(fault, rules, seats)
    if hand.bid is None or hand.is_void:
        return
    sides = SIDES_OF[hand.declarer, hand.partner]
    _roles(hand, settlement, rules, sides, seats)
    _values(hand, rules, seats)
    _bonuses(hand, settlement, rules, sides, seats)
    _challenges(hand, settlement, rules, sides, seats)
    _redirected(hand, settlement, rules, seats)


def _penalties(fault: Fault, rules: HouseRules, seats: Sequence[Figures]) -> None:
    lines = penalties(fault, rules)
    for seat in guilty_seats(fault):
        paid = sum(line.chips for line in lines if line.payer == seat)
        count(seats[seat - 1], f"fault.{fault.fault}", single(-paid, False))


def _roles(
    hand: Hand,
    settlement: Settlement,
    rules: HouseRules,
    sides: Sides,
    seats: Sequence[Figures],
) -> None:
    winner, moved = _winner(hand, rules), _moved(settlement, *PLAY)
    for seat, chips in zip(SEATS, moved, strict=True):
        name, side = "defender", _side(seat, sides)
        if seat == hand.declarer:
            name = f"bid.{_contract(hand)}"
        elif side == "declarer":
            name = "partner"
        count(seats[seat - 1], name, single(chips, side == winner))
    if hand.declarer and hand.partner:
        pair = hand.declarer, hand.partner
        count_partners(seats, pair, moved, won=winner == "declarer")


def _contract(hand: Hand) -> str:
    if hand.bid == "prever":
        return f"prever.{hand.prever_set}"
    return "povinost.alone" if hand.partner is None else "povinost.partner"


def _winner(hand: Hand, rules: HouseRules) -> Side:
    """Return the winner of the game, or of the Valat that replaces it."""
    valat = standing_valat(hand)
    if valat is not None and replaces_game(valat, rules):
        return valat_winner(valat)
    return "declarer" if is_won(hand.points or 0) else "opponents"


def _values(hand: Hand, rules: HouseRules, seats: Sequence[Figures]) -> None:
    price, illegal = prices(rules.values), illegal_claims(hand)
    for claim in hand.values:
        if claim not in illegal:
            brought = price[claim.value] * (len(SEATS) - 1)
            count(seats[claim.seat - 1], f"value.{claim.value}", single(brought))


def _bonuses(
    hand: Hand,
    settlement: Settlement,
    rules: HouseRules,
    sides: Sides,
    seats: Sequence[Figures],
) -> None:
    valat, pagat = standing_valat(hand), hand.pagat
    if valat is not None:
        manner = "called" if valat.announced else "silent"
        _bonus(
            "valat", manner, valat.side, valat_winner(valat), settlement, sides, seats
        )
    if pagat is not None and not voids_pagat(valat, rules):
        manner = "announced" if pagat.announced else "silent"
        winner = pagat_winner(pagat, rules)
        _bonus("pagat", manner, pagat.side, winner, settlement, sides, seats)


def _bonus(
    bonus: str,
    manner: str,
    tried: Side,
    winner: Side | None,
    settlement: Settlement,
    sides: Sides,
    seats: Sequence[Figures],
) -> None:
    for seat, chips in zip(SEATS, _moved(settlement, bonus), strict=True):
        side = _side(seat, sides)
        name = f"{bonus}.{manner if side == tried else 'against'}"
        count(seats[seat - 1], name, single(chips, side == winner))


def _challenges(
    hand: Hand,
    settlement: Settlement,
    rules: HouseRules,
    sides: Sides,
    seats: Sequence[Figures],
) -> None:
    """Count what each challenge moved: the difference from the hand without it."""
    if hand.challenge is not None:
        plain = settle(replace(hand, challenge=None), rules)
        moved = _beyond(settlement, plain, "game", "valat")
        _challenge("declarer", _winner(hand, rules), moved, sides, seats)
    pagat = hand.pagat
    if pagat is None or pagat.challenge is None:
        return
    if not voids_pagat(standing_valat(hand), rules):
        plain = settle(replace(hand, pagat=replace(pagat, challenge=None)), rules)
        moved = _beyond(settlement, plain, "pagat")
        winner = pagat_winner(pagat, rules)
        _challenge(pagat.side, winner, moved, sides, seats)


def _challenge(
    got: Side, winner: Side | None, moved: Net, sides: Sides, seats: Sequence[Figures]
) -> None:
    for seat, chips in zip(SEATS, moved, strict=True):
        side = _side(seat, sides)
        name = "kontra.got" if side == got else "kontra.given"
        count(seats[seat - 1], name, single(chips, side == winner))


def _redirected(
    hand: Hand, settlement: Settlement, rules: HouseRules, seats: Sequence[Figures]
) -> None:
    violators = violators_of(hand, rules) if hand.faults else {}
    if not violators:
        return
    innocent = settle(replace(hand, faults=()), rules)
    moved = _beyond(settlement, innocent, *PLAY)
    for seat, chips in zip(SEATS, moved, strict=True):
        if seat in violators:
            count(seats[seat - 1], "fault.redirected", single(chips, False))
        elif chips:
            count(seats[seat - 1], "fault.of_others", single(chips, chips > 0))


def _side(seat: int, sides: Sides) -> Side:
    return "declarer" if seat in sides.declarer else other("declarer")


def _moved(settlement: Settlement, *items: str) -> Net:
    """Return the chips of each seat by these items of the account."""
    lines = (line for line in settlement.lines if line.item in items)
    return net_of(lines, settlement.seats)


def _beyond(settlement: Settlement, plain: Settlement, *items: str) -> Net:
    """Return the chips moved by these items in addition to the plain hand."""
    pairs = zip(_moved(settlement, *items), _moved(plain, *items), strict=True)
    return tuple(first - second for first, second in pairs)
