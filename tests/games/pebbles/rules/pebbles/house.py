"""House rules of Pebbles: how much each puts in, and what becomes of the rest."""

from dataclasses import dataclass
from typing import Literal

from rules.house_rules import Choice, House, Number, Preset, rule


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays."""

    stake: int = rule(
        1,
        Number(1, 10, of_chips=True),
        "Stake",
        "What each who plays puts into the pool, and what a call is worth.",
        "The pool",
    )
    rest: Literal["stays", "swept"] = rule(
        "stays",
        Choice({"stays": "it stays in the pool", "swept": "the last dealer has it"}),
        "What is left at the end of a round",
        "Chips that stay in the pool are nobody’s.",
    )


HOUSE = House(
    HouseRules,
    {
        "brook": Preset("As at the brook", HouseRules()),
        "quarry": Preset("As in the quarry", HouseRules(stake=2, rest="swept")),
    },
)
