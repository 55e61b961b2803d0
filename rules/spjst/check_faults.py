"""Problems of the recorded faults (§22-§31)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from rules.ledger import SEATS
from rules.spjst.check_bonuses import Bonus
from rules.spjst.check_values import Claims
from rules.spjst.faults import FAULTS, FaultRule
from rules.spjst.findings import Fields, Findings, is_code, shown

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
        found.add("not_a_list", "faults", f"Faults are a list, not {shown(faults)}.")
        return
    if setting.bid is None and not faults:
        message = (
            "No hand was played and no fault is recorded: give the bid, or a fault."
        )
        found.add("no_hand_no_fault", "faults", message)
    seen: set[tuple[str, int, object]] = set()
    for index, fault in enumerate(faults or ()):
        entry = _entry(fault, f"faults[{index}]", found)
        if entry is None:
            continue
        _check_entry(entry, setting, found)
        _check_repetition(entry, seen, found)


def _entry(fault: object, path: str, found: Findings) -> _Entry | None:
    if not isinstance(fault, dict):
        message = f"A fault is an object with fault and seat, not {shown(fault)}."
        found.add("not_an_object", path, message)
        return None
    fields = cast(Fields, fault)
    code = fields.get("fault")
    if code is None:
        message = f"Say which fault it is: {', '.join(FAULTS)}."
        found.add("missing_field", f"{path}.fault", message)
        return None
    if not is_code(code, FAULTS):
        message = f"There is no fault {shown(code)}; choose from {', '.join(FAULTS)}."
        found.add("unknown_fault", f"{path}.fault", message)
        return None
    rule = FAULTS[cast(str, code)]
    seat = None
    if "seat" in rule.fields:
        seat = found.seat(
            fields, "seat", f"{path}.seat", "The seat at fault", needed=True
        )
    return _Entry(cast(str, code), fields, path, seat)


def _check_entry(entry: _Entry, setting: Setting, found: Findings) -> None:
    rule = FAULTS[entry.code]
    _check_names(entry, rule, found)
    if setting.bid is None and not rule.without_hand:
        message = f"No hand was played (bid null), so there can be no {rule.name}."
        found.add("fault_needs_a_hand", f"{entry.path}.fault", message)
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
    found.names(given, known, f"{entry.path}.", f"A {rule.name}")


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
        message = (
            f"Seat {entry.seat} already has this fault ({FAULTS[entry.code].name}); "
            "take one of the two out."
        )
        found.add("fault_twice", entry.path, message)
    seen.add(key)


def _illegal_value(entry: _Entry, setting: Setting, found: Findings) -> None:
    value, path = entry.fields.get("value"), f"{entry.path}.value"
    if value is None:
        found.add("missing_field", path, "Say which value was declared but not held.")
    elif not isinstance(value, str):
        found.add("not_text", path, f"A value must be text, not {shown(value)}.")
    elif entry.seat is not None and value not in setting.claims.get(entry.seat, ()):
        message = (
            f"Seat {entry.seat} has not declared {shown(value)}: add it to his values, "
            "or correct the fault."
        )
        found.add("value_not_declared", path, message)
    if entry.fields.get("before_first_card") is not None:
        found.flag(
            entry.fields,
            "before_first_card",
            f"{entry.path}.before_first_card",
            "Was it admitted before the first card",
        )


def _wrong_trump(entry: _Entry, setting: Setting, found: Findings) -> None:
    holder = found.seat(entry.fields, "holder", f"{entry.path}.holder", "The holder")
    if setting.bid == "prever":
        message = "Nobody calls a trump in a Prever: correct the bid or the fault."
        found.add("wrong_trump_in_prever", f"{entry.path}.fault", message)
    elif None not in (entry.seat, setting.declarer) and entry.seat != setting.declarer:
        message = (
            f"The declarer, seat {setting.declarer}, calls the card, not seat "
            f"{entry.seat}. Correct one of the two."
        )
        found.add("wrong_trump_not_declarer", f"{entry.path}.seat", message)
    if holder is not None and holder in (entry.seat, setting.declarer):
        message = "The silent holder of the right card is another than the declarer."
        found.add("holder_is_declarer", f"{entry.path}.holder", message)


def _wrong_povinost(entry: _Entry, setting: Setting, found: Findings) -> None:
    path = f"{entry.path}.rightful"
    what = "The rightful player"
    rightful = found.seat(entry.fields, "rightful", path, what, needed=True)
    if rightful is None:
        return
    if setting.povinost is not None and rightful != setting.povinost:
        message = (
            f"The rightful player is Povinost, seat {setting.povinost}, not seat "
            f"{rightful}. Correct one of the two."
        )
        found.add("rightful_not_povinost", path, message)
    if rightful == entry.seat:
        message = (
            f"Seat {rightful} cannot both lead off wrongly and be the rightful player."
        )
        found.add("rightful_is_seat", entry.path, message)


def _pagat_call(entry: _Entry, setting: Setting, found: Findings) -> None:
    pagat = setting.pagat
    if pagat is None or pagat.announced is False or pagat.made:
        message = (
            "This fault goes with a Pagat that was announced and lost: record the "
            "Pagat so, or take the fault out."
        )
        found.add("no_lost_pagat_call", f"{entry.path}.fault", message)
    if None in (entry.seat, setting.side) or pagat is None or pagat.side is None:
        return
    if (entry.seat in (setting.side or ())) != (pagat.side == "declarer"):
        message = (
            f"Seat {entry.seat} is not on the side that called the Pagat. Correct the "
            "seat or the side."
        )
        found.add("fault_on_other_side", f"{entry.path}.seat", message)


def _ruling(entry: _Entry, setting: Setting, found: Findings) -> None:
    reason, path = entry.fields.get("reason"), f"{entry.path}.reason"
    if reason is None:
        found.add("missing_field", path, "Give the judge's reason in a few words.")
    elif not isinstance(reason, str):
        found.add("not_text", path, f"The reason must be text, not {shown(reason)}.")
    elif not reason.strip():
        found.add("empty_reason", path, "Give the judge's reason in a few words.")
    _check_transfers(entry.fields.get("transfers"), f"{entry.path}.transfers", found)


def _check_transfers(transfers: object, path: str, found: Findings) -> None:
    if transfers is None:
        message = "Say who pays whom: [[from, to, chips], …]."
        found.add("missing_field", path, message)
    elif not isinstance(transfers, list):
        message = f"Transfers are a list of [from, to, chips], not {shown(transfers)}."
        found.add("not_a_list", path, message)
    elif not transfers:
        message = "A ruling moves chips: give at least one [from, to, chips]."
        found.add("bad_transfers", path, message)
    else:
        for place, transfer in enumerate(transfers, start=1):
            wrong = _wrong_with(transfer)
            if wrong:
                message = f"Transfer {place} of the ruling {wrong}."
                found.add("bad_transfers", path, message)


def _wrong_with(transfer: object) -> str:
    if not isinstance(transfer, list) or len(transfer) != len(("from", "to", "chips")):
        return "must be [from, to, chips]"
    payer, payee, chips = transfer
    if not (_is_seat(payer) and _is_seat(payee)):
        return "must go from seat 1, 2, 3 or 4 to another seat"
    if payer == payee:
        return f"goes from seat {payer} to himself; name two seats"
    if type(chips) is not int or not 1 <= chips <= MOST_CHIPS:
        return f"must be a whole number of chips from 1 to {MOST_CHIPS:,}, not {shown(chips)}"
    return ""


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
