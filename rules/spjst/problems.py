"""What may be wrong with a record, in words, and collecting it while fields are read.

Each reader answers the field's value, or None where it is absent or wrong; what is
wrong is then among the findings.
"""

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from difflib import get_close_matches

from rules.problems import Problem
from rules.sentences import Sentence, Sentences, filled
from rules.spjst.hand import SEATS

MESSAGES = Sentences(
    __name__,
    {
        # shape
        "not_an_object.record": "A hand record is a JSON object in braces, not {value}.",
        "not_an_object.pagat": "The Pagat is an object with side, announced and made, not {value}.",
        "not_an_object.valat": "The Valat is an object with side, announced and made, not {value}.",
        "not_an_object.values": "Values are an object of lists by seat, such as {example}, not {value}.",
        "not_an_object.fault": "A fault is an object with fault and seat, not {value}.",
        "not_text.id": "The id must be text in quotation marks, not {value}.",
        "not_text.value": "A value must be text, not {value}.",
        "not_text.declared": "A value of {who} must be text, not {value}.",
        "not_text.reason": "The reason must be text, not {value}.",
        "not_a_list.values": "The values of {who} must be a list, not {value}.",
        "not_a_list.faults": "Faults are a list, not {value}.",
        "not_a_list.transfers": "Transfers are a list of [from, to, chips], not {value}.",
        "not_a_whole_number": "{what} must be a whole number, not {value}.",
        "not_a_seat": "{what} must be seat 1, 2, 3 or 4, not {value}.",
        "not_a_seat.values": 'Values belong to seat "1", "2", "3" or "4", not {value}.',
        "not_true_or_false": "{question} Say true or false, not {value}.",
        "unknown_field": "{what} has no field {name}; leave it out.",
        "unknown_field.close": "{what} has no field {name}; did you mean {close}?",
        "unknown_field.fault": "A {what} has no field {name}; leave it out.",
        "unknown_field.fault.close": "A {what} has no field {name}; did you mean {close}?",
        "missing_field.seat": "{what} is missing; give the seat.",
        "missing_field.flag": "Say true or false: {question}",
        "missing_field.bid": 'The bid is missing; give "povinost" or "prever", or null if no hand was played.',
        "missing_field.points": "The card points of the declarer's side are missing; give 0 to 106.",
        "missing_field.pagat": 'Whose Pagat? Give the side, "declarer" or "opponents".',
        "missing_field.valat": 'Whose Valat? Give the side, "declarer" or "opponents".',
        "missing_field.fault": "Say which fault it is: {known}.",
        "missing_field.value": "Say which value was declared but not held.",
        "missing_field.reason": "Give the judge's reason in a few words.",
        "missing_field.transfers": "Say who pays whom: [[from, to, chips], …].",
        "missing_field.sides": "The hand does not say who played with whom.",
        "missing_field.card_points": "The hand does not say its card points.",
        # bid and players
        "unknown_bid": 'The bid must be "povinost", "prever" or null, not {value}.',
        "declarer_not_povinost": "The bid Povinost belongs to {leaders}, not to {who}. Correct the declarer or Povinost, or record who led off wrongly.",
        "partner_is_declarer": "{who} cannot be his own partner; leave it out if he plays alone.",
        "prever_with_partner": "Prever is played alone: leave the partner out.",
        # result
        "points_out_of_range": "There are {most} card points in all, so the declarer's side has 0 to {most}, not {value}.",
        "set_out_of_range": "The Prever set must be 1 (first three cards), 2 (second three) or 3 (gone back to the first), not {value}.",
        "set_without_prever": "Only a Prever has a set of talon cards: leave prever_set out.",
        "unknown_challenge": "The challenge must be one of {known}, not {value}.",
        "challenge_not_played": "{challenge} is not played in this house; the highest challenge is {highest}.",
        # values
        "unknown_value": "There is no value {value}; choose from {known}.",
        "value_not_played": "{value} is not played in this house; take it out.",
        "value_twice": "{who} has {value} twice; once is enough.",
        "two_of_a_class.trumps": "{who} may declare one value for his number of trumps: {values}, not both.",
        "two_of_a_class.five_counters": "{who} may declare one value for his five-counters: {values}, not both.",
        "impossible_values": "No deal can bear these values together: there are 22 trumps, 3 trull cards and 4 Kings, and only six cards lie outside the hands. Correct the values, or record what was not held as an illegal value.",
        "impossible_values.hand": "{who} cannot hold {values} in twelve cards. Correct the values, or record what was not held as an illegal value.",
        # Pagat and Valat
        "unknown_side": 'The side must be "declarer" or "opponents", not {value}.',
        "silent_pagat_challenged": "Only an announced Pagat can be challenged: take the challenge out.",
        "empty_valat": "A Valat is made or announced, or both; otherwise leave it out.",
        "unknown_voided": 'voided must be "undeclared_value" or "illegal_declaration", not {value}.',
        "valat_not_voidable": "Only a Valat that was called and lost can be void: take voided out.",
        "valat_contradicts_points.declarer": "The declarer's side made a Valat, yet the declarer's side has {points} card points. Correct one of the two.",
        "valat_contradicts_points.opponents": "The opponents' side made a Valat, yet the declarer's side has {points} card points. Correct one of the two.",
        "valat_contradicts_pagat": "One side made a Valat, so the other cannot have made the Pagat in the last trick. Correct one of the two.",
        # no hand, void hand
        "no_hand_played": "No hand was played (bid null), so leave out {name}, or give the bid.",
        "no_hand_no_fault": "No hand was played and no fault is recorded: give the bid, or a fault.",
        "void_hand_has_result": "A wrong trump makes the hand void, so leave out {name}.",
        # faults
        "unknown_fault": "There is no fault {value}; choose from {known}.",
        "fault_needs_a_hand": "No hand was played (bid null), so there can be no {fault}.",
        "fault_twice": "{who} already has this fault ({fault}); take one of the two out.",
        "value_not_declared": "{who} has not declared {value}: add it to his values, or correct the fault.",
        "wrong_trump_in_prever": "Nobody calls a trump in a Prever: correct the bid or the fault.",
        "wrong_trump_not_declarer": "The declarer, {declarer}, calls the card, not {who}. Correct one of the two.",
        "holder_is_declarer": "The silent holder of the right card is another than the declarer.",
        "rightful_not_povinost": "The rightful player is Povinost, {povinost}, not {who}. Correct one of the two.",
        "rightful_is_seat": "{who} cannot both lead off wrongly and be the rightful player.",
        "no_lost_pagat_call": "This fault goes with a Pagat that was announced and lost: record the Pagat so, or take the fault out.",
        "fault_on_other_side": "{who} is not on the side that called the Pagat. Correct the seat or the side.",
        "bad_transfers.none": "A ruling moves chips: give at least one [from, to, chips].",
        "bad_transfers.shape": "Transfer {n} of the ruling must be [from, to, chips].",
        "bad_transfers.seats": "Transfer {n} of the ruling must go from seat 1, 2, 3 or 4 to another seat.",
        "bad_transfers.same": "Transfer {n} of the ruling goes from {who} to himself; name two seats.",
        "bad_transfers.chips": "Transfer {n} of the ruling must be a whole number of chips from 1 to {most}, not {value}.",
        "empty_reason": "Give the judge's reason in a few words.",
    },
)
# What the sentences speak of.
WHAT = Sentences(
    __name__,
    {
        "record": "the record",
        "povinost": "Povinost",
        "declarer": "the declarer",
        "partner": "the partner",
        "prever_set": "the Prever set",
        "points": "card points",
        "pagat": "the Pagat",
        "valat": "the Valat",
        "seat": "the seat at fault",
        "holder": "the holder",
        "rightful": "the rightful player",
    },
)
QUESTIONS = Sentences(
    __name__,
    {
        "pagat.announced": "Was the Pagat announced?",
        "pagat.made": "Was the Pagat made?",
        "valat.announced": "Was the Valat announced?",
        "valat.made": "Was the Valat made?",
        "before_first_card": "Was it admitted before the first card?",
    },
)
# A wrong value that does not stand there as it is.
SHOWN = Sentences(
    __name__,
    {
        "large": "so large a number",
        "list": "a list",
        "object": "an object",
        "else": "something else",
    },
)
_LONGEST_SHOWN = 30
_LARGEST_SHOWN = 10**9


def shown(value: object) -> str | Sentence:
    """A wrong value as it may stand in a sentence: short, whatever it is."""
    if isinstance(value, str):
        cut = value if len(value) <= _LONGEST_SHOWN else value[:_LONGEST_SHOWN] + "…"
        return f'"{cut}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < _LARGEST_SHOWN else SHOWN["large"]
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list | tuple):
        return SHOWN["list"]
    return SHOWN["object" if isinstance(value, dict) else "else"]


Fields = Mapping[str, object]
Claims = Mapping[int, frozenset[str]]  # by seat the codes of what it declared
UNKNOWN_BID = ""

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
        message = filled(MESSAGES[code], values, begins=code not in AS_WRITTEN)
        self.problems.append(Problem(code.partition(".")[0], field, message))

    def whole(self, fields: Fields, name: str, path: str, what: Sentence) -> int | None:
        """A whole number; 54.0 and true are none."""
        value = fields.get(name)
        if value is None:
            return None
        if type(value) is int:
            return value
        self.add("not_a_whole_number", path, what=what, value=shown(value))
        return None

    def seat(
        self, fields: Fields, name: str, path: str, what: Sentence, needed: bool = False
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

    def flag(
        self, fields: Fields, name: str, path: str, question: Sentence
    ) -> bool | None:
        """A needed true or false."""
        value = fields.get(name)
        if isinstance(value, bool):
            return value
        if value is None:
            self.add("missing_field.flag", path, question=question)
        else:
            written = shown(value)
            self.add("not_true_or_false", path, question=question, value=written)
        return None

    def names(
        self,
        fields: Fields,
        known: AbstractSet[str],
        path: str,
        what: Sentence,
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


@dataclass(frozen=True, slots=True)
class Bonus:
    """What could be understood of a Pagat or Valat; None for what could not."""

    side: str | None
    announced: bool | None
    made: bool | None


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
