"""House rules of Reversis: the pools, the party, the side payments."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.options import Choice, House, Option, Several, YesNo, chips
from rules.sentences import Sentences

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays; the amounts are chips."""

    pool_chips: Pair = (5, 10)
    stake_chips: int = 5
    party_chips: int = 4
    talon_bonus: bool = False
    quinola_chips: tuple[int, int, int] = (5, 10, 5)
    ace_diamonds_chips: Pair = (2, 2)
    ace_chips: Pair = (1, 1)
    reversis_chips: Pair = (16, 32)
    broken_chips: int = 64
    leftover_pools: Literal["share", "dealer"] = "share"
    returned_pool: Literal["remise", "double"] = "remise"


_POOL, _SIDE = "Quinola and the pool", "Side payments"
_PLACED_FORCED = ("placed", "forced or led")
OPTIONS = (
    Option(
        "pool_chips",
        Several(("each player", "the dealer")),
        "A new pool",
        "What each player pays into a new pool, and what the dealer pays instead.",
        _POOL,
    ),
    Option(
        "stake_chips",
        chips(),
        "The dealer’s stake",
        "What the dealer of every deal adds to the latest pool.",
        _POOL,
    ),
    Option(
        "party_chips",
        chips(),
        "The party",
        "What the loser of a hand pays its winner, beside the counters of the talon.",
        "Pay-off",
    ),
    Option(
        "talon_bonus",
        YesNo(),
        "More for ♦A and ♥J in the talon",
        "The ♦A counts 5 in the talon instead of 4, the ♥J 3 instead of 1.",
        "Pay-off",
    ),
    Option(
        "quinola_chips",
        Several((*_PLACED_FORCED, "the others then")),
        "Quinola",
        "Paid for it when placed; by its holder when forced or led; by each other then.",
        _SIDE,
    ),
    Option(
        "ace_diamonds_chips",
        Several(_PLACED_FORCED),
        "The ♦A",
        "Paid for it when placed, and by its holder when forced or led.",
        _SIDE,
    ),
    Option(
        "ace_chips",
        Several(_PLACED_FORCED),
        "The other Aces",
        "Paid for one when placed, and by its holder when forced or led.",
        _SIDE,
    ),
    Option(
        "reversis_chips",
        Several(("a neighbour", "the player opposite")),
        "Reversis",
        "What a neighbour and the player opposite pay for a reversis that was made.",
        "The reversis",
    ),
    Option(
        "broken_chips",
        chips(),
        "Broken reversis",
        "What its player pays whoever broke it.",
        "The reversis",
    ),
    Option(
        "leftover_pools",
        Choice({"share": "shared by all", "dealer": "to the last dealer"}),
        "Pools left at the end",
        "Who gets what the pools still hold when the session ends.",
        "house",
    ),
    Option(
        "returned_pool",
        Choice({"remise": "a remise", "double": "the latest pool doubled"}),
        "A pool returned",
        "What whoever placed Quinola and failed in the espagnolette pays for the pool: a remise, or as much into that same pool, be it the first or not.",
        "Espagnolette",
    ),
)
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {"book": HouseRules(), "talon-bonus": HouseRules(talon_bonus=True)}
)
PRESET_NAMES = Sentences(
    __name__,
    {"book": "As in the book", "talon-bonus": "More for ♦A and ♥J in the talon"},
)
HOUSE = House(HouseRules, OPTIONS, PRESETS, "book")
