"""House rules of Paskievics: what each score is worth, and what a pass-out brings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from rules.options import (
    Choice,
    House,
    Number,
    Option,
    Several,
    Table,
    YesNo,
    chips,
    pair,
)
from rules.paskievics.deal import MOST_DOUBLED
from rules.sentences import Sentences

Pair = tuple[int, int]
BOOK_CHIPS: Mapping[str, int] = MappingProxyType(
    {"three": 1, "two": 2, "one": 3, "solo": 4}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays. Pairs are (silent, announced); `*_times` are times the bid."""

    game_chips: Mapping[str, int] = field(default_factory=lambda: dict(BOOK_CHIPS))
    double_times: Pair = (2, 4)
    volat_times: Pair = (3, 6)
    trull_chips: Pair = (1, 2)
    kings_chips: Pair = (1, 2)
    pagat_chips: Pair = (5, 10)
    xxi_chips: Pair = (21, 42)
    tarokks_chips: Pair = (1, 2)
    tarokks_paid_by: Literal["everybody", "opponents"] = "everybody"
    silent_with_volat: bool = False
    pass_out: Literal["multiply", "single", "next", "none"] = "multiply"
    annulled_doubles: bool = False
    trial_chips: int = 1
    max_doubles: int = 5


def _pair(name: str, label: str, meaning: str) -> Option:
    return Option(name, pair(), label, meaning, "house")


OPTIONS = (
    Option(
        "game_chips",
        Table({"three": "Three", "two": "Two", "one": "One", "solo": "Solo"}),
        "Bids",
        "What the game is worth at each bid; a bid left out is not played.",
        "Bidding",
    ),
    _pair(
        "double_times",
        "Double game",
        "At least 71 card points, silent and announced, in times the bid.",
    ),
    _pair(
        "volat_times",
        "Volát",
        "All nine tricks, silent and announced, in times the bid.",
    ),
    _pair("trull_chips", "Trull", "All three honours, silent and announced."),
    _pair("kings_chips", "Four Kings", "All four Kings, silent and announced."),
    _pair(
        "pagat_chips",
        "Pagát ultimó",
        "The last trick taken with the Pagát, or the Pagát lost there, silent and announced.",
    ),
    _pair("xxi_chips", "Catching the XXI", "The XXI caught, silent and announced."),
    Option(
        "tarokks_chips",
        Several(("8", "9")),
        "Tarokks",
        "What eight and nine tarokks declared are worth.",
        "house",
    ),
    Option(
        "tarokks_paid_by",
        Choice(
            {
                "everybody": "each of the other three",
                "opponents": "the other side",
            }
        ),
        "Tarokks are paid by",
        "Each of the others, the partner too, or side against side.",
        "house",
    ),
    Option(
        "silent_with_volat",
        YesNo(),
        "Trull and Kings beside all tricks",
        "Does who takes all nine tricks score the unannounced trull and Kings as well?",
        "house",
    ),
    Option(
        "pass_out",
        Choice(
            {
                "multiply": "doubles the next round, each time once more",
                "single": "doubles the next round, never more than once",
                "next": "doubles the next deal, however many pass-outs",
                "none": "changes nothing",
            }
        ),
        "A pass-out",
        "What follows where all four pass; a round is four deals, five at a table of five.",
        "Bidding",
    ),
    Option(
        "annulled_doubles",
        YesNo(),
        "Thrown-in deals double too",
        "Does a deal that was thrown in start a doubled round, as a pass-out does?",
        "house",
    ),
    Option(
        "trial_chips",
        chips(),
        "Three without an honour",
        "What the fourth hand pays each of the others for a Three without any honour.",
        "Bidding",
    ),
    Option(
        "max_doubles",
        Number(0, MOST_DOUBLED),
        "Most doublings",
        "How far kontras go: 1 kontra, 2 rekontra, 3 szubkontra, 4 hirskontra, 5 mordkontra.",
        "house",
    ),
)
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "book": HouseRules(),
        "competition-2018": HouseRules(
            tarokks_paid_by="opponents",
            pass_out="none",
            trial_chips=3,
            max_doubles=4,
        ),
    }
)
PRESET_NAMES = Sentences(
    __name__,
    {"book": "As in the book", "competition-2018": "Hungarian competition, 2018"},
)

HOUSE = House(HouseRules, OPTIONS, PRESETS, "book")
