"""House rules of Mariás: what is played for, and how dear."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.marias.deal import MOST_DOUBLES
from rules.options import Choice, House, Number, Option, YesNo, chips, pair
from rules.sentences import Sentences

MOST_TIMES = 10
Pair = tuple[int, int]  # chips of (silent, announced)
ByTens = Literal["no", "add", "double"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays; amounts are what each partner pays, or gets."""

    game_chips: int = 1
    double_seven_chips: int = 8
    betl_chips: int = 5
    durch_chips: int = 10
    seven_chips: Pair = (1, 2)
    hundred_chips: Pair = (2, 4)
    over_ten_chips: int = 0
    hundred_replaces_game: bool = False
    hundred_by_tens: ByTens = "no"
    open_times: int = 2
    hearts_times: int = 2
    forehand_only: bool = True
    dealer_pays: bool = False
    max_doubles: int = 4


OPTIONS = (
    Option(
        "game_chips",
        chips(),
        "Game",
        "For the majority of the points, marriages included.",
        "Score",
    ),
    Option(
        "double_seven_chips",
        chips(),
        "Double Seven",
        "For the last two tricks with Sevens, announced by the soloist.",
        "Bidding 4",
    ),
    Option("betl_chips", chips(), "Betl", "For losing every trick.", "Bidding 5"),
    Option("durch_chips", chips(), "Durch", "For winning every trick.", "Bidding 6"),
    Option(
        "seven_chips",
        pair(),
        "Seven: silent, announced",
        "For the last trick with the trump Seven, won or lost.",
        "Bidding 1",
    ),
    Option(
        "hundred_chips",
        pair(),
        "Hundred: silent, announced",
        "For a hundred points with the help of one marriage.",
        "Bidding 2",
    ),
    Option(
        "over_ten_chips",
        chips(),
        "Each ten above a hundred",
        "What the winner of the game gets for each ten of all points above a hundred.",
        "Score",
    ),
    Option(
        "hundred_replaces_game",
        YesNo(),
        "A hundred stands in place of the game",
        "Otherwise it is paid beside the game.",
        "Bidding 2",
    ),
    Option(
        "hundred_by_tens",
        Choice(
            {
                "no": "always the same",
                "add": "once more for each ten",
                "double": "twice as much for each ten",
            }
        ),
        "A hundred by tens",
        "How it grows with each ten above a hundred, or short of it.",
        "Bidding 2",
    ),
    Option(
        "open_times",
        Number(1, MOST_TIMES),
        "Open betl and durch: times",
        "What cards face up on the table are multiplied by.",
        "Bidding 5",
    ),
    Option(
        "hearts_times",
        Number(1, MOST_TIMES),
        "Hearts: times",
        "What all amounts of a game with hearts as trump are multiplied by.",
        "Score",
    ),
    Option(
        "forehand_only",
        YesNo(),
        "Only Forehand plays a game",
        "The others can bid only betl or durch.",
        "Bidding",
    ),
    Option(
        "dealer_pays",
        YesNo(),
        "The dealer who sits out pays with the partners",
        "At a table of four; the dealer collects with them, too.",
        "house",
    ),
    Option(
        "max_doubles",
        Number(0, MOST_DOUBLES),
        "Doublings allowed",
        "How many times one thing can be doubled: 4 is up to retutti.",
        "Bidding",
    ),
)
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "book": HouseRules(),
        "book-halves": HouseRules(
            game_chips=2,
            double_seven_chips=16,
            betl_chips=10,
            durch_chips=20,
            seven_chips=(2, 4),
            hundred_chips=(4, 8),
            over_ten_chips=1,
        ),
        "czech": HouseRules(hundred_replaces_game=True, hundred_by_tens="add"),
    }
)
PRESET_NAMES = Sentences(
    __name__,
    {
        "book": "As in the book",
        "book-halves": "As in the book, in halves, with each ten",
        "czech": "As Czech clubs play: the hundred by tens",
    },
)
HOUSE = House(HouseRules, OPTIONS, PRESETS, "book")
