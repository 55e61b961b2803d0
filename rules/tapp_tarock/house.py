"""House rules of Tapp Tarock: what is played for, and the prices."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.house_rules import (
    Choice,
    House,
    Number,
    Preset,
    Table,
    YesNo,
    chips,
    pair,
    rule,
)
from rules.tapp_tarock.words import BONUSES, CONTRACTS

MOST_DOUBLES = 4  # that a record can have of one thing
Pair = tuple[int, int]  # chips, or times, of (silent, announced)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house; a contract or a bonus without a price isn't played.

    If one of `slam_times` is not 0, a slam costs that many times its contract,
    otherwise `slam_chips`.
    """

    contracts: Mapping[str, int] = rule(
        {"threes": 3, "unders": 4, "overs": 5, "solo": 8},
        Table(CONTRACTS),
        "Contracts",
        "What each partner pays or gets. A contract that’s left out isn’t played.",
    )
    pagat_chips: Pair = rule(
        (4, 8),
        pair(),
        "Pagat: silent, announced",
        "What’s paid for winning the last trick with the Pagat, or for losing it there.",
        "Variants 3",
    )
    solo_doubles_pagat: bool = rule(
        True,
        YesNo(),
        "A solo doubles the Pagat",
        "Otherwise, the Pagat costs the same in every contract.",
        "Variants 3",
    )
    pagat_any_holder: bool = rule(
        True,
        YesNo(),
        "Anyone can announce the Pagat",
        "Otherwise, only the soloist can.",
        "Variants",
    )
    own_partner_takes_pagat: Literal["lost", "standoff"] = rule(
        "lost",
        Choice({"lost": "the Pagat is lost", "standoff": "a standoff"}),
        "The holder’s own partner takes the Pagat in the last trick",
        "Strictly, it’s lost. A house can agree that nothing is paid.",
        "Variants 4",
    )
    bonus_chips: Mapping[str, int] = rule(
        {"trull": 3, "two_trull": 1, "kings": 3},
        Table(BONUSES),
        "Bonuses",
        "What each of the others pays for cards a player was dealt. A bonus that’s "
        "left out isn’t played.",
        "Score",
    )
    solo_doubles_bonuses: bool = rule(
        False,
        YesNo(),
        "A solo doubles the bonuses",
        "Otherwise, bonuses cost the same in every contract.",
        "Score",
    )
    mond_chips: int = rule(
        0,
        chips(),
        "XXI taken with the Skus",
        "What each of the others pays the player who takes the XXI. 0 means nothing "
        "is paid.",
        "Variants",
    )
    slam_chips: Pair = rule(
        (12, 24),
        pair(),
        "Slam: silent, announced",
        "What’s paid for all the tricks, instead of the game.",
    )
    slam_times: Pair = rule(
        (0, 0),
        pair(),
        "Slam as a multiple of the contract: silent, announced",
        "If either number isn’t 0, these multiples replace the chips for a slam.",
    )
    max_doubles: int = rule(
        2,
        Number(0, MOST_DOUBLES),
        "Doublings allowed",
        "How many times the game or an announcement can be doubled. 2 means double "
        "and redouble.",
        "Variants",
    )
    passed_out_deals: Literal["same", "next"] = rule(
        "same",
        Choice({"same": "the same dealer", "next": "the next dealer"}),
        "Who deals after everyone passes",
        "Nothing is paid for such a deal.",
    )


HOUSE = House(
    HouseRules,
    {
        "book": Preset("As in the book", HouseRules()),
        "tower-grove": Preset(
            "Tower Grove: two contracts",
            HouseRules(contracts={"threes": 3, "solo": 8}, pagat_any_holder=False),
        ),
        "vienna": Preset(
            "With the book’s variants",
            HouseRules(
                solo_doubles_bonuses=True,
                mond_chips=2,
                slam_chips=(0, 0),
                slam_times=(4, 8),
                max_doubles=4,
            ),
        ),
    },
)
