"""Problems of the recorded faults (§22-§31)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from rules.sentences import seat_word
from rules.spjst.check_bonuses import Bonus
from rules.spjst.check_values import Claims
from rules.spjst.faults import FAULTS, FaultRule
from rules.spjst.findings import Fields, Findings, is_code
from rules.spjst.hand import SEATS
from rules.spjst.problem_words import QUESTIONS, WHAT, shown

UNKNOWN_BID = ""
MOST_CHIPS = 1_000_000  # far above any table's chips; keeps totals within bounds
_FIELDS_OF = {code: frozenset(("fault", *rule.fields)) for code, rule in FAULTS.items()}
_ANY_FIELD = frozenset(name for rule in FAULTS.values() for name in rule.fields)


@dataclass(frozen=True, slots=True)
class Setting:
    """What could be understood of the hand around the faults.

    `bid` is None where no hand was played and UNKNOWN_BID where it is wrong; `side` are
    the seats of the declarer's side; None stands for whatever is not clear.
    """

    bid: str | None
    povinost: int | None
    declarer: int | None = None
    side: frozenset[int] | None = None
    pagat: Bonus | None = None
    claims: Claims = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One fault of the list, its code known, and where it stands."""

    code: str
    fields: Fields
    path: str
    seat: int | None


def entries_of(record: Fields, code: str) -> list[Fields]:
    """The recorded faults of this code, as they stand, well formed or not."""
    faults = record.get("faults")
    if not isinstance(faults, list):
        return []
    return [
        cast(Fields, entry)
        for entry in faults
        if isinstance(entry, dict) and entry.get("fault") == code
    ]


def illegal_claims(record: Fields) -> Claims:
    """The values recorded as declared but not held, by seat."""
    claims: dict[int, frozenset[str]] = {}
    for entry in entries_of(record, "illegal_value"):
        seat, value = entry.get("seat"), entry.get("value")
        if type(seat) is int and isinstance(value, str):
            claims[seat] = claims.get(seat, frozenset()) | {value}
    return claims


def check_faults(record: Fields, setting: Setting, found: Findings) -> None:
    """Every fault by itself, and the same fault of one seat twice."""
    faults = record.get("faults")
    if faults is not None and not isinstance(faults, list):
        found.add("not_a_list.faults", "faults", value=shown(faults))
        return
    if setting.bid is None and not faults:
        found.add("no_hand_no_fault", "faults")
    seen: set[tuple[str, int, object]] = set()
    for index, fault in enumerate(faults or ()):
        entry = _entry(fault, f"faults[{index}]", found)
        if entry is None:
            continue
        _check_entry(entry, setting, found)
        _check_repetition(entry, seen, found)


def _entry(fault: object, path: str, found: Findings) -> _Entry | None:
    if not isinstance(fault, dict):
        found.add("not_an_object.fault", path, value=shown(fault))
        return None
    fields = cast(Fields, fault)
    code = fields.get("fault")
    if code is None:
        found.add("missing_field.fault", f"{path}.fault", known=", ".join(FAULTS))
        return None
    if not is_code(code, FAULTS):
        said = {"value": shown(code), "known": ", ".join(FAULTS)}
        found.add("unknown_fault", f"{path}.fault", **said)
        return None
    rule = FAULTS[cast(str, code)]
    seat = None
    if "seat" in rule.fields:
        seat = found.seat(fields, "seat", f"{path}.seat", WHAT["seat"], needed=True)
    return _Entry(cast(str, code), fields, path, seat)


def _check_entry(entry: _Entry, setting: Setting, found: Findings) -> None:
    rule = FAULTS[entry.code]
    _check_names(entry, rule, found)
    if setting.bid is None and not rule.without_hand:
        found.add("fault_needs_a_hand", f"{entry.path}.fault", fault=rule.name)
        return
    details = _DETAILS.get(entry.code)
    if details is not None:
        details(entry, setting, found)


def _check_names(entry: _Entry, rule: FaultRule, found: Findings) -> None:
    """Null in a field of another fault is as good as absent."""
    known = _FIELDS_OF[entry.code]
    if entry.fields.keys() <= known:
        return
    given = {
        name: value
        for name, value in entry.fields.items()
        if value is not None or name not in _ANY_FIELD
    }
    found.names(given, known, f"{entry.path}.", rule.name, "unknown_field.fault")


def _check_repetition(
    entry: _Entry, seen: set[tuple[str, int, object]], found: Findings
) -> None:
    value = entry.fields.get("value") if entry.code == "illegal_value" else None
    if FAULTS[entry.code].repeats or entry.seat is None:
        return
    if not isinstance(value, str | None):
        return
    key = (entry.code, entry.seat, value)
    if key in seen:
        said = {"who": seat_word(entry.seat), "fault": FAULTS[entry.code].name}
        found.add("fault_twice", entry.path, **said)
    seen.add(key)


def _illegal_value(entry: _Entry, setting: Setting, found: Findings) -> None:
    value, path = entry.fields.get("value"), f"{entry.path}.value"
    if value is None:
        found.add("missing_field.value", path)
    elif not isinstance(value, str):
        found.add("not_text.value", path, value=shown(value))
    elif entry.seat is not None and value not in setting.claims.get(entry.seat, ()):
        said = {"who": seat_word(entry.seat), "value": shown(value)}
        found.add("value_not_declared", path, **said)
    if entry.fields.get("before_first_card") is not None:
        found.flag(
            entry.fields,
            "before_first_card",
            f"{entry.path}.before_first_card",
            QUESTIONS["before_first_card"],
        )


def _wrong_trump(entry: _Entry, setting: Setting, found: Findings) -> None:
    holder = found.seat(entry.fields, "holder", f"{entry.path}.holder", WHAT["holder"])
    if setting.bid == "prever":
        found.add("wrong_trump_in_prever", f"{entry.path}.fault")
    elif entry.seat and setting.declarer and entry.seat != setting.declarer:
        said = {"declarer": seat_word(setting.declarer), "who": seat_word(entry.seat)}
        found.add("wrong_trump_not_declarer", f"{entry.path}.seat", **said)
    if holder is not None and holder in (entry.seat, setting.declarer):
        found.add("holder_is_declarer", f"{entry.path}.holder")


def _wrong_povinost(entry: _Entry, setting: Setting, found: Findings) -> None:
    path = f"{entry.path}.rightful"
    what = WHAT["rightful"]
    rightful = found.seat(entry.fields, "rightful", path, what, needed=True)
    if rightful is None:
        return
    if setting.povinost is not None and rightful != setting.povinost:
        said = {"povinost": seat_word(setting.povinost), "who": seat_word(rightful)}
        found.add("rightful_not_povinost", path, **said)
    if rightful == entry.seat:
        found.add("rightful_is_seat", entry.path, who=seat_word(rightful))


def _pagat_call(entry: _Entry, setting: Setting, found: Findings) -> None:
    pagat = setting.pagat
    if pagat is None or pagat.announced is False or pagat.made:
        found.add("no_lost_pagat_call", f"{entry.path}.fault")
    if entry.seat is None or setting.side is None or not pagat or pagat.side is None:
        return
    if (entry.seat in setting.side) != (pagat.side == "declarer"):
        who = seat_word(entry.seat)
        found.add("fault_on_other_side", f"{entry.path}.seat", who=who)


def _ruling(entry: _Entry, setting: Setting, found: Findings) -> None:
    reason, path = entry.fields.get("reason"), f"{entry.path}.reason"
    if reason is None:
        found.add("missing_field.reason", path)
    elif not isinstance(reason, str):
        found.add("not_text.reason", path, value=shown(reason))
    elif not reason.strip():
        found.add("empty_reason", path)
    _check_transfers(entry.fields.get("transfers"), f"{entry.path}.transfers", found)


def _check_transfers(transfers: object, path: str, found: Findings) -> None:
    if transfers is None:
        found.add("missing_field.transfers", path)
    elif not isinstance(transfers, list):
        found.add("not_a_list.transfers", path, value=shown(transfers))
    elif not transfers:
        found.add("bad_transfers.none", path)
    else:
        for place, transfer in enumerate(transfers, start=1):
            wrong, values = _wrong_with(transfer)
            if wrong:
                found.add(f"bad_transfers.{wrong}", path, n=place, **values)


def _wrong_with(transfer: object) -> tuple[str, dict[str, object]]:
    """What is wrong with it, and what is to be said of that; nothing if it is right."""
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


# What a fault needs beside its seat, by code.
_DETAILS: Mapping[str, Callable[[_Entry, Setting, Findings], None]] = {
    "illegal_value": _illegal_value,
    "wrong_trump": _wrong_trump,
    "wrong_povinost": _wrong_povinost,
    "false_pagat": _pagat_call,
    "pagat_card_count": _pagat_call,
    "ruling": _ruling,
}
