"""House rules of Tapp Tarock: what is played for, and how dear."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from rules.options import Choice, House, Number, Option, Table, YesNo, chips, pair
from rules.sentences import Sentences
from rules.tapp_tarock.deal import MOST_DOUBLES
from rules.tapp_tarock.words import BONUSES, CONTRACTS

Pair = tuple[int, int]  # chips, or times, of (silent, announced)


def _contracts() -> Mapping[str, int]:
    return {"threes": 3, "unders": 4, "overs": 5, "solo": 8}


def _bonuses() -> Mapping[str, int]:
    return {"trull": 3, "two_trull": 1, "kings": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays; a contract or a bonus without a price is not played.

    Where one of `slam_times` is not 0 a slam costs so many times its contract, else
    `slam_chips`.
    """

    contracts: Mapping[str, int] = field(default_factory=_contracts)
    pagat_chips: Pair = (4, 8)
    solo_doubles_pagat: bool = True
    pagat_any_holder: bool = True
    own_partner_takes_pagat: Literal["lost", "standoff"] = "lost"
    bonus_chips: Mapping[str, int] = field(default_factory=_bonuses)
    solo_doubles_bonuses: bool = False
    mond_chips: int = 0
    slam_chips: Pair = (12, 24)
    slam_times: Pair = (0, 0)
    max_doubles: int = 2
    passed_out_deals: Literal["same", "next"] = "same"


OPTIONS = (
    Option(
        "contracts",
        Table(CONTRACTS),
        "Contracts",
        "What each partner pays, or gets; a contract left out is not played.",
        "house",
    ),
    Option(
        "pagat_chips",
        pair(),
        "Pagat: silent, announced",
        "For winning the last trick with the Pagat, or for losing it there.",
        "Variants 3",
    ),
    Option(
        "solo_doubles_pagat",
        YesNo(),
        "A solo doubles the Pagat",
        "Otherwise the Pagat costs the same in every contract.",
        "Variants 3",
    ),
    Option(
        "pagat_any_holder",
        YesNo(),
        "Anyone may announce the Pagat",
        "Otherwise only the soloist may.",
        "Variants",
    ),
    Option(
        "own_partner_takes_pagat",
        Choice({"lost": "the Pagat is lost", "standoff": "a stand-off"}),
        "The holder’s own partner takes the Pagat in the last trick",
        "Strictly it is lost; a house may agree that nothing is paid.",
        "Variants 4",
    ),
    Option(
        "bonus_chips",
        Table(BONUSES),
        "Bonuses",
        "What each of the others pays for cards dealt; one left out is not played.",
        "Score",
    ),
    Option(
        "solo_doubles_bonuses",
        YesNo(),
        "A solo doubles the bonuses",
        "Otherwise they cost the same in every contract.",
        "Score",
    ),
    Option(
        "mond_chips",
        chips(),
        "XXI taken with the Skus",
        "What each of the others pays who takes it; 0: nothing.",
        "Variants",
    ),
    Option(
        "slam_chips",
        pair(),
        "Slam: silent, announced",
        "For all the tricks, in place of the game.",
        "house",
    ),
    Option(
        "slam_times",
        pair(),
        "Slam as times the contract: silent, announced",
        "Where one of these is not 0 they count, and not the chips above.",
        "house",
    ),
    Option(
        "max_doubles",
        Number(0, MOST_DOUBLES),
        "Doublings allowed",
        "How many times one thing can be doubled: 2 is double and redouble.",
        "Variants",
    ),
    Option(
        "passed_out_deals",
        Choice({"same": "the same dealer", "next": "the next dealer"}),
        "Who deals after all have passed",
        "Nothing is paid for such a deal.",
        "house",
    ),
)
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "book": HouseRules(),
        "tower-grove": HouseRules(
            contracts={"threes": 3, "solo": 8}, pagat_any_holder=False
        ),
        "vienna": HouseRules(
            solo_doubles_bonuses=True,
            mond_chips=2,
            slam_chips=(0, 0),
            slam_times=(4, 8),
            max_doubles=4,
        ),
    }
)
PRESET_NAMES = Sentences(
    __name__,
    {
        "book": "As in the book",
        "tower-grove": "Tower Grove: two contracts",
        "vienna": "With the book’s variants",
    },
)
HOUSE = House(HouseRules, OPTIONS, PRESETS, "book")
