"""House rules: where clubs are known to differ, one field each.

Amounts are whole chips. Two presets: the rule sheet of 2013 (`spjst-2013`) and the
Westfest tournament rules of 2012 (`westfest-2012`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rules.options import House
from rules.sentences import Sentences
from rules.spjst.hand import Challenge
from rules.spjst.options import OPTIONS

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
    """How one house plays. Build it with `HOUSE.rules`, which checks every value.

    The defaults are SPJST 2013; `OPTIONS` describes each field in words. Pairs of
    chips are (silent, announced), `values` are (code, chips from each) in table order.
    """

    prever_set_multipliers: tuple[int, int, int] = (1, 2, 3)  # §8
    prever_set_on_win: bool = False  # §8, quick sheet
    pagat_chips: tuple[int, int] = (2, 4)  # §15
    valat_chips: tuple[int, int] = (20, 40)  # §16
    valat_prever_chips: tuple[int, int] = (20, 40)  # §16
    valat_replaces_game: bool = True  # §16
    challenge_multiplies_valat: bool = True  # §13, §16
    called_valat_voids_pagat: bool = True  # §16
    max_challenge: Challenge = "mort"  # §13
    values: tuple[tuple[str, int], ...] = SPJST_VALUES  # §17, §18, §21
    irregularity_each: int = 2  # §30
    renege_each: int = 2  # §30
    renege_redirects: bool = True  # §30
    solo_violator_pays_win: bool = False  # §30
    soloist_pays_innocent_defenders: bool = False  # §30
    misdeal_each: int = 2  # §22
    illegal_value_each: int = 2  # §30
    wrong_povinost_each: int = 2  # §31
    false_pagat_each: int = 2  # §31
    discarded_king_each: int = 5  # §30
    discarded_trump_each: int = 5  # §30
    wrong_trump_each: int = 5  # §31


PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "spjst-2013": HouseRules(),
        "westfest-2012": HouseRules(
            prever_set_multipliers=(1, 2, 4),
            max_challenge="supre",
            values=tuple(pair for pair in SPJST_VALUES if pair[0] != "spjst"),
            renege_each=5,
            solo_violator_pays_win=True,
            soloist_pays_innocent_defenders=True,
        ),
    }
)
PRESET_NAMES = Sentences(
    __name__, {"spjst-2013": "SPJST 2013", "westfest-2012": "Westfest 2012"}
)
HOUSE = House(HouseRules, OPTIONS, PRESETS, "spjst-2013")


@lru_cache(maxsize=256)
def prices(values: tuple[tuple[str, int], ...]) -> Mapping[str, int]:
    """The chips from each for every value of the house, by code."""
    return MappingProxyType(dict(values))
