"""House rules of Schieberamsch: who loses, what doubles, how it is settled."""

from dataclasses import dataclass
from typing import Literal

from rules.options import Choice, House, Number, Preset, YesNo, chips, rule


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays; a house scores points or settles in pairs, never both."""

    settle: Literal["points", "pairs"] = rule(
        "points",
        Choice({"points": "points on paper", "pairs": "each pays each"}),
        "How it is settled",
        "Each score is written down, or of each two the lower pays the other the difference.",
    )
    skat_to: Literal["last_trick", "most_points"] = rule(
        "last_trick",
        Choice({"last_trick": "with the last trick", "most_points": "to the loser"}),
        "Where the skat counts",
        "With the last trick, or to whoever has most points without it.",
    )
    tie: Literal["both", "share", "last_trick"] = rule(
        "both",
        Choice(
            {
                "both": "both lose all of it",
                "share": "both lose half of it",
                "last_trick": "whoever took the last trick loses",
            }
        ),
        "Two tied for the most points",
        "Who of them loses; if the third took the last trick, both do.",
    )
    virgin_doubles: bool = rule(
        True,
        YesNo(),
        "A virgin doubles",
        "Where one player took no trick, the loser loses double.",
    )
    march_chips: int = rule(
        120,
        chips(),
        "March",
        "What whoever takes every trick scores.",
    )
    shoves_double_march: bool = rule(
        True,
        YesNo(),
        "Shoves double the march",
        "Each shove of the skat doubles a march as it doubles a loss.",
    )
    lost_grand_times: int = rule(
        2,
        Number(1, 2),
        "Lost Grand hand",
        "How many times its value a lost Grand hand costs.",
    )


HOUSE = House(
    HouseRules,
    {
        "book": Preset("Points on paper", HouseRules()),
        "pairs": Preset("Each pays each", HouseRules(settle="pairs")),
        "loser-skat": Preset(
            "The skat to the loser", HouseRules(skat_to="most_points", tie="last_trick")
        ),
    },
)
