"""The next dealer and Povinost (§3, §4, §6, §22, §31).

Povinost moves one seat to the right (seat n+1) each hand, and the dealer is the seat
before Povinost; only in the very first hand may the dealer sit anywhere. A hand that
was not played moves nothing on: a misdeal is dealt again by that dealer, and after a
ruling alone the deal stays. After a wrong Povinost the rightful player leads off next,
and the player out of turn is passed over once when their turn would come.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.deal_rotation import seats_from
from rules.spjst.hand import SEATS, Hand
from rules.spjst.house import HouseRules


@dataclass(frozen=True, slots=True)
class Deal:
    """The seats of the dealer and of Povinost, who leads off."""

    dealer: int
    povinost: int


def first_deal(povinost: int) -> Deal:
    """Return a round's first deal: the holder of the II of trumps is Povinost (§6).

    Anyone may have dealt (§3); if the dealer isn't recorded, it is the seat before
    Povinost.
    """
    return Deal(_before(povinost), povinost)


def next_deal(
    history: Sequence[Hand],
    first: Deal | None = None,
    rules: HouseRules | None = None,
) -> Deal:
    """Return the next deal, from all hands of the round at this table, in order.

    The recorded Povinost of each hand is a fact and is followed even where it differs
    from the rotation. `first` is the round's first deal where its dealer matters; a
    misdeal names its dealer anyway. Without any hand the result is `first`; raises
    ValueError if `first` is None.
    """
    if first is None and not history:
        raise ValueError("no hand was played yet: ask first_deal")
    expected = first or first_deal(history[0].povinost)
    owing: Counter[int] = Counter()  # turns for which a seat will still be passed over
    passed: list[int] = []
    for hand in history:
        # A turn counts only if the seat was passed over, not if it led off all the
        # same.
        owing.subtract(seat for seat in passed if seat != hand.povinost)
        deal = expected
        if hand.povinost != expected.povinost:
            deal = first_deal(hand.povinost)
        expected, passed = _after(hand, deal, owing)
    return expected


def _after(hand: Hand, deal: Deal, owing: Counter[int]) -> tuple[Deal, list[int]]:
    """Return the deal after this hand, and the seats passed over on the way to it."""
    out_of_turn = [f.seat for f in hand.faults if f.fault == "wrong_povinost"]
    owing.update(seat for seat in out_of_turn if seat is not None)
    if out_of_turn:
        return first_deal(deal.povinost), []
    if hand.bid is None:
        dealers = [f.seat for f in hand.faults if f.fault == "misdeal"]
        known_deal = (
            Deal(dealers[-1] or deal.dealer, deal.povinost) if dealers else deal
        )
        return known_deal, []
    passed: list[int] = []
    seat = _right_of(deal.povinost)
    while owing[seat] > passed.count(seat):
        passed.append(seat)
        seat = _right_of(seat)
    return first_deal(seat), passed


def _right_of(seat: int) -> int:
    return seats_from(seat, len(SEATS))[1]


def _before(seat: int) -> int:
    return seats_from(seat, len(SEATS))[-1]
