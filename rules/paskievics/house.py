"""House rules of Paskievics: the worth of each score, and the effect of a pass-out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.house_rules import (
    Choice,
    House,
    Number,
    Preset,
    Several,
    Table,
    YesNo,
    chips,
    pair,
    rule,
)

MOST_DOUBLED = 5  # kontra, rekontra, szubkontra, hirskontra, mordkontra
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house.

    Pairs are (silent, announced); `*_times` are times the bid.
    """

    game_chips: Mapping[str, int] = rule(
        {"three": 1, "two": 2, "one": 3, "solo": 4},
        Table({"three": "Three", "two": "Two", "one": "One", "solo": "Solo"}),
        "Bids",
        "What the game is worth at each bid. A bid that’s left out isn’t played.",
        "Bidding",
    )
    double_times: Pair = rule(
        (2, 4),
        pair(),
        "Double game",
        "How many times the bid is paid for at least 71 card points, silent and announced.",
    )
    volat_times: Pair = rule(
        (3, 6),
        pair(),
        "Volát",
        "How many times the bid is paid for all nine tricks, silent and announced.",
    )
    trull_chips: Pair = rule(
        (1, 2),
        pair(),
        "Trull",
        "What’s paid for all three honors, silent and announced.",
    )
    kings_chips: Pair = rule(
        (1, 2),
        pair(),
        "Four Kings",
        "What’s paid for all four Kings, silent and announced.",
    )
    pagat_chips: Pair = rule(
        (5, 10),
        pair(),
        "Pagát ultimó",
        "What’s paid for taking the last trick with the Pagát or losing the Pagát there, silent "
        "and announced.",
    )
    xxi_chips: Pair = rule(
        (21, 42),
        pair(),
        "Catching the XXI",
        "What’s paid for catching the XXI, silent and announced.",
    )
    tarokks_chips: Pair = rule(
        (1, 2),
        Several(("8", "9")),
        "Tarokks",
        "What declaring eight or nine tarokks is worth.",
    )
    tarokks_paid_by: Literal["everybody", "opponents"] = rule(
        "everybody",
        Choice(
            {
                "everybody": "each of the other three",
                "opponents": "the other side",
            }
        ),
        "Who pays for tarokks",
        "Either each of the other players pays, including the partner, or only the "
        "other side does.",
    )
    silent_with_volat: bool = rule(
        False,
        YesNo(),
        "Trull and Kings in addition to all tricks",
        "Does the side that takes all nine tricks also score the unannounced trull "
        "and Kings?",
    )
    pass_out: Literal["multiply", "single", "next", "none"] = rule(
        "multiply",
        Choice(
            {
                "multiply": "doubles the next round, once more each time",
                "single": "doubles the next round, never more than once",
                "next": "doubles only the next deal, no matter how many pass-outs",
                "none": "changes nothing",
            }
        ),
        "A pass-out",
        "What happens when all four pass. A round is four deals, or five at a table "
        "of five.",
        "Bidding",
    )
    annulled_doubles: bool = rule(
        False,
        YesNo(),
        "Thrown-in deals also double",
        "Does a deal that was thrown in start a doubled round, like a pass-out?",
    )
    trial_chips: int = rule(
        1,
        chips(),
        "Three without an honor",
        "What the fourth hand pays each of the others for a Three without any honor.",
        "Bidding",
    )
    max_doubles: int = rule(
        5,
        Number(0, MOST_DOUBLED),
        "Doublings allowed",
        "How many times something can be doubled: 1 is kontra, 2 rekontra, 3 "
        "szubkontra, 4 hirskontra and 5 mordkontra.",
    )


HOUSE = House(
    HouseRules,
    {
        "book": Preset("As in the book", HouseRules()),
        "competition-2018": Preset(
            "Hungarian competition, 2018",
            HouseRules(
                tarokks_paid_by="opponents",
                pass_out="none",
                trial_chips=3,
                max_doubles=4,
            ),
        ),
    },
)
