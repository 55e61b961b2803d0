"""Collecting every problem of a record, and reading its fields while doing so.

Each reader answers the field's value, or None where it is absent or wrong; what is
wrong is then among the findings.
"""

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from difflib import get_close_matches

from rules.problems import Problem
from rules.sentences import Said, Sentences, filled
from rules.spjst.hand import SEATS
from rules.spjst.problem_words import MESSAGES, shown

Fields = Mapping[str, object]

# Every problem a record may have, by code.
PROBLEM_CODES = Sentences(
    __name__,
    {
        # shape
        "not_an_object": "A JSON object is needed here.",
        "not_a_list": "A list is needed here.",
        "not_text": "Text is needed here.",
        "not_a_whole_number": "A whole number is needed here.",
        "not_true_or_false": "True or false is needed here.",
        "unknown_field": "The record has no field of this name.",
        "missing_field": "This field is needed.",
        # bid and players
        "not_a_seat": "A seat is 1, 2, 3 or 4.",
        "unknown_bid": "The bid is povinost, prever or null.",
        "declarer_not_povinost": "The bid Povinost belongs to the Povinost seat.",
        "partner_is_declarer": "The declarer cannot be the partner too.",
        "prever_with_partner": "Prever is played alone.",
        # result
        "points_out_of_range": "Card points are 0 to 106.",
        "set_out_of_range": "The Prever set is 1, 2 or 3.",
        "set_without_prever": "Only a Prever has a set.",
        "unknown_challenge": "The challenge is kontra, re, supre or mort.",
        "challenge_not_played": "The house does not go as far as this challenge.",
        # values
        "unknown_value": "There is no value of this code.",
        "value_not_played": "The house does not know this value.",
        "value_twice": "A seat declared the same value twice.",
        "two_of_a_class": "A seat declared two values of one class.",
        "impossible_values": "No deal can bear these values.",
        # Pagat and Valat
        "unknown_side": "The side is declarer or opponents.",
        "silent_pagat_challenged": "Only an announced Pagat can be challenged.",
        "empty_valat": "A Valat is made or announced, or both.",
        "unknown_voided": "Voided is undeclared_value or illegal_declaration.",
        "valat_not_voidable": "Only a lost Valat call can be voided.",
        "valat_contradicts_points": "A made Valat and the card points disagree.",
        "valat_contradicts_pagat": "A made Valat and a Pagat made by the other side.",
        # no hand, void hand
        "no_hand_played": "Beside bid null only faults may stand.",
        "no_hand_no_fault": "A record without a hand needs a fault.",
        "void_hand_has_result": "A hand void by a wrong trump has no result.",
        # faults
        "unknown_fault": "There is no fault of this code.",
        "fault_needs_a_hand": "This fault cannot happen where no hand was played.",
        "fault_twice": "The same fault of one seat stands twice.",
        "value_not_declared": "The illegal value is not among the seat's values.",
        "wrong_trump_in_prever": "A wrong trump is called with the bid Povinost only.",
        "wrong_trump_not_declarer": "A wrong trump is the declarer's fault.",
        "holder_is_declarer": "The holder of the right card is another player.",
        "rightful_not_povinost": "The rightful player is the Povinost seat.",
        "rightful_is_seat": "The rightful player is another than the one who led off.",
        "no_lost_pagat_call": "This fault needs an announced Pagat that was lost.",
        "fault_on_other_side": "This fault's seat is on the side that called the Pagat.",
        "bad_transfers": "Each transfer is two different seats and 1 chip or more.",
        "empty_reason": "A ruling needs the judge's reason.",
    },
)

AS_WRITTEN = {"unknown_voided"}  # begins with the name of a field


class Findings:
    """The problems found so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, code: str, field: str, **values: object) -> None:
        """One more problem; up to its first point `code` is a key of PROBLEM_CODES."""
        said = filled(MESSAGES[code], values, begins=code not in AS_WRITTEN)
        self.problems.append(Problem(code.partition(".")[0], field, said))

    def whole(self, fields: Fields, name: str, path: str, what: Said) -> int | None:
        """A whole number; 54.0 and true are none."""
        value = fields.get(name)
        if value is None:
            return None
        if type(value) is int:
            return value
        self.add("not_a_whole_number", path, what=what, value=shown(value))
        return None

    def seat(
        self, fields: Fields, name: str, path: str, what: Said, needed: bool = False
    ) -> int | None:
        """A seat from 1 to 4."""
        value = fields.get(name)
        if type(value) is int and value in SEATS:
            return value
        if value is not None:
            self.add("not_a_seat", path, what=what, value=shown(value))
        elif needed:
            self.add("missing_field.seat", path, what=what)
        return None

    def flag(self, fields: Fields, name: str, path: str, question: Said) -> bool | None:
        """A needed true or false."""
        value = fields.get(name)
        if isinstance(value, bool):
            return value
        if value is None:
            self.add("missing_field.flag", path, question=question)
        else:
            said = shown(value)
            self.add("not_true_or_false", path, question=question, value=said)
        return None

    def names(
        self,
        fields: Fields,
        known: AbstractSet[str],
        path: str,
        what: Said,
        code: str = "unknown_field",
    ) -> None:
        """Every name must be known."""
        if fields.keys() <= known:
            return
        for name in fields:
            if name not in known:
                close = get_close_matches(str(name), known, 1)
                values = {"what": what, "name": shown(name)}
                if close:
                    self.add(f"{code}.close", path + name, **values, close=close[0])
                else:
                    self.add(code, path + name, **values)


def is_code(value: object, codes: Collection[str]) -> bool:
    """Is it text, and one of these? Lists and objects are asked safely."""
    return isinstance(value, str) and value in codes
