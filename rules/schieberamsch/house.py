"""House rules of Schieberamsch: who loses, what doubles, how it is settled."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.options import Choice, House, Number, Option, YesNo, chips
from rules.sentences import Sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays; a house scores points or settles in pairs, never both."""

    settle: Literal["points", "pairs"] = "points"
    skat_to: Literal["last_trick", "most_points"] = "last_trick"
    tie: Literal["both", "share", "last_trick"] = "both"
    virgin_doubles: bool = True
    march_chips: int = 120
    shoves_double_march: bool = True
    lost_grand_times: int = 2


OPTIONS = (
    Option(
        "settle",
        Choice({"points": "points on paper", "pairs": "each pays each"}),
        "How it is settled",
        "Each score is written down, or of each two the lower pays the other the difference.",
        "house",
    ),
    Option(
        "skat_to",
        Choice({"last_trick": "with the last trick", "most_points": "to the loser"}),
        "Where the skat counts",
        "With the last trick, or to whoever has most points without it.",
        "house",
    ),
    Option(
        "tie",
        Choice(
            {
                "both": "both lose all of it",
                "share": "both lose half of it",
                "last_trick": "whoever took the last trick loses",
            }
        ),
        "Two tied for the most points",
        "Who of them loses; if the third took the last trick, both do.",
        "house",
    ),
    Option(
        "virgin_doubles",
        YesNo(),
        "A virgin doubles",
        "Where one player took no trick, the loser loses double.",
        "house",
    ),
    Option(
        "march_chips",
        chips(),
        "March",
        "What whoever takes every trick scores.",
        "house",
    ),
    Option(
        "shoves_double_march",
        YesNo(),
        "Shoves double the march",
        "Each shove of the skat doubles a march as it doubles a loss.",
        "house",
    ),
    Option(
        "lost_grand_times",
        Number(1, 2),
        "Lost Grand hand",
        "How many times its value a lost Grand hand costs.",
        "house",
    ),
)
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "book": HouseRules(),
        "pairs": HouseRules(settle="pairs"),
        "loser-skat": HouseRules(skat_to="most_points", tie="last_trick"),
    }
)
PRESET_NAMES = Sentences(
    __name__,
    {
        "book": "Points on paper",
        "pairs": "Each pays each",
        "loser-skat": "The skat to the loser",
    },
)
HOUSE = House(HouseRules, OPTIONS, PRESETS, "book")
