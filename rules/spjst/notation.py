"""The hand record: the JSON object a hand is written down as, and back."""

from typing import Any, cast

from rules.problems import Problem
from rules.spjst.check import check
from rules.spjst.hand import (
    FIRST_SEAT,
    FIRST_SET,
    SEATS,
    Claim,
    Fault,
    Hand,
    IllegalHand,
    Pagat,
    Transfer,
    Valat,
)
from rules.spjst.house import HouseRules
from rules.spjst.values import VALUES
from rules.turns import State

Record = dict[str, Any]

# The house that plays everything: what it refuses, no house accepts.
_WIDEST = HouseRules()


def parse(record: object, *, checked: bool = False) -> Hand:
    """The hand of a record that has passed `check`.

    Raises `IllegalHand` with the problems if no house could accept the record. Say
    `checked=True` where `check` has just been asked, to spare asking again.
    """
    if not checked:
        problems = check(record, _WIDEST)
        if problems:
            raise IllegalHand(problems)
    known = cast(Record, record)
    get = known.get
    return Hand(
        get("bid"),
        get("povinost") or FIRST_SEAT,
        get("declarer"),
        get("partner"),
        get("points"),
        get("prever_set") or FIRST_SET,
        get("challenge"),
        _claims(get("values")),
        _pagat(get("pagat")),
        _valat(get("valat")),
        tuple([_fault(fault) for fault in get("faults") or ()]),
        get("id"),
    )


def write(hand: Hand) -> Record:
    """The hand's record in its canonical form: only what is known, claims by seat."""
    record: Record = {} if hand.id is None else {"id": hand.id}
    record["povinost"] = hand.povinost
    record["bid"] = hand.bid
    return record | _present(
        declarer=hand.declarer,
        partner=hand.partner,
        points=hand.points,
        prever_set=hand.prever_set if hand.bid == "prever" else None,
        challenge=hand.challenge,
        values=_written_values(hand.values),
        pagat=hand.pagat and _written_pagat(hand.pagat),
        valat=hand.valat and _written_valat(hand.valat),
        faults=[_written_fault(fault) for fault in hand.faults] or None,
    )


class HandRecords:
    """How SPJST’s records are read: its own words for all problems, told at once."""

    active = len(SEATS)
    tables = (len(SEATS),)

    def problems(
        self, record: object, rules: HouseRules, state: State | None, seats: int | None
    ) -> tuple[Problem, ...]:
        """What `check` says; no hand rests on another, and four sit at every table."""
        return check(record, rules)

    def parse(self, record: object, *, checked: bool = False) -> Hand:
        """The hand of a record that has passed `check`."""
        return parse(record, checked=checked)

    def write(self, hand: Hand) -> Record:
        """The hand’s record in its canonical form."""
        return write(hand)

    def kind_of(self, hand: Hand) -> str:
        """Its bid; a misdeal or a bare ruling has none."""
        return hand.bid or ""

    def players_of(self, hand: Hand) -> tuple[int, ...]:
        """All four, unless no hand was played."""
        return () if hand.bid is None else SEATS


def _present(**fields: object) -> Record:
    return {name: value for name, value in fields.items() if value is not None}


def _claims(values: Record | None) -> tuple[Claim, ...]:
    """Claims by seat, and in the order of the table of values."""
    if not values:
        return ()
    return tuple(
        [
            Claim(seat, code)
            for seat in SEATS
            if (declared := values.get(str(seat)))
            for code in VALUES
            if code in declared
        ]
    )


def _pagat(pagat: Record | None) -> Pagat | None:
    if pagat is None:
        return None
    return Pagat(
        pagat["side"], pagat["announced"], pagat["made"], pagat.get("challenge")
    )


def _valat(valat: Record | None) -> Valat | None:
    if valat is None:
        return None
    return Valat(valat["side"], valat["announced"], valat["made"], valat.get("voided"))


def _fault(fault: Record) -> Fault:
    get = fault.get
    return Fault(
        fault["fault"],
        get("seat"),
        get("value"),
        get("before_first_card") or False,
        get("holder"),
        get("rightful"),
        tuple([Transfer(*transfer) for transfer in get("transfers") or ()]),
        get("reason"),
    )


def _written_values(claims: tuple[Claim, ...]) -> dict[str, list[str]] | None:
    values: dict[str, list[str]] = {}
    for claim in claims:
        values.setdefault(str(claim.seat), []).append(claim.value)
    return values or None


def _written_pagat(pagat: Pagat) -> Record:
    return _present(
        side=pagat.side,
        announced=pagat.announced,
        made=pagat.made,
        challenge=pagat.challenge,
    )


def _written_valat(valat: Valat) -> Record:
    return _present(
        side=valat.side,
        announced=valat.announced,
        made=valat.made,
        voided=valat.voided,
    )


def _written_fault(fault: Fault) -> Record:
    transfers = [[each.payer, each.payee, each.chips] for each in fault.transfers]
    return _present(
        fault=fault.fault,
        seat=fault.seat,
        value=fault.value,
        before_first_card=fault.before_first_card or None,
        holder=fault.holder,
        rightful=fault.rightful,
        transfers=transfers or None,
        reason=fault.reason,
    )
