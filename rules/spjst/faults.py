"""Faults: what they cost flatly, and whose payments they redirect (§22-§31)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rules.ledger import Line
from rules.sentences import Said, Sentences, in_chips, seat_word
from rules.spjst.hand import SEATS, Fault, Hand
from rules.spjst.house import HouseRules
from rules.spjst.sides import SeatLine
from rules.spjst.values import VALUES
from rules.spjst.words import say
from rules.turns import seats_from


@dataclass(frozen=True, slots=True)
class FaultRule:
    """A kind of fault: `each` gives the chips its seat pays to each other player.

    `fields` may stand in a record beside the code, `repeats` says that one seat may do
    it twice in a hand, `without_hand` that it can happen where no hand was played.
    """

    name: Said
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
        "pagat_card_count": "Pagat called with a wrong number of cards",
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
        ),
        "ruling": FaultRule(
            NAMES["ruling"],
            "§31",
            lambda rules: 0,  # what a ruling moves stands in the ruling itself
            fields=("transfers", "reason"),
            repeats=True,
            without_hand=True,
        ),
    }
)


def violators_of(hand: Hand, rules: HouseRules) -> dict[int, Said]:
    """The seats whose fault redirects payments, each with the fault in words.

    They stand in order of play, Povinost first.
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
    """The flat penalty: each guilty seat pays each seat that is not guilty."""
    chips = FAULTS[fault.fault].each(rules)
    # §30: a value given back before the first card costs nothing more
    if fault.before_first_card or chips == 0:
        return ()
    return _penalty_lines(fault.fault, guilty_seats(fault), fault.value, chips)


@lru_cache(maxsize=1 << 12)
def _penalty_lines(
    code: str, guilty: tuple[int, ...], value: str | None, chips: int
) -> tuple[SeatLine, ...]:
    """Where two are guilty, each has a sentence of his own."""
    innocent = [seat for seat in SEATS if seat not in guilty]
    name = "" if value is None else VALUES[value].name
    lines = []
    for payer in guilty:
        part = "" if not guilty[1:] else ".both" if payer == guilty[0] else ".second"
        why = say(
            f"fault.{code}{part}",
            who=seat_word(payer),
            value=name,
            chips=in_chips(chips),
        )
        section = FAULTS[code].section
        lines += [
            Line("fault", payer, payee, chips, section, (why,)) for payee in innocent
        ]
    return tuple(lines)


def rulings(fault: Fault) -> Iterator[SeatLine]:
    """What the judge ordered (§31)."""
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
    """The seat, and the silent holder or the rightful player who let it happen."""
    seats = (fault.seat, fault.holder, fault.rightful)
    return tuple(seat for seat in seats if seat is not None)
