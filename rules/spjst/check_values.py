"""Problems of the declared values (§12, §17, §18, §21)."""

from collections.abc import Mapping
from typing import cast

from rules.ledger import SEATS
from rules.spjst.findings import Fields, Findings, shown
from rules.spjst.house import HouseRules, prices
from rules.spjst.values import VALUES, bearable

Claims = Mapping[int, frozenset[str]]

_SEAT_KEYS = {str(seat): seat for seat in SEATS}
_CLASS_NAMES = {"trumps": "number of trumps", "five_counters": "five-counters"}


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
        message = (
            'Values are an object of lists by seat, such as {"2": ["uni"]}, '
            f"not {shown(values)}."
        )
        found.add("not_an_object", "values", message)
        return {}
    claims: dict[int, frozenset[str]] = {}
    for key, declared in cast(Fields, values).items():
        seat = _SEAT_KEYS.get(key)
        if seat is None:
            message = f'Values belong to seat "1", "2", "3" or "4", not {shown(key)}.'
            found.add("not_a_seat", f"values.{key}", message)
        else:
            claims[seat] = _declared(seat, declared, rules, found)
    _check_truth(claims, illegal, found)
    return claims


def _declared(
    seat: int, declared: object, rules: HouseRules, found: Findings
) -> frozenset[str]:
    path = f"values.{seat}"
    if declared is None:
        return frozenset()
    if not isinstance(declared, list):
        message = f"The values of seat {seat} must be a list, not {shown(declared)}."
        found.add("not_a_list", path, message)
        return frozenset()
    known: set[str] = set()
    for value in declared:
        if not isinstance(value, str):
            message = f"A value of seat {seat} must be text, not {shown(value)}."
            found.add("not_text", path, message)
        elif value not in VALUES:
            message = (
                f"There is no value {shown(value)}; choose from {', '.join(VALUES)}."
            )
            found.add("unknown_value", path, message)
        elif value in known:
            message = f"Seat {seat} has {VALUES[value].name} twice; once is enough."
            found.add("value_twice", path, message)
        else:
            known.add(value)
    for value in sorted(known.difference(prices(rules.values))):
        message = f"{VALUES[value].name} is not played in this house; take it out."
        found.add("value_not_played", path, message)
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
        found.add("impossible_values", "values", _impossible(true))


def _check_classes(seat: int, declared: frozenset[str], found: Findings) -> None:
    for klass, name in _CLASS_NAMES.items():
        same = [
            value.name
            for code, value in VALUES.items()
            if code in declared and value.klass == klass
        ]
        if same[1:]:
            message = (
                f"Seat {seat} may declare one value for his {name}: "
                f"{' or '.join(same)}, not both."
            )
            found.add("two_of_a_class", f"values.{seat}", message)


def _impossible(claims: Claims) -> str:
    """Says which seat's values exclude one another, if one seat's do."""
    for seat, declared in claims.items():
        if not bearable([declared]):
            names = " and ".join(
                VALUES[code].name for code in VALUES if code in declared
            )
            return (
                f"Seat {seat} cannot hold {names} in twelve cards. Correct the values, "
                "or record what was not held as an illegal value."
            )
    return (
        "No deal can bear these values together: there are 22 trumps, 3 trull cards "
        "and 4 Kings, and only six cards lie outside the hands. Correct the values, "
        "or record what was not held as an illegal value."
    )
