"""House rules of a game that isn't built in: its name, table sizes and totals."""

from dataclasses import dataclass
from typing import Literal

from rules.house_rules import Choice, House, Preset, Words, rule

SIZES = {
    "3": (3,),
    "4": (4,),
    "5": (5,),
    "3-4": (3, 4),
    "4-5": (4, 5),
    "3-5": (3, 4, 5),
}
LONGEST = 40  # letters of a name: it has to fit on a score sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The facts of one game; `sizes` is a key of `SIZES`."""

    name: str = rule(
        "Other game",
        Words(LONGEST),
        "Name of the game",
        "The tournament’s pages and score sheets show this name. All games that you "
        "name yourself count together in a season.",
    )
    sizes: str = rule(
        "4",
        Choice(
            {
                "3": "three",
                "4": "four",
                "5": "five",
                "3-4": "three or four",
                "4-5": "four or five",
                "3-5": "three, four or five",
            }
        ),
        "Players at a table",
        "With several sizes, fewer players have to sit out.",
    )
    total: Literal["known", "none"] = rule(
        "known",
        Choice(
            {
                "known": "what its players started with",
                "none": "no fixed total",
            }
        ),
        "Total of a table’s scores",
        "If everyone starts with 100, four scores must add up to 400. If everyone "
        "starts with 0, the scores must add up to 0. Without a fixed total, a second "
        "person has to enter all the scores again.",
    )


HOUSE = House(HouseRules, {"totals": Preset("scores only", HouseRules())})
