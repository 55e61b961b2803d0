"""Problems of the declared values (§12, §17, §18, §21)."""

from collections.abc import Mapping
from typing import cast

from rules.sentences import chained, seat_word
from rules.spjst.findings import Fields, Findings
from rules.spjst.hand import SEATS
from rules.spjst.house import HouseRules, prices
from rules.spjst.problem_words import shown
from rules.spjst.values import VALUES, ValueClass, bearable

Claims = Mapping[int, frozenset[str]]

_SEAT_KEYS = {str(seat): seat for seat in SEATS}
CLASSES: tuple[ValueClass, ...] = ("trumps", "five_counters")


def check_values(
    record: Fields, rules: HouseRules, illegal: Claims, found: Findings
) -> Claims:
    """What each seat declared, known values only.

    `illegal` claims (faults of their own) are left out of the checks against the class
    and against the deal.
    """
    values = record.get("values")
    if values is None:
        return {}
    if not isinstance(values, dict):
        said = {"example": '{"2": ["uni"]}', "value": shown(values)}
        found.add("not_an_object.values", "values", **said)
        return {}
    claims: dict[int, frozenset[str]] = {}
    for key, declared in cast(Fields, values).items():
        seat = _SEAT_KEYS.get(key)
        if seat is None:
            found.add("not_a_seat.values", f"values.{key}", value=shown(key))
        else:
            claims[seat] = _declared(seat, declared, rules, found)
    _check_truth(claims, illegal, found)
    return claims


def _declared(
    seat: int, declared: object, rules: HouseRules, found: Findings
) -> frozenset[str]:
    path, who = f"values.{seat}", seat_word(seat)
    if declared is None:
        return frozenset()
    if not isinstance(declared, list):
        found.add("not_a_list.values", path, who=who, value=shown(declared))
        return frozenset()
    known: set[str] = set()
    for value in declared:
        if not isinstance(value, str):
            found.add("not_text.declared", path, who=who, value=shown(value))
        elif value not in VALUES:
            codes = ", ".join(VALUES)
            found.add("unknown_value", path, value=shown(value), known=codes)
        elif value in known:
            found.add("value_twice", path, who=who, value=VALUES[value].name)
        else:
            known.add(value)
    for value in sorted(known.difference(prices(rules.values))):
        found.add("value_not_played", path, value=VALUES[value].name)
    return frozenset(known)


def _check_truth(claims: Claims, illegal: Claims, found: Findings) -> None:
    """At most one of each class, and a deal in which all of it is true."""
    true = {
        seat: declared - illegal.get(seat, frozenset())
        for seat, declared in sorted(claims.items())
    }
    for seat, declared in true.items():
        if len(declared) > 1:
            _check_classes(seat, declared, found)
    if not bearable(true.values()):
        _tell_impossible(true, found)


def _check_classes(seat: int, declared: frozenset[str], found: Findings) -> None:
    for klass in CLASSES:
        same = [
            value.name
            for code, value in VALUES.items()
            if code in declared and value.klass == klass
        ]
        if same[1:]:
            said = {"who": seat_word(seat), "values": chained(same, "or")}
            found.add(f"two_of_a_class.{klass}", f"values.{seat}", **said)


def _tell_impossible(claims: Claims, found: Findings) -> None:
    """Says which seat's values exclude one another, if one seat's do."""
    for seat, declared in claims.items():
        if not bearable([declared]):
            names = [VALUES[code].name for code in VALUES if code in declared]
            said = {"who": seat_word(seat), "values": chained(names)}
            found.add("impossible_values.hand", "values", **said)
            return
    found.add("impossible_values", "values")
