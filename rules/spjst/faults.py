"""Faults: their penalties, redirected payments, and checks of recorded ones."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import cast

from rules.deal_rotation import seats_from
from rules.ledger import Line
from rules.messages import Sentence, Sentences, in_chips, seat_word
from rules.spjst.hand import SEATS, Fault, Hand, SeatLine
from rules.spjst.house import HouseRules
from rules.spjst.problems import (
    QUESTIONS,
    WHAT,
    Claims,
    Fields,
    Findings,
    Setting,
    is_code,
    shown,
)
from rules.spjst.values import VALUES, declared_trull
from rules.spjst.words import say

MOST_CHIPS = 1_000_000  # far above any table's chips; limits totals


@dataclass(frozen=True, slots=True)
class FaultRule:
    """A kind of fault: `each` gives the chips its seat pays to each other player.

    `fields` may be in a record in addition to the code, `repeats` says that one seat
    may do it twice in a hand, `without_hand` that it can happen where no hand was
    played.
    """

    name: Sentence
    section: str
    each: Callable[[HouseRules], int]
    fields: tuple[str, ...] = ("seat",)
    repeats: bool = False
    without_hand: bool = False
    redirects: Callable[[HouseRules], bool] = lambda rules: False


def _always(rules: HouseRules) -> bool:
    return True


NAMES = Sentences(
    __name__,
    {
        "misdeal": "misdeal",
        "discard_count": "wrong discard",
        "short_hand": "wrong number of cards",
        "renege": "renege",
        "pagat_card_count": "Pagat called with the wrong number of cards",
        "discarded_king": "King discarded",
        "discarded_trump": "trump discarded face down",
        "illegal_value": "declared but not held",
        "wrong_trump": "wrong card called",
        "wrong_povinost": "led off out of turn",
        "false_pagat": "Pagat called without holding it",
        "ruling": "judge’s ruling",
    },
)
FAULTS: Mapping[str, FaultRule] = MappingProxyType(
    {
        "misdeal": FaultRule(
            NAMES["misdeal"],
            "§22",
            lambda rules: rules.misdeal_each,
            repeats=True,
            without_hand=True,
        ),
        "discard_count": FaultRule(
            NAMES["discard_count"],
            "§30",
            lambda rules: rules.irregularity_each,
            redirects=_always,
        ),
        "short_hand": FaultRule(
            NAMES["short_hand"],
            "§31",
            lambda rules: rules.irregularity_each,
            redirects=_always,
        ),
        "renege": FaultRule(
            NAMES["renege"],
            "§30",
            lambda rules: rules.renege_each,
            repeats=True,
            redirects=lambda rules: rules.renege_redirects,
        ),
        "pagat_card_count": FaultRule(
            NAMES["pagat_card_count"],
            "§31",
            lambda rules: rules.irregularity_each,
            redirects=_always,
        ),
        "discarded_king": FaultRule(
            NAMES["discarded_king"],
            "§30",
            lambda rules: rules.discarded_king_each,
            repeats=True,
        ),
        "discarded_trump": FaultRule(
            NAMES["discarded_trump"],
            "§30",
            lambda rules: rules.discarded_trump_each,
            repeats=True,
        ),
        "illegal_value": FaultRule(
            NAMES["illegal_value"],
            "§30",
            lambda rules: rules.illegal_value_each,
            fields=("seat", "value", "before_first_card"),
        ),
        "wrong_trump": FaultRule(
            NAMES["wrong_trump"],
            "§31",
            lambda rules: rules.wrong_trump_each,
            fields=("seat", "holder"),
        ),
        "wrong_povinost": FaultRule(
            NAMES["wrong_povinost"],
            "§31",
            lambda rules: rules.wrong_povinost_each,
            fields=("seat", "rightful"),
            without_hand=True,
        ),
        "false_pagat": FaultRule(
            NAMES["false_pagat"],
            "§31",
            lambda rules: rules.false_pagat_each,
            fields=("seat", "holder"),
        ),
        "ruling": FaultRule(
            NAMES["ruling"],
            "§31",
            lambda rules: 0,  # the ruling itself has the chips it moves
            fields=("transfers", "reason"),
            repeats=True,
            without_hand=True,
        ),
    }
)


# --- The cost of a fault, and the payments it redirects


def violators_of(hand: Hand, rules: HouseRules) -> dict[int, Sentence]:
    """Return the seats whose fault redirects payments, each with the fault in words.

    They are in order of play, Povinost first.
    """
    named = {
        fault.seat: FAULTS[fault.fault].name
        for fault in hand.faults
        if FAULTS[fault.fault].redirects(rules)
    }
    if not named:
        return {}
    in_turn = seats_from(hand.povinost, len(SEATS))
    return {seat: named[seat] for seat in in_turn if seat in named}


def penalties(fault: Fault, rules: HouseRules) -> tuple[SeatLine, ...]:
    """Return the flat penalty: each guilty seat pays each seat that is not guilty.

    If the house rules say so, the penalty for a false Pagat goes to its holder alone
    (§31).
    """
    chips = FAULTS[fault.fault].each(rules)
    # §30: a value given back before the first card costs nothing more
    if fault.before_first_card or chips == 0:
        return ()
    is_false_pagat = fault.fault == "false_pagat" and fault.seat and fault.holder
    # a hand recorded before this rule names no holder
    if is_false_pagat and rules.false_pagat_to == "holder":
        return _to_holder(cast(int, fault.seat), cast(int, fault.holder), chips)
    return _penalty_lines(fault.fault, guilty_seats(fault), fault.value, chips)


@lru_cache(maxsize=1 << 12)
def _penalty_lines(
    code: str, guilty: tuple[int, ...], value: str | None, chips: int
) -> tuple[SeatLine, ...]:
    """Return the lines of a penalty; two guilty seats have a sentence each."""
    innocent = [seat for seat in SEATS if seat not in guilty]
    name = "" if value is None else VALUES[value].name
    lines = []
    for payer in guilty:
        part = "" if not guilty[1:] else ".both" if payer == guilty[0] else ".second"
        reason = say(
            f"fault.{code}{part}",
            who=seat_word(payer),
            value=name,
            chips=in_chips(chips),
        )
        section = FAULTS[code].section
        lines += [
            Line("fault", payer, payee, chips, section, (reason,)) for payee in innocent
        ]
    return tuple(lines)


@lru_cache(maxsize=1 << 8)
def _to_holder(caller: int, holder: int, chips: int) -> tuple[SeatLine, ...]:
    """Return the penalty for a false Pagat, to its holder alone."""
    words = {"who": seat_word(caller), "holder": seat_word(holder)}
    reason = say("fault.false_pagat.holder", chips=in_chips(chips), **words)
    section = FAULTS["false_pagat"].section
    return (Line("fault", caller, holder, chips, section, (reason,)),)


def rulings(fault: Fault) -> Iterator[SeatLine]:
    """Yield the payments that the judge ordered (§31)."""
    for transfer in fault.transfers:
        yield Line(
            "ruling",
            transfer.payer,
            transfer.payee,
            transfer.chips,
            FAULTS[fault.fault].section,
            (say("ruling", reason=fault.reason),),
        )


def guilty_seats(fault: Fault) -> tuple[int, ...]:
    """Return the seat, and the silent holder or the rightful player who let it happen.

    The holder of a Pagat that another seat called is not guilty.
    """
    holder = None if fault.fault == "false_pagat" else fault.holder
    seats = (fault.seat, holder, fault.rightful)
    return tuple(seat for seat in seats if seat is not None)


# --- Checks of a recorded fault
_FIELDS_OF = {code: frozenset(("fault", *rule.fields)) for code, rule in FAULTS.items()}
_ANY_FIELD = frozenset().union(*(rule.fields for rule in FAULTS.values()))


@dataclass(frozen=True, slots=True)
class _Entry:
    """One fault of the list with a known code, and its path."""

    code: str
    fields: Fields
    path: str
    seat: int | None


def entries_of(record: Fields, code: str) -> list[Fields]:
    """Return the recorded faults of this code, unchanged, well formed or not."""
    faults = record.get("faults")
    if not isinstance(faults, list):
        return []
    return [
        cast(Fields, entry)
        for entry in faults
        if isinstance(entry, dict) and entry.get("fault") == code
    ]


def illegal_claims(record: Fields) -> Claims:
    """Return the values recorded as declared but not held, by seat."""
    claims: dict[int, frozenset[str]] = {}
    for entry in entries_of(record, "illegal_value"):
        seat, value = entry.get("seat"), entry.get("value")
        if type(seat) is int and isinstance(value, str):
            claims[seat] = claims.get(seat, frozenset()) | {value}
    return claims


def check_faults(
    record: Fields, setting: Setting, rules: HouseRules, findings: Findings
) -> None:
    """Check every fault alone, and repetitions of one seat's fault."""
    faults = record.get("faults")
    if faults is not None and not isinstance(faults, list):
        findings.add("not_a_list.faults", "faults", value=shown(faults))
        return
    if setting.bid is None and not faults:
        findings.add("no_hand_no_fault", "faults")
    known: set[tuple[str, int, object]] = set()
    for index, fault in enumerate(faults or ()):
        entry = _entry(fault, f"faults[{index}]", findings)
        if entry is None:
            continue
        _check_entry(entry, setting, rules, findings)
        _check_repetition(entry, known, findings)


def _entry(fault: object, path: str, findings: Findings) -> _Entry | None:
    if not isinstance(fault, dict):
        findings.add("not_an_object.fault", path, value=shown(fault))
        return None
    fields = cast(Fields, fault)
    code = fields.get("fault")
    if code is None:
        findings.add("missing_field.fault", f"{path}.fault", known=", ".join(FAULTS))
        return None
    if not is_code(code, FAULTS):
        values = {"value": shown(code), "known": ", ".join(FAULTS)}
        findings.add("unknown_fault", f"{path}.fault", **values)
        return None
    rule = FAULTS[cast(str, code)]
    seat = None
    if "seat" in rule.fields:
        seat = findings.seat(fields, "seat", f"{path}.seat", WHAT["seat"], needed=True)
    return _Entry(cast(str, code), fields, path, seat)


def _check_entry(
    entry: _Entry, setting: Setting, rules: HouseRules, findings: Findings
) -> None:
    rule = FAULTS[entry.code]
    _check_names(entry, rule, findings)
    if setting.bid is None and not rule.without_hand:
        findings.add("fault_needs_a_hand", f"{entry.path}.fault", fault=rule.name)
        return
    details = _DETAILS.get(entry.code)
    if details is not None:
        details(entry, setting, findings)
    needs_holder = entry.code == "false_pagat" and rules.false_pagat_to == "holder"
    if needs_holder and entry.fields.get("holder") is None:
        findings.add("missing_field.holder", f"{entry.path}.holder")


def _check_names(entry: _Entry, rule: FaultRule, findings: Findings) -> None:
    """Check the field names of a fault.

    Null in a field of another fault counts as absent.
    """
    known = _FIELDS_OF[entry.code]
    if entry.fields.keys() <= known:
        return
    names = {
        name: value
        for name, value in entry.fields.items()
        if value is not None or name not in _ANY_FIELD
    }
    findings.names(names, known, f"{entry.path}.", rule.name, "unknown_field.fault")


def _check_repetition(
    entry: _Entry, known: set[tuple[str, int, object]], findings: Findings
) -> None:
    value = entry.fields.get("value") if entry.code == "illegal_value" else None
    if FAULTS[entry.code].repeats or entry.seat is None:
        return
    if not isinstance(value, str | None):
        return
    key = (entry.code, entry.seat, value)
    if key in known:
        values = {"who": seat_word(entry.seat), "fault": FAULTS[entry.code].name}
        findings.add("fault_twice", entry.path, **values)
    known.add(key)


def _illegal_value(entry: _Entry, setting: Setting, findings: Findings) -> None:
    value, path = entry.fields.get("value"), f"{entry.path}.value"
    if value is None:
        findings.add("missing_field.value", path)
    elif not isinstance(value, str):
        findings.add("not_text.value", path, value=shown(value))
    elif entry.seat is not None and value not in setting.claims.get(entry.seat, ()):
        values = {"who": seat_word(entry.seat), "value": shown(value)}
        findings.add("value_not_declared", path, **values)
    if entry.fields.get("before_first_card") is not None:
        findings.flag(
            entry.fields,
            "before_first_card",
            f"{entry.path}.before_first_card",
            QUESTIONS["before_first_card"],
        )


def _wrong_trump(entry: _Entry, setting: Setting, findings: Findings) -> None:
    holder = findings.seat(
        entry.fields, "holder", f"{entry.path}.holder", WHAT["holder"]
    )
    if setting.bid == "prever":
        findings.add("wrong_trump_in_prever", f"{entry.path}.fault")
    elif entry.seat and setting.declarer and entry.seat != setting.declarer:
        values = {"declarer": seat_word(setting.declarer), "who": seat_word(entry.seat)}
        findings.add("wrong_trump_not_declarer", f"{entry.path}.seat", **values)
    if holder is not None and holder in (entry.seat, setting.declarer):
        findings.add("holder_is_declarer", f"{entry.path}.holder")


def _wrong_povinost(entry: _Entry, setting: Setting, findings: Findings) -> None:
    path = f"{entry.path}.rightful"
    label = WHAT["rightful"]
    rightful = findings.seat(entry.fields, "rightful", path, label, needed=True)
    if rightful is None:
        return
    if setting.povinost is not None and rightful != setting.povinost:
        values = {"povinost": seat_word(setting.povinost), "who": seat_word(rightful)}
        findings.add("rightful_not_povinost", path, **values)
    if rightful == entry.seat:
        findings.add("rightful_is_seat", entry.path, who=seat_word(rightful))


def _pagat_call(entry: _Entry, setting: Setting, findings: Findings) -> None:
    pagat = setting.pagat
    if pagat is None or pagat.announced is False or pagat.made:
        findings.add("no_lost_pagat_call", f"{entry.path}.fault")
    if entry.seat is None or setting.side is None or not pagat or pagat.side is None:
        return
    if (entry.seat in setting.side) != (pagat.side == "declarer"):
        name = seat_word(entry.seat)
        findings.add("fault_on_other_side", f"{entry.path}.seat", who=name)


def _false_pagat(entry: _Entry, setting: Setting, findings: Findings) -> None:
    """Check that another seat holds the Pagat, and that the call fits other entries.

    A partner can't take a Pagat that wasn't held, and the caller can't have declared a
    trull.
    """
    _pagat_call(entry, setting, findings)
    path, label = f"{entry.path}.holder", WHAT["holder"]
    holder = findings.seat(entry.fields, "holder", path, label)
    if holder is not None and holder == entry.seat:
        findings.add("holder_is_caller", path)
    if setting.pagat is not None and setting.pagat.taken_by_partner and entry.seat:
        words = {"who": seat_word(entry.seat)}
        places = ("pagat.taken_by_partner", entry.path)
        findings.add_all("partner_cannot_take_pagat.false", places, **words)
    claim = setting.true_claims.get(entry.seat or 0, frozenset())
    if entry.seat and (value := declared_trull(claim)):
        words = {"who": seat_word(entry.seat), "value": VALUES[value].name}
        places = ("values", entry.path)
        findings.add_all("false_pagat_contradicts_values", places, **words)


def _ruling(entry: _Entry, setting: Setting, findings: Findings) -> None:
    reason, path = entry.fields.get("reason"), f"{entry.path}.reason"
    if reason is None:
        findings.add("missing_field.reason", path)
    elif not isinstance(reason, str):
        findings.add("not_text.reason", path, value=shown(reason))
    elif not reason.strip():
        findings.add("empty_reason", path)
    _check_transfers(entry.fields.get("transfers"), f"{entry.path}.transfers", findings)


def _check_transfers(transfers: object, path: str, findings: Findings) -> None:
    if transfers is None:
        findings.add("missing_field.transfers", path)
    elif not isinstance(transfers, list):
        findings.add("not_a_list.transfers", path, value=shown(transfers))
    elif not transfers:
        findings.add("bad_transfers.none", path)
    else:
        for place, transfer in enumerate(transfers, start=1):
            wrong, values = _wrong_with(transfer)
            if wrong:
                findings.add(f"bad_transfers.{wrong}", path, n=place, **values)


def _wrong_with(transfer: object) -> tuple[str, dict[str, object]]:
    """Return the code of a transfer's problem with its values; empty if it is right."""
    if not isinstance(transfer, list) or len(transfer) != len(("from", "to", "chips")):
        return "shape", {}
    payer, payee, chips = transfer
    if not (_is_seat(payer) and _is_seat(payee)):
        return "seats", {}
    if payer == payee:
        return "same", {"who": seat_word(payer)}
    if type(chips) is not int or not 1 <= chips <= MOST_CHIPS:
        return "chips", {"most": f"{MOST_CHIPS:,}", "value": shown(chips)}
    return "", {}


def _is_seat(value: object) -> bool:
    return type(value) is int and value in SEATS


# Checks of what a fault needs in addition to its seat, by code.
_DETAILS: Mapping[str, Callable[[_Entry, Setting, Findings], None]] = {
    "illegal_value": _illegal_value,
    "wrong_trump": _wrong_trump,
    "wrong_povinost": _wrong_povinost,
    "false_pagat": _false_pagat,
    "pagat_card_count": _pagat_call,
    "ruling": _ruling,
}
