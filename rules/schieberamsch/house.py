"""House rules of Schieberamsch: the loser, the doublings, the way of settling."""

from dataclasses import dataclass
from typing import Literal

from rules.house_rules import Choice, House, Number, Preset, YesNo, chips, rule


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house, which scores points or settles in pairs, never both."""

    settle: Literal["points", "pairs"] = rule(
        "points",
        Choice({"points": "points on paper", "pairs": "players pay each other"}),
        "How scores are settled",
        "Either scores are only written down, or in each pair of players, the lower "
        "score pays the difference to the higher.",
    )
    skat_to: Literal["last_trick", "most_points"] = rule(
        "last_trick",
        Choice({"last_trick": "with the last trick", "most_points": "to the loser"}),
        "Who gets the skat",
        "Either the player who took the last trick, or the player with the most "
        "points before the skat is added.",
    )
    tie: Literal["both", "share", "last_trick"] = rule(
        "both",
        Choice(
            {
                "both": "both lose all of them",
                "share": "both lose half of them",
                "last_trick": "the one who took the last trick loses",
            }
        ),
        "Two tied for the most points",
        "Who loses when two players tie. If the third player took the last trick, "
        "both lose.",
    )
    virgin_doubles: bool = rule(
        True,
        YesNo(),
        "A virgin doubles",
        "If a player takes no tricks, the loser loses double.",
    )
    march_chips: int = rule(
        120,
        chips(),
        "March",
        "What a player scores for taking every trick.",
    )
    shoves_double_march: bool = rule(
        True,
        YesNo(),
        "Shoves double the march",
        "Each shove of the skat also doubles a march, not only a loss.",
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
        "pairs": Preset("Players pay each other", HouseRules(settle="pairs")),
        "loser-skat": Preset(
            "Loser gets the skat", HouseRules(skat_to="most_points", tie="last_trick")
        ),
    },
)
