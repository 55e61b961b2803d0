"""Collecting every problem of a record, and reading its fields while doing so.

Each reader answers the field's value, or None where it is absent or wrong; what is
wrong is then among the findings.
"""

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from types import MappingProxyType

from rules.ledger import SEATS
from rules.problems import Problem

Fields = Mapping[str, object]

# Every problem a record may have, by code.
PROBLEM_CODES: Mapping[str, str] = MappingProxyType(
    {
        # shape
        "not_an_object": "a JSON object is needed here",
        "not_a_list": "a list is needed here",
        "not_text": "text is needed here",
        "not_a_whole_number": "a whole number is needed here",
        "not_true_or_false": "true or false is needed here",
        "unknown_field": "the record has no field of this name",
        "missing_field": "this field is needed",
        # bid and players
        "not_a_seat": "a seat is 1, 2, 3 or 4",
        "unknown_bid": "the bid is povinost, prever or null",
        "declarer_not_povinost": "the bid Povinost belongs to the Povinost seat",
        "partner_is_declarer": "nobody is his own partner",
        "prever_with_partner": "Prever is played alone",
        # result
        "points_out_of_range": "card points are 0 to 106",
        "set_out_of_range": "the Prever set is 1, 2 or 3",
        "set_without_prever": "only a Prever has a set",
        "unknown_challenge": "the challenge is kontra, re, supre or mort",
        "challenge_not_played": "the house does not go as far as this challenge",
        # values
        "unknown_value": "there is no value of this code",
        "value_not_played": "the house does not know this value",
        "value_twice": "a seat declared the same value twice",
        "two_of_a_class": "a seat declared two values of one class",
        "impossible_values": "no deal can bear these values",
        # Pagat and Valat
        "unknown_side": "the side is declarer or opponents",
        "silent_pagat_challenged": "only an announced Pagat can be challenged",
        "empty_valat": "a Valat is made or announced, or both",
        "unknown_voided": "voided is undeclared_value or illegal_declaration",
        "valat_not_voidable": "only a lost Valat call can be voided",
        "valat_contradicts_points": "a made Valat and the card points disagree",
        "valat_contradicts_pagat": "a made Valat and a Pagat made by the other side",
        # no hand, void hand
        "no_hand_played": "beside bid null only faults may stand",
        "no_hand_no_fault": "a record without a hand needs a fault",
        "void_hand_has_result": "a hand void by a wrong trump has no result",
        # faults
        "unknown_fault": "there is no fault of this code",
        "fault_needs_a_hand": "this fault cannot happen where no hand was played",
        "fault_twice": "the same fault of one seat stands twice",
        "value_not_declared": "the illegal value is not among the seat's values",
        "wrong_trump_in_prever": "a wrong trump is called with the bid Povinost only",
        "wrong_trump_not_declarer": "a wrong trump is the declarer's fault",
        "holder_is_declarer": "the holder of the right card is another player",
        "rightful_not_povinost": "the rightful player is the Povinost seat",
        "rightful_is_seat": "the rightful player is another than the one who led off",
        "no_lost_pagat_call": "this fault needs an announced Pagat that was lost",
        "fault_on_other_side": "this fault's seat is on the side that called the Pagat",
        "bad_transfers": "each transfer is two different seats and 1 chip or more",
        "empty_reason": "a ruling needs the judge's reason",
    }
)

_LONGEST_SHOWN = 30
_LARGEST_SHOWN = 10**9


class Findings:
    """The problems found so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, code: str, field: str, message: str) -> None:
        """One more problem; `code` is a key of PROBLEM_CODES."""
        self.problems.append(Problem(code, field, message))

    def whole(self, fields: Fields, name: str, path: str, what: str) -> int | None:
        """A whole number; 54.0 and true are none."""
        value = fields.get(name)
        if value is None:
            return None
        if type(value) is int:
            return value
        message = f"{what} must be a whole number, not {shown(value)}."
        self.add("not_a_whole_number", path, message)
        return None

    def seat(
        self, fields: Fields, name: str, path: str, what: str, needed: bool = False
    ) -> int | None:
        """A seat from 1 to 4."""
        value = fields.get(name)
        if type(value) is int and value in SEATS:
            return value
        if value is not None:
            message = f"{what} must be seat 1, 2, 3 or 4, not {shown(value)}."
            self.add("not_a_seat", path, message)
        elif needed:
            self.add("missing_field", path, f"{what} is missing; give the seat.")
        return None

    def flag(self, fields: Fields, name: str, path: str, what: str) -> bool | None:
        """A needed true or false."""
        value = fields.get(name)
        if isinstance(value, bool):
            return value
        if value is None:
            self.add("missing_field", path, f"Say true or false: {what}?")
        else:
            message = f"{what}? Say true or false, not {shown(value)}."
            self.add("not_true_or_false", path, message)
        return None

    def names(
        self, fields: Fields, known: AbstractSet[str], path: str, what: str
    ) -> None:
        """Every name must be known."""
        if fields.keys() <= known:
            return
        for name in fields:
            if name not in known:
                close = get_close_matches(str(name), known, 1)
                hint = f"did you mean {close[0]}?" if close else "leave it out."
                message = f"{what} has no field {shown(name)}; {hint}"
                self.add("unknown_field", f"{path}{name}", message)


def shown(value: object) -> str:
    """A wrong value as it may stand in a sentence: short, whatever it is."""
    if isinstance(value, str):
        cut = value if len(value) <= _LONGEST_SHOWN else value[:_LONGEST_SHOWN] + "…"
        return f'"{cut}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < _LARGEST_SHOWN else "so large a number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, dict) else "something else"


def is_code(value: object, codes: Collection[str]) -> bool:
    """Is it text, and one of these? Lists and objects are asked safely."""
    return isinstance(value, str) and value in codes
