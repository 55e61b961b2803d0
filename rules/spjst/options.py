"""What can be said of each house rule: its label, its meaning, what it may hold.

A form can be made from `OPTIONS`; `read_option` turns a JSON value into the field's
value or says what is wrong with it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from rules.spjst.game import CHALLENGE_NAMES, CHALLENGES
from rules.spjst.values import VALUES

Kind = Literal["chips", "chips_pair", "multipliers", "flag", "challenge", "values"]

MOST_CHIPS = 1000  # far above any house's amounts; keeps a slip of the pen out
MOST_TIMES = 100


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: a field of `HouseRules`, described for a person."""

    name: str
    kind: Kind
    label: str
    meaning: str
    section: str


class Refused(ValueError):
    """A name or value no house can have; `code` is the problem's code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


OPTIONS: tuple[Option, ...] = (
    Option(
        "prever_set_multipliers",
        "multipliers",
        "Prever: times for the first, second and third set",
        "What a lost Prever is multiplied by, for the first three cards, the second three, and for going back to the first.",
        "§8",
    ),
    Option(
        "prever_set_on_win",
        "flag",
        "Prever sets multiply a win too",
        "Otherwise the sets make only a loss dearer.",
        "§8",
    ),
    Option(
        "pagat_chips",
        "chips_pair",
        "Pagat: silent, announced",
        "Chips for the Pagat in the last trick, made or lost.",
        "§15",
    ),
    Option(
        "valat_chips",
        "chips_pair",
        "Valat: silent, announced",
        "Chips for taking all the tricks, or for a lost call.",
        "§16",
    ),
    Option(
        "valat_prever_chips",
        "chips_pair",
        "Valat in a Prever: silent, announced",
        "The same in a Prever hand, for either side.",
        "§16",
    ),
    Option(
        "valat_replaces_game",
        "flag",
        "Valat stands in place of the game",
        "Otherwise the game and the Valat are both paid.",
        "§16",
    ),
    Option(
        "challenge_multiplies_valat",
        "flag",
        "Challenges on the hand multiply the Valat",
        "Otherwise Kontra, Re, Supre and Mort do not touch the Valat.",
        "§13, §16",
    ),
    Option(
        "called_valat_voids_pagat",
        "flag",
        "A called Valat that fails voids the Pagat",
        "Otherwise the Pagat is paid beside a lost call. A made Valat always voids it.",
        "§16",
    ),
    Option(
        "max_challenge",
        "challenge",
        "Highest challenge",
        "How far challenges may go, on the hand and on the Pagat.",
        "§13",
    ),
    Option(
        "values",
        "values",
        "Values and their chips",
        "What each value earns from each of the other three; a value left out is not played.",
        "§17, §18, §21",
    ),
    Option(
        "irregularity_each",
        "chips",
        "Wrong number of cards: penalty to each",
        "For a wrong discard, a wrong number of cards in hand, or a Pagat called with a wrong number.",
        "§30",
    ),
    Option(
        "renege_each",
        "chips",
        "Renege: penalty to each",
        "For failing to follow suit where it cannot be put right.",
        "§30",
    ),
    Option(
        "renege_redirects",
        "flag",
        "Renege: collects nothing and covers the partner",
        "A renege is treated as a discarding irregularity; otherwise only the penalty is paid.",
        "§30",
    ),
    Option(
        "solo_violator_pays_win",
        "flag",
        "A lone violator who wins pays it instead",
        "He pays each loser what he would have collected; otherwise he merely collects nothing.",
        "§30",
    ),
    Option(
        "soloist_pays_innocent_defenders",
        "flag",
        "A beaten soloist still pays the innocent defenders",
        "Otherwise the violator among three defenders pays his partners' win.",
        "§30",
    ),
    Option(
        "misdeal_each",
        "chips",
        "Misdeal: penalty to each",
        "Paid by the dealer if it cannot be put right before play.",
        "§22",
    ),
    Option(
        "illegal_value_each",
        "chips",
        "Value not held: penalty to each",
        "Beside giving the value back, unless admitted before the first card.",
        "§30",
    ),
    Option(
        "wrong_povinost_each",
        "chips",
        "Wrong player led off: penalty to each",
        "Paid by him and by the rightful player to each of the other two.",
        "§31",
    ),
    Option(
        "false_pagat_each",
        "chips",
        "Pagat called without holding it: penalty to each",
        "Beside losing the called Pagat.",
        "§31",
    ),
    Option(
        "discarded_king_each",
        "chips",
        "King discarded: penalty to each",
        "No King may be discarded.",
        "§30",
    ),
    Option(
        "discarded_trump_each",
        "chips",
        "Trump discarded face down: penalty to each",
        "A discarded trump must be shown.",
        "§30",
    ),
    Option(
        "wrong_trump_each",
        "chips",
        "Wrong card called: penalty to each",
        "Paid by the bidder, and by the silent holder of the right card.",
        "§31",
    ),
)


def in_words(option: Option, value: Any) -> str:
    """A field's value as a person says it: “2, 4”, “yes”, “up to Re”."""
    if option.kind == "flag":
        return "yes" if value else "no"
    if option.kind == "challenge":
        return f"up to {CHALLENGE_NAMES[value]}"
    if option.kind == "values":
        return ", ".join(f"{VALUES[code].name} {chips}" for code, chips in value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_option(name: object, value: object) -> object:
    """The value for the field of this name; raises `Refused` if it cannot be."""
    option = next((option for option in OPTIONS if option.name == name), None)
    if option is None:
        raise Refused("unknown_house_rule", f"There is no house rule {_named(name)}.")
    try:
        return _READERS[option.kind](value)
    except _Unfit as unfit:
        message = f"{option.name} must be {unfit}."
        raise Refused("wrong_house_rule", message) from None


class _Unfit(ValueError):
    """Says what the value must be."""


def _named(name: object) -> str:
    return f'"{name}"' if isinstance(name, str) else "of that kind"


def _is_between(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _several(value: object, count: int, least: int, most: int) -> tuple[int, ...]:
    if isinstance(value, list | tuple) and len(value) == count:
        several = tuple(value)
        if all(_is_between(each, least, most) for each in several):
            return several
    raise _Unfit(f"a list of {count} whole numbers from {least} to {most:,}")


def _chips(value: object) -> object:
    if _is_between(value, 0, MOST_CHIPS):
        return value
    raise _Unfit(f"a whole number of chips from 0 to {MOST_CHIPS:,}")


def _chips_pair(value: object) -> object:
    return _several(value, 2, 0, MOST_CHIPS)


def _multipliers(value: object) -> object:
    return _several(value, 3, 1, MOST_TIMES)


def _flag(value: object) -> object:
    if isinstance(value, bool):
        return value
    raise _Unfit("true or false")


def _challenge(value: object) -> object:
    if isinstance(value, str) and value in CHALLENGES:
        return value
    raise _Unfit("one of " + ", ".join(f'"{code}"' for code in CHALLENGES))


def _values(value: object) -> object:
    if not isinstance(value, dict):
        raise _Unfit('an object such as {"uni": 4, "trull": 2}')
    unknown = [code for code in value if code not in VALUES]
    if unknown:
        known = ", ".join(VALUES)
        raise _Unfit(f"made of the values {known}; there is none {_named(unknown[0])}")
    if not all(_is_between(chips, 1, MOST_CHIPS) for chips in value.values()):
        raise _Unfit(f"whole numbers of chips from 1 to {MOST_CHIPS:,}")
    return tuple((code, value[code]) for code in VALUES if code in value)


_READERS: dict[Kind, Callable[[object], object]] = {
    "chips": _chips,
    "chips_pair": _chips_pair,
    "multipliers": _multipliers,
    "flag": _flag,
    "challenge": _challenge,
    "values": _values,
}
