"""House rules of Reversis: the pools, the party, the side payments."""

from dataclasses import dataclass
from typing import Literal

from rules.house_rules import Choice, House, Preset, Several, YesNo, chips, rule

Pair = tuple[int, int]
_POOL, _SIDE = "Quinola and the pool", "Side payments"
_PLACED_FORCED = ("placed", "forced or led")


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house; the amounts are chips."""

    pool_chips: Pair = rule(
        (5, 10),
        Several(("each player", "the dealer")),
        "A new pool",
        "What each player pays into a new pool, and what the dealer pays instead.",
        _POOL,
    )
    stake_chips: int = rule(
        5,
        chips(),
        "The dealer’s stake",
        "What the dealer of every deal adds to the latest pool.",
        _POOL,
    )
    party_chips: int = rule(
        4,
        chips(),
        "The party",
        "What the loser of a hand pays its winner, in addition to the counters in "
        "the talon.",
        "Pay-off",
    )
    talon_bonus: bool = rule(
        False,
        YesNo(),
        "More for ♦A and ♥J in the talon",
        "In the talon, the ♦A counts 5 instead of 4, and the ♥J counts 3 instead of 1.",
        "Pay-off",
    )
    quinola_chips: tuple[int, int, int] = rule(
        (5, 10, 5),
        Several((*_PLACED_FORCED, "each other player")),
        "Quinola",
        "What the holder gets when it’s placed and pays when it’s forced or led, and "
        "what each of the other players then pays.",
        _SIDE,
    )
    ace_diamonds_chips: Pair = rule(
        (2, 2),
        Several(_PLACED_FORCED),
        "The ♦A",
        "What the holder gets when it’s placed, and pays when it’s forced or led.",
        _SIDE,
    )
    ace_chips: Pair = rule(
        (1, 1),
        Several(_PLACED_FORCED),
        "The other Aces",
        "What the holder gets when one is placed, and pays when one is forced or led.",
        _SIDE,
    )
    reversis_chips: Pair = rule(
        (16, 32),
        Several(("a neighbor", "the player opposite")),
        "Reversis",
        "What a neighbor and the player opposite pay for a reversis that was made.",
        "The reversis",
    )
    broken_chips: int = rule(
        64,
        chips(),
        "Broken reversis",
        "What the player of a broken reversis pays the player who broke it.",
        "The reversis",
    )
    leftover_pools: Literal["share", "dealer"] = rule(
        "share",
        Choice({"share": "shared by all", "dealer": "to the last dealer"}),
        "Pools left at the end",
        "Who gets what’s left in the pools when the session ends.",
    )
    returned_pool: Literal["remise", "double"] = rule(
        "remise",
        Choice({"remise": "a remise", "double": "the latest pool doubled"}),
        "Pool after a failed espagnolette",
        "What a player who placed Quinola but failed the espagnolette pays for the "
        "pool: a remise, or the same amount into the latest pool.",
        "Espagnolette",
    )


HOUSE = House(
    HouseRules,
    {
        "book": Preset("As in the book", HouseRules()),
        "talon-bonus": Preset(
            "More for ♦A and ♥J in the talon", HouseRules(talon_bonus=True)
        ),
    },
)
