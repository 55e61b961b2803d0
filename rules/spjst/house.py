"""House rules of SPJST Tarok: one field for each point where clubs differ.

Amounts are whole chips. Two presets: the rule sheet of 2013 (`spjst-2013`) and the
Westfest tournament rules of 2012 (`westfest-2012`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

from rules.house_rules import (
    Choice,
    House,
    Preset,
    Several,
    Table,
    YesNo,
    chips,
    pair,
    rule,
)
from rules.spjst.hand import CHALLENGE_NAMES, Challenge
from rules.spjst.values import VALUES

SETS = Several(("first set", "second set", "third set"), least=1, most=100)
# The result of a Pagat that its holder’s own partner takes in the last trick.
TAKEN_BY_PARTNER = Choice(
    {
        "lost": "it is lost",
        "made": "it is made",
        "standoff": "a standoff: nothing is paid",
    },
    label="then",
)
FALSE_PAGAT_TO = Choice(
    {"each": "each of the other three", "holder": "the holder of the Pagat alone"},
    label="to",
)
CHALLENGE = Choice(
    CHALLENGE_NAMES,
    label="up to",
    sentence="up to {choice}",
)


@dataclass(frozen=True, slots=True)
class Values(Table):
    """A table read as pairs in the order of the rule sheet; a house may play none."""

    def read(self, value: object) -> Any:
        return tuple(Table.read(self, value).items())

    def in_words(self, value: Any) -> str:
        return Table.in_words(self, dict(value))


PLAYED = Values(
    {code: value.name for code, value in VALUES.items()},
    details={code: value.holding for code, value in VALUES.items()},
    empty=True,
    example='{"uni": 4, "trull": 2}',
)

# §17, §18, §21: chips from each of the other three players.
SPJST_VALUES: tuple[tuple[str, int], ...] = (
    ("uni", 4),
    ("beeda", 2),
    ("taroky", 2),
    ("velki", 4),
    ("trull", 2),
    ("pane", 2),
    ("trull_pane", 4),
    ("kings", 4),
    ("rosanne_pane", 6),
    ("spjst", 10),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house. Build it with `HOUSE.rules`, which checks every value.

    The defaults are SPJST 2013. Pairs of chips are (silent, announced), `values` are
    (code, chips from each) in table order.
    """

    prever_set_multipliers: tuple[int, int, int] = rule(
        (1, 2, 3),
        SETS,
        "Prever: multipliers for the first, second and third set",
        "The multiplier of a lost Prever for the first three cards, the second "
        "three, and going back to the first.",
        "§8",
    )
    prever_set_on_win: bool = rule(
        False,
        YesNo(),
        "Prever sets also multiply a win",
        "Otherwise, the sets only multiply a loss.",
        "§8",
    )
    pagat_chips: tuple[int, int] = rule(
        (2, 4),
        pair(),
        "Pagat: silent, announced",
        "Chips for the Pagat in the last trick, made or lost.",
        "§15",
    )
    pagat_taken_by_partner: Literal["lost", "made", "standoff"] = rule(
        "lost",
        TAKEN_BY_PARTNER,
        "Pagat taken by the holder’s own partner",
        "How a Pagat counts when its holder’s own partner takes it in the last trick.",
        "§15",
    )
    valat_chips: tuple[int, int] = rule(
        (20, 40),
        pair(),
        "Valat: silent, announced",
        "Chips for taking all the tricks, or for a lost call.",
        "§16",
    )
    valat_prever_chips: tuple[int, int] = rule(
        (20, 40),
        pair(),
        "Valat in a Prever: silent, announced",
        "The same in a Prever hand, for either side.",
        "§16",
    )
    valat_replaces_game: bool = rule(
        True,
        YesNo(),
        "Valat replaces the game",
        "Otherwise, the game and the Valat are both paid.",
        "§16",
    )
    challenge_multiplies_valat: bool = rule(
        True,
        YesNo(),
        "Challenges on the hand multiply the Valat",
        "Otherwise, Kontra, Re, Supre and Mort don’t affect the Valat.",
        "§13, §16",
    )
    called_valat_voids_pagat: bool = rule(
        True,
        YesNo(),
        "A called Valat that fails voids the Pagat",
        "Otherwise, the Pagat is paid in addition to a lost call. A made Valat "
        "always voids it.",
        "§16",
    )
    max_challenge: Challenge = rule(
        "mort",
        CHALLENGE,
        "Highest challenge",
        "How far challenges can go, on the hand and on the Pagat.",
        "§13",
    )
    values: tuple[tuple[str, int], ...] = rule(
        SPJST_VALUES,
        PLAYED,
        "Values and their chips",
        "What each value earns from each of the other three. A value that’s left out "
        "isn’t played.",
        "§17, §18, §21",
    )
    irregularity_each: int = rule(
        2,
        chips(),
        "Wrong number of cards: penalty to each",
        "The penalty for a wrong discard, the wrong number of cards in hand, or a Pagat called "
        "with the wrong number of cards.",
        "§30",
    )
    renege_each: int = rule(
        2,
        chips(),
        "Renege: penalty to each",
        "The penalty for failing to follow suit when it can’t be corrected.",
        "§30",
    )
    renege_redirects: bool = rule(
        True,
        YesNo(),
        "Renege: collects nothing and covers the partner",
        "A renege is treated as a discarding irregularity. Otherwise, only the penalty is paid.",
        "§30",
    )
    solo_violator_pays_win: bool = rule(
        False,
        YesNo(),
        "A lone violator who wins pays it instead",
        "The violator pays each loser what the win would have earned. Otherwise, the "
        "win just earns nothing.",
        "§30",
    )
    soloist_pays_innocent_defenders: bool = rule(
        False,
        YesNo(),
        "A beaten soloist still pays the innocent defenders",
        "Otherwise, the violator among three defenders pays what the other two "
        "should win.",
        "§30",
    )
    misdeal_each: int = rule(
        2,
        chips(),
        "Misdeal: penalty to each",
        "Paid by the dealer if it can’t be corrected before play.",
        "§22",
    )
    illegal_value_each: int = rule(
        2,
        chips(),
        "Value not held: penalty to each",
        "In addition to giving the value back, unless it was admitted before the "
        "first card.",
        "§30",
    )
    wrong_povinost_each: int = rule(
        2,
        chips(),
        "Wrong player led off: penalty to each",
        "The player who led off wrongly and the one who should have led off each pay "
        "the other two.",
        "§31",
    )
    false_pagat_each: int = rule(
        2,
        chips(),
        "Pagat called without holding it: penalty to each",
        "In addition to losing the called Pagat.",
        "§31",
    )
    false_pagat_to: Literal["each", "holder"] = rule(
        "each",
        FALSE_PAGAT_TO,
        "Pagat called without holding it: who gets the penalty",
        "The rule sheet doesn’t say who gets the penalty.",
        "§31",
    )
    discarded_king_each: int = rule(
        5,
        chips(),
        "King discarded: penalty to each",
        "No King may be discarded.",
        "§30",
    )
    discarded_trump_each: int = rule(
        5,
        chips(),
        "Trump discarded face down: penalty to each",
        "A discarded trump must be shown.",
        "§30",
    )
    wrong_trump_each: int = rule(
        5,
        chips(),
        "Wrong card called: penalty to each",
        "Paid by the bidder, and by the holder of the right card who said nothing.",
        "§31",
    )


HOUSE = House(
    HouseRules,
    {
        "spjst-2013": Preset("SPJST 2013", HouseRules()),
        "westfest-2012": Preset(
            "Westfest 2012",
            HouseRules(
                prever_set_multipliers=(1, 2, 4),
                max_challenge="supre",
                values=tuple(pair for pair in SPJST_VALUES if pair[0] != "spjst"),
                renege_each=5,
                solo_violator_pays_win=True,
                soloist_pays_innocent_defenders=True,
            ),
        ),
    },
)


@lru_cache(maxsize=256)
def prices(values: tuple[tuple[str, int], ...]) -> Mapping[str, int]:
    """Return the chips from each other player for every value of the house, by code."""
    return MappingProxyType(dict(values))
