"""Problems that a record may have, in words, and the collector of problems.

Each reader returns the field's value, or None if it is absent or wrong; a wrong value
adds to the findings.
"""

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType

from rules.messages import Sentence, Sentences, filled
from rules.problems import FIRST_CHECKS, Problem, code_of
from rules.spjst.hand import SEATS

MESSAGES = Sentences(
    __name__,
    {
        # shape
        "not_an_object.record": "A hand record must be a JSON object in braces, not {value}.",
        "not_an_object.pagat": "The Pagat must be an object with side, announced and made, not {value}.",
        "not_an_object.valat": "The Valat must be an object with side, announced and made, not {value}.",
        "not_an_object.values": "Values must be an object of lists by seat, such as {example}, not {value}.",
        "not_an_object.fault": "A fault must be an object with fault and seat, not {value}.",
        "not_text.id": "The id must be text in quotation marks, not {value}.",
        "not_text.value": "A value must be text, not {value}.",
        "not_text.declared": "A value of {who} must be text, not {value}.",
        "not_text.reason": "The reason must be text, not {value}.",
        "not_a_list.values": "The values of {who} must be a list, not {value}.",
        "not_a_list.faults": "Faults must be a list, not {value}.",
        "not_a_list.transfers": "Transfers must be a list of [from, to, chips], not {value}.",
        "not_a_whole_number": "{what} must be a whole number, not {value}.",
        "not_a_seat": "{what} must be seat 1, 2, 3 or 4, not {value}.",
        "not_a_seat.values": 'Values belong to seat "1", "2", "3" or "4", not {value}.',
        "not_true_or_false": "{question} Say true or false, not {value}.",
        "unknown_field": "{what} has no field {name}. Leave it out.",
        "unknown_field.close": "{what} has no field {name}. Did you mean {close}?",
        "unknown_field.fault": "A {what} has no field {name}. Leave it out.",
        "unknown_field.fault.close": (
            "A {what} has no field {name}. Did you mean {close}?"
        ),
        "missing_field.seat": "{what} is missing. Give the seat.",
        "missing_field.flag": "Say true or false: {question}",
        "missing_field.bid": (
            'The bid is missing. Give "povinost" or "prever", or '
            "null if no hand was played."
        ),
        "missing_field.points": (
            "The card points of the declarer’s side are missing. "
            "Give a number from 0 to 106."
        ),
        "missing_field.pagat": 'Whose Pagat? Give the side, "declarer" or "opponents".',
        "missing_field.valat": 'Whose Valat? Give the side, "declarer" or "opponents".',
        "missing_field.fault": "Choose which fault it is: {known}.",
        "missing_field.value": "Name the value that was declared but not held.",
        "missing_field.reason": "Give the judge’s reason in a few words.",
        "missing_field.holder": "Give the seat that held the Pagat: under these house rules, the penalty goes to the holder (§31).",
        "missing_field.transfers": "List who pays whom: [[from, to, chips], …].",
        "missing_field.sides": "The hand doesn’t show who played with whom.",
        "missing_field.card_points": "The hand’s card points are missing.",
        # bid and players
        "unknown_bid": 'The bid must be "povinost", "prever" or null, not {value}.',
        "declarer_not_povinost": "The bid Povinost belongs to {leaders}, not to {who}. Correct the declarer or Povinost, or record who led off wrongly.",
        "partner_is_declarer": (
            "{who} can’t be their own partner. Leave the partner "
            "out if they play alone."
        ),
        "prever_with_partner": "Prever is played alone. Leave the partner out.",
        # result
        "points_out_of_range": (
            "There are {most} card points in all, so the "
            "declarer’s side has 0 to {most}, not {value}."
        ),
        "set_out_of_range": "The Prever set must be 1 (first three cards), 2 (second three) or 3 (gone back to the first), not {value}.",
        "set_without_prever": (
            "Only a Prever has a set of talon cards. Leave prever_set out."
        ),
        "unknown_challenge": "The challenge must be one of {known}, not {value}.",
        "challenge_not_played": (
            "{challenge} isn’t played under these house rules. "
            "The highest challenge is {highest}."
        ),
        # values
        "unknown_value": "There is no value {value}. Choose from {known}.",
        "value_not_played": "{value} isn’t played under these house rules. Remove it.",
        "value_twice": "{who} has {value} twice. Enter it only once.",
        "two_of_a_class.trumps": (
            "{who} can declare only one value for trumps: {values}, not both."
        ),
        "two_of_a_class.five_counters": (
            "{who} can declare only one value for five-counters: {values}, not both."
        ),
        "impossible_values": (
            "No deal can have all these values (§21), with 22 "
            "trumps, 3 trull cards and 4 Kings, and only six cards "
            "outside the hands. Correct the values, or record what "
            "wasn’t held as an illegal value."
        ),
        "impossible_values.hand": (
            "{who} can’t hold {values} in twelve cards (§21). "
            "Correct the values, or record what wasn’t held as "
            "an illegal value."
        ),
        "impossible_values.discards": (
            "No deal can have all these values and the "
            "discarded Kings and trumps (§21), because too "
            "few are left in the hands. Correct the values "
            "or the faults."
        ),
        # Pagat and Valat
        "unknown_side": 'The side must be "declarer" or "opponents", not {value}.',
        "silent_pagat_challenged": (
            "Only an announced Pagat can be challenged. Take the challenge out."
        ),
        "empty_valat": (
            "A Valat must be made or announced, or both. Otherwise, leave it out."
        ),
        "unknown_voided": 'voided must be "undeclared_value" or "illegal_declaration", not {value}.',
        "valat_not_voidable": (
            "Only a Valat that was called and lost can be void. Take voided out."
        ),
        "valat_contradicts_points.declarer": (
            "The declarer’s side made a Valat "
            "(§16), but the declarer’s side has "
            "{points} card points. Correct one of "
            "the two."
        ),
        "valat_contradicts_points.opponents": (
            "The opponents’ side made a Valat "
            "(§16), but the declarer’s side has "
            "{points} card points. Correct one of "
            "the two."
        ),
        "valat_contradicts_points.declarer.few": (
            "The declarer’s side made a Valat, "
            "so it has {least} card points or "
            "more (§16), not {points}. Correct "
            "one of the two."
        ),
        "valat_contradicts_points.opponents.few": (
            "The opponents’ side made a Valat, "
            "so the declarer’s side has {most} "
            "card points or fewer (§16), not "
            "{points}. Correct one of the two."
        ),
        "valat_contradicts_pagat": (
            "One side made a Valat, so the other can’t have "
            "made the Pagat in the last trick (§16). Correct "
            "one of the two."
        ),
        "valat_contradicts_values.skys": (
            "{who} declared {value} and holds the Skys, "
            "so the other side can’t have made a Valat "
            "(§16). Correct the values or the Valat."
        ),
        "valat_contradicts_values.uni": (
            "Everyone on the side that made the Valat "
            "declared {value}, but no side takes every "
            "trick without a trump (§16). Correct the "
            "values or the Valat."
        ),
        "pagat_contradicts_values.trull": (
            "{who} declared {value} and holds the "
            "Pagat, but the Pagat is recorded for the "
            "other side (§15). Correct the values or "
            "the Pagat."
        ),
        "pagat_contradicts_values.uni": (
            "Everyone on the side with the Pagat "
            "declared {value}, so nobody there holds it "
            "(§15). Correct the values or the Pagat."
        ),
        "pagat_contradicts_points": "The side that took the last trick and the Pagat has {least} card points or more (§15), not {points}. Correct the Pagat or the card points.",
        "values_contradict_points": (
            "Everyone on the side that has all {most} card points declared {value}, "
            "but someone else must take a trick with a trump (§17). Correct the "
            "values or the card points."
        ),
        "partner_cannot_take_pagat.made": "The Pagat was made, so no partner took it (§15). Correct one of the two.",
        "partner_cannot_take_pagat.alone": "The declarer plays alone, so no partner took the Pagat (§15). Correct the partner or the Pagat.",
        "partner_cannot_take_pagat.false": "{who} called the Pagat without holding it, so no partner took it (§15). Correct the fault or the Pagat.",
        # no hand, void hand
        "no_hand_played": "No hand was played (bid null), so leave out {name}, or give the bid.",
        "no_hand_no_fault": (
            "No hand was played, and no fault is recorded. Give the bid or a fault."
        ),
        "void_hand_has_result": "A wrong trump makes the hand void, so leave out {name}.",
        # faults
        "unknown_fault": "There is no fault {value}. Choose from {known}.",
        "fault_needs_a_hand": "No hand was played (bid null), so there can be no {fault}.",
        "fault_twice": (
            "{who} already has this fault ({fault}). Take one of the two out."
        ),
        "value_not_declared": (
            "{who} hasn’t declared {value}. Add it to their "
            "values, or correct the fault."
        ),
        "wrong_trump_in_prever": (
            "Nobody calls a trump in a Prever. Correct the bid or the fault."
        ),
        "wrong_trump_not_declarer": "The declarer, {declarer}, calls the card, not {who}. Correct one of the two.",
        "holder_is_declarer": (
            "The silent holder of the right card can’t be the declarer."
        ),
        "rightful_not_povinost": "The rightful player is Povinost, {povinost}, not {who}. Correct one of the two.",
        "rightful_is_seat": (
            "{who} can’t both lead off wrongly and be the rightful player."
        ),
        "no_lost_pagat_call": (
            "This fault needs a Pagat that was announced and lost. "
            "Record the Pagat that way, or take the fault out."
        ),
        "fault_on_other_side": (
            "{who} isn’t on the side that called the Pagat. "
            "Correct the seat or the side."
        ),
        "holder_is_caller": (
            "The holder of the Pagat can’t be the player who called "
            "it without holding it (§31)."
        ),
        "false_pagat_contradicts_values": (
            "{who} declared {value} and holds the "
            "Pagat, so the call wasn’t false (§31). "
            "Correct the values or the fault."
        ),
        "too_many_discards.kings": (
            "{count} Kings can’t have been discarded, because "
            "there are only {most} (§30). Take the extra "
            "faults out."
        ),
        "too_many_discards.cards": (
            "{count} Kings and trumps can’t have been "
            "discarded, because only {most} cards are "
            "discarded in all (§30). Take the extra faults "
            "out."
        ),
        "bad_transfers.none": (
            "A ruling moves chips, so give at least one [from, to, chips]."
        ),
        "bad_transfers.shape": "Transfer {n} of the ruling must be [from, to, chips].",
        "bad_transfers.seats": "Transfer {n} of the ruling must go from seat 1, 2, 3 or 4 to another seat.",
        "bad_transfers.same": (
            "Transfer {n} of the ruling goes from {who} to the "
            "same seat. Enter two different seats."
        ),
        "bad_transfers.chips": (
            "Transfer {n} of the ruling must move a whole number "
            "of chips from 1 to {most}, not {value}."
        ),
        "empty_reason": "Give the judge’s reason in a few words.",
    },
)
# The subjects of the messages.
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
        "pagat.taken_by_partner": "Did the partner take the Pagat in the last trick?",
    },
)
# Words for a wrong value that isn't quoted.
SHOWN = Sentences(
    __name__,
    {
        "large": "such a large number",
        "list": "a list",
        "object": "an object",
        "else": "something else",
    },
)
_LONGEST_SHOWN = 30
_LARGEST_SHOWN = 10**9


def shown(value: object) -> str | Sentence:
    """Return a wrong value in a form short enough for a sentence."""
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
Claims = Mapping[int, frozenset[str]]  # by seat, the codes of its declared values
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
        "partner_is_declarer": "The declarer can’t also be the partner.",
        "prever_with_partner": "Prever is played alone.",
        # result
        "points_out_of_range": "Card points are 0 to 106.",
        "set_out_of_range": "The Prever set is 1, 2 or 3.",
        "set_without_prever": "Only a Prever has a set.",
        "unknown_challenge": "The challenge is kontra, re, supre or mort.",
        "challenge_not_played": "This house doesn’t play this challenge.",
        # values
        "unknown_value": "There is no value of this code.",
        "value_not_played": "This house doesn’t play this value.",
        "value_twice": "A seat declared the same value twice.",
        "two_of_a_class": "A seat declared two values of one class.",
        "impossible_values": "No deal can have all these values.",
        # Pagat and Valat
        "unknown_side": "The side is declarer or opponents.",
        "silent_pagat_challenged": "Only an announced Pagat can be challenged.",
        "empty_valat": "A Valat is made or announced, or both.",
        "unknown_voided": "Voided is undeclared_value or illegal_declaration.",
        "valat_not_voidable": "Only a lost Valat call can be voided.",
        "valat_contradicts_points": "The Valat and the card points contradict each other: the side that made it has 76 or more (§16).",
        "valat_contradicts_pagat": "The Valat and the Pagat contradict each other: only the side with the last trick made it (§16).",
        "valat_contradicts_values": "The values and the Valat contradict each other: the Skys, or every trump, is on the other side (§16).",
        "pagat_contradicts_values": (
            "The values and the Pagat contradict each other: "
            "Trull includes the Pagat, and Uni does not "
            "(§15)."
        ),
        "pagat_contradicts_points": "The Pagat and the card points contradict each other: the last trick with the Pagat is worth 8 or more (§15).",
        "values_contradict_points": (
            "The values and the card points contradict each "
            "other: a side with only Uni can’t have all 106 "
            "(§17)."
        ),
        "partner_cannot_take_pagat": (
            "A partner can take only a lost Pagat, and only "
            "if its holder has a partner (§15)."
        ),
        # no hand, void hand
        "no_hand_played": "A record with bid null can have only faults.",
        "no_hand_no_fault": "A record without a hand needs a fault.",
        "void_hand_has_result": "A hand voided by a wrong trump has no result.",
        # faults
        "unknown_fault": "There is no fault of this code.",
        "fault_needs_a_hand": "This fault can’t happen when no hand was played.",
        "fault_twice": "The same fault is entered twice for one seat.",
        "value_not_declared": "The illegal value isn’t among the seat’s values.",
        "wrong_trump_in_prever": "A wrong trump can be called only with the bid Povinost.",
        "wrong_trump_not_declarer": "A wrong trump is the declarer’s fault.",
        "holder_is_declarer": "The holder of the right card must be another player.",
        "rightful_not_povinost": "The rightful player is the Povinost seat.",
        "rightful_is_seat": "The rightful player can’t be the one who led off.",
        "no_lost_pagat_call": "This fault needs an announced Pagat that was lost.",
        "fault_on_other_side": (
            "This fault’s seat must be on the side that called the Pagat."
        ),
        "holder_is_caller": (
            "The holder of the Pagat must be another player than the caller (§31)."
        ),
        "false_pagat_contradicts_values": (
            "The values and the fault contradict each "
            "other: Trull includes the Pagat (§31)."
        ),
        "too_many_discards": (
            "At most four Kings can be discarded, and at most six "
            "Kings and trumps in all (§30)."
        ),
        "bad_transfers": (
            "Each transfer needs two different seats and at least 1 chip."
        ),
        "empty_reason": "A ruling needs the judge’s reason.",
    },
)

# The section of the rule sheet that is the reason, where it isn't only a matter of
# form.
PROBLEM_SECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "declarer_not_povinost": "§7",
        "partner_is_declarer": "§7",
        "prever_with_partner": "§8",
        "points_out_of_range": "§25",
        "set_out_of_range": "§8",
        "set_without_prever": "§8",
        "challenge_not_played": "§13",
        "value_not_played": "§21",
        "value_twice": "§21",
        "two_of_a_class": "§21",
        "impossible_values": "§21",
        "silent_pagat_challenged": "§13",
        "empty_valat": "§16",
        "valat_not_voidable": "§12, §30",
        "valat_contradicts_points": "§16",
        "valat_contradicts_pagat": "§16",
        "valat_contradicts_values": "§16",
        "pagat_contradicts_values": "§15",
        "pagat_contradicts_points": "§15",
        "values_contradict_points": "§17",
        "partner_cannot_take_pagat": "§15",
        "void_hand_has_result": "§31",
        "value_not_declared": "§30",
        "wrong_trump_in_prever": "§31",
        "wrong_trump_not_declarer": "§31",
        "holder_is_declarer": "§31",
        "rightful_not_povinost": "§31",
        "rightful_is_seat": "§31",
        "no_lost_pagat_call": "§31",
        "fault_on_other_side": "§31",
        "holder_is_caller": "§31",
        "false_pagat_contradicts_values": "§31",
        "too_many_discards": "§30",
    }
)
# Checks that spjst-2 added: earlier hands may fail them.
_SECOND = (
    "impossible_values.discards",
    "missing_field.holder",
    "valat_contradicts_points.declarer.few",
    "valat_contradicts_points.opponents.few",
    "valat_contradicts_values.skys",
    "valat_contradicts_values.uni",
    "pagat_contradicts_values.trull",
    "pagat_contradicts_values.uni",
    "pagat_contradicts_points",
    "values_contradict_points",
    "false_pagat_contradicts_values",
    "too_many_discards.kings",
    "too_many_discards.cards",
)
SINCE: Mapping[str, int] = MappingProxyType(dict.fromkeys(_SECOND, 2))

AS_WRITTEN = {"unknown_voided"}  # messages that begin with the name of a field


class Findings:
    """The problems found so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, code: str, path: str, **values: object) -> None:
        """Add a problem; up to its first point `code` is a key of PROBLEM_CODES."""
        self.add_all(code, (path,), **values)

    def add_all(self, code: str, fields: Iterable[str], **values: object) -> None:
        """Add a contradiction: one problem at each of the fields involved."""
        message = filled(MESSAGES[code], values, begins=code not in AS_WRITTEN)
        short, since = code_of(code), SINCE.get(code, FIRST_CHECKS)
        section = PROBLEM_SECTIONS.get(short)
        self.problems += [
            Problem(short, path, message, section, since) for path in fields
        ]

    def whole(
        self, fields: Fields, name: str, path: str, label: Sentence
    ) -> int | None:
        """Return a whole number; 54.0 and true don't count as whole numbers."""
        value = fields.get(name)
        if value is None:
            return None
        if type(value) is int:
            return value
        self.add("not_a_whole_number", path, what=label, value=shown(value))
        return None

    def seat(
        self,
        fields: Fields,
        name: str,
        path: str,
        label: Sentence,
        needed: bool = False,
    ) -> int | None:
        """Return a seat from 1 to 4."""
        value = fields.get(name)
        if type(value) is int and value in SEATS:
            return value
        if value is not None:
            self.add("not_a_seat", path, what=label, value=shown(value))
        elif needed:
            self.add("missing_field.seat", path, what=label)
        return None

    def flag(
        self, fields: Fields, name: str, path: str, question: Sentence
    ) -> bool | None:
        """Return a required true or false."""
        value = fields.get(name)
        if isinstance(value, bool):
            return value
        if value is None:
            self.add("missing_field.flag", path, question=question)
        else:
            value_text = shown(value)
            self.add("not_true_or_false", path, question=question, value=value_text)
        return None

    def names(
        self,
        fields: Fields,
        known: AbstractSet[str],
        path: str,
        label: Sentence,
        code: str = "unknown_field",
    ) -> None:
        """Check that every name is known."""
        if fields.keys() <= known:
            return
        for name in fields:
            if name not in known:
                close = get_close_matches(str(name), known, 1)
                values = {"what": label, "name": shown(name)}
                if close:
                    self.add(f"{code}.close", path + name, **values, close=close[0])
                else:
                    self.add(code, path + name, **values)


def is_code(value: object, codes: Collection[str]) -> bool:
    """Return whether a value is text and one of these codes.

    Lists and objects are safe to pass.
    """
    return isinstance(value, str) and value in codes


@dataclass(frozen=True, slots=True)
class Bonus:
    """The readable parts of a Pagat or Valat; None for an unreadable one."""

    side: str | None
    announced: bool | None
    made: bool | None
    taken_by_partner: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """The readable parts of the hand in which the faults happened.

    `bid` is None where no hand was played and UNKNOWN_BID where it is wrong; `side` are
    the seats of the declarer's side; None means that something isn't clear.
    """

    bid: str | None
    povinost: int | None
    declarer: int | None = None
    side: frozenset[int] | None = None
    pagat: Bonus | None = None
    claims: Claims = field(default_factory=dict)
    points: int | None = None
    valat: Bonus | None = None
    true_claims: Claims = field(default_factory=dict)  # without illegal values
