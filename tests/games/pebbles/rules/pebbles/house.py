"""House rules of Pebbles: how much each puts in, and what becomes of the rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.options import Choice, House, Number, Option
from rules.sentences import Sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays."""

    stake: int = 1
    rest: Literal["stays", "swept"] = "stays"


OPTIONS = (
    Option(
        "stake",
        Number(1, 10, "chips"),
        "Stake",
        "What each who plays puts into the pool, and what a call is worth.",
        "The pool",
    ),
    Option(
        "rest",
        Choice({"stays": "it stays in the pool", "swept": "the last dealer has it"}),
        "What is left at the end of a round",
        "Chips that stay in the pool are nobody’s.",
        "house",
    ),
)
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {"brook": HouseRules(), "quarry": HouseRules(stake=2, rest="swept")}
)
PRESET_NAMES = Sentences(
    __name__, {"brook": "As at the brook", "quarry": "As in the quarry"}
)

HOUSE = House(HouseRules, OPTIONS, PRESETS, "brook")
