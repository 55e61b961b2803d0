"""A hand scored with a card of payoffs in the hand, as a table would without the site.

Nothing of `rules.spjst` is used: the numbers are the card's promises, who pays whom is
section 1 and section 5 of the rulings written down once more.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.rules.spjst.builders import Record
from tests.scoring.games.spjst.promises import Promises

SEATS = (1, 2, 3, 4)
# item, payer, payee, chips
Payment = tuple[str, int, int, int]
TWO_GUILTY = {"wrong_trump": "holder", "wrong_povinost": "rightful"}


def payments(record: Record, card: Promises) -> Counter[Payment]:
    """Every payment of this hand; each moves a chip or more."""
    faults = record.get("faults") or []
    found = [*_penalties(faults, card), *_rulings(faults)]
    is_void = any(each["fault"] == "wrong_trump" for each in faults)
    if record["bid"] is not None and not is_void:
        found += _values(record, faults, card)
        found += _redirected(record, faults, list(_dues(record, card)), card)
    return Counter(each for each in found if each[3])


def _values(record: Record, faults: list[Any], card: Promises) -> Iterator[Payment]:
    wrong = {(each.get("seat"), each.get("value")) for each in faults}
    for seat, codes in (record.get("values") or {}).items():
        for code in codes:
            if (int(seat), code) not in wrong:
                for payer in SEATS:
                    if payer != int(seat):
                        yield "value", payer, int(seat), card["value", code]


def _dues(record: Record, card: Promises) -> Iterator[Payment]:
    """Game, Valat and Pagat before anybody covers anybody."""
    valat, pagat = record.get("valat"), record.get("pagat")
    if valat and valat.get("voided"):
        valat = None
    ladder = card.get(("challenge", record.get("challenge")), 1)
    if not (valat and card["valat", "stands in place"]):
        points, bid = record["points"], record["bid"]
        key = (bid, points, record.get("prever_set") or 1)
        chips = card[key if bid == "prever" else key[:2]]
        yield from _sides(record, "game", points > 53, chips * ladder)
    if valat:
        how = "called" if valat["announced"] else "silent"
        times = ladder if card["valat", "challenged"] else 1
        chips = card["valat", record["bid"], how] * times
        yield from _sides(record, "valat", _ours_won(valat), chips)
    voids = valat and (valat["made"] or card["valat", "lost call voids Pagat"])
    if pagat and not voids:
        how = "called" if pagat["announced"] else "silent"
        chips = card["pagat", pagat.get("challenge") or how]
        won = _ours_won(pagat)
        if pagat.get("taken_by_partner"):
            taken = card["pagat", "partner"]
            if taken == "nothing is paid":
                return
            won = won == (taken == "it is lost")
        yield from _sides(record, "pagat", won, chips)


def _ours_won(bonus: Record) -> bool:
    return bool(bonus["made"] == (bonus["side"] == "declarer"))


def _ours(record: Record) -> list[int]:
    return [s for s in SEATS if s in (record["declarer"], record.get("partner"))]


def _sides(record: Record, item: str, won: bool, chips: int) -> Iterator[Payment]:
    ours = _ours(record)
    theirs = [seat for seat in SEATS if seat not in ours]
    losers, winners = (theirs, ours) if won else (ours, theirs)
    if len(losers) == len(winners):
        pairs = zip(losers, winners, strict=True)
    else:
        pairs = iter([(loser, winner) for loser in losers for winner in winners])
    for loser, winner in pairs:
        yield item, loser, winner, chips


def _redirected(
    record: Record, faults: list[Any], dues: list[Payment], card: Promises
) -> Iterator[Payment]:
    """§30, payment by payment."""
    guilty = {
        each["seat"]
        for each in faults
        if each["fault"] != "ruling" and card["fault", each["fault"]][1]
    }
    lead = record.get("povinost") or 1
    turn = [(lead + step - 1) % 4 + 1 for step in range(4)]
    ours = _ours(record)
    for item, loser, winner, chips in dues:
        side = {s for s in SEATS if (s in ours) == (winner in ours)}
        with_winner = [s for s in turn if s in guilty and s in side]
        with_loser = [s for s in turn if s in guilty and s not in side]
        alone_pays = card["fault", "soloist"] and len(side) == 3
        if winner in guilty:
            if card["fault", "alone"] and len(side) == 1 and loser not in guilty:
                yield item, winner, loser, chips
        elif with_winner and not alone_pays:
            yield from _shared(item, with_winner, winner, chips)
        elif with_loser and loser not in guilty:
            yield from _shared(item, with_loser, winner, chips)
        else:
            yield item, loser, winner, chips


def _shared(item: str, payers: list[int], payee: int, chips: int) -> Iterator[Payment]:
    for place, payer in enumerate(payers):
        extra = 1 if place < chips % len(payers) else 0
        yield item, payer, payee, chips // len(payers) + extra


def _penalties(faults: list[Any], card: Promises) -> Iterator[Payment]:
    for each in faults:
        if each["fault"] == "ruling" or each.get("before_first_card"):
            continue
        if each["fault"] == "false_pagat" and card["fault", "holder"]:
            chips, _ = card["fault", "false_pagat"]
            yield "fault", each["seat"], each["holder"], chips
            continue
        second = each.get(TWO_GUILTY.get(each["fault"], ""))
        payers = [each["seat"], *([second] if second else [])]
        for payer in payers:
            for payee in SEATS:
                if payee not in payers:
                    yield "fault", payer, payee, card["fault", each["fault"]][0]


def _rulings(faults: list[Any]) -> Iterator[Payment]:
    for each in faults:
        for payer, payee, chips in each.get("transfers") or []:
            yield "ruling", payer, payee, chips
