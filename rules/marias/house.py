"""House rules of Mariás: what is played for, and the prices."""

from dataclasses import dataclass
from typing import Literal

from rules.house_rules import Choice, House, Number, Preset, YesNo, chips, pair, rule

MOST_DOUBLES = 4  # retutti
MOST_TIMES = 10
Pair = tuple[int, int]  # chips of (silent, announced)
ByTens = Literal["no", "add", "double"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house; amounts are what each partner pays or gets."""

    game_chips: int = rule(
        1,
        chips(),
        "Game",
        "For the majority of the points, marriages included.",
        "Score",
    )
    double_seven_chips: int = rule(
        8,
        chips(),
        "Double Seven",
        "For the last two tricks with Sevens, announced by the soloist.",
        "Bidding 4",
    )
    betl_chips: int = rule(
        5,
        chips(),
        "Betl",
        "For losing every trick.",
        "Bidding 5",
    )
    durch_chips: int = rule(
        10,
        chips(),
        "Durch",
        "For winning every trick.",
        "Bidding 6",
    )
    seven_chips: Pair = rule(
        (1, 2),
        pair(),
        "Seven: silent, announced",
        "For the last trick with the trump Seven, won or lost.",
        "Bidding 1",
    )
    hundred_chips: Pair = rule(
        (2, 4),
        pair(),
        "Hundred: silent, announced",
        "For a hundred points with the help of one marriage.",
        "Bidding 2",
    )
    over_ten_chips: int = rule(
        0,
        chips(),
        "Each ten above a hundred",
        "What the winner of the game gets for each ten of all points above a hundred.",
        "Score",
    )
    hundred_replaces_game: bool = rule(
        False,
        YesNo(),
        "A hundred stands in place of the game",
        "Otherwise it’s paid in addition to the game.",
        "Bidding 2",
    )
    hundred_by_tens: ByTens = rule(
        "no",
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
    )
    open_times: int = rule(
        2,
        Number(1, MOST_TIMES),
        "Open betl and durch: times",
        "What cards face up on the table are multiplied by.",
        "Bidding 5",
    )
    hearts_times: int = rule(
        2,
        Number(1, MOST_TIMES),
        "Hearts: times",
        "What all amounts of a game with hearts as trump are multiplied by.",
        "Score",
    )
    forehand_only: bool = rule(
        True,
        YesNo(),
        "Only Forehand plays a game",
        "The others can bid only betl or durch.",
        "Bidding",
    )
    dealer_pays: bool = rule(
        False,
        YesNo(),
        "The dealer who sits out pays with the partners",
        "At a table of four. The dealer also collects with them.",
    )
    max_doubles: int = rule(
        4,
        Number(0, MOST_DOUBLES),
        "Doublings allowed",
        "How many times one thing can be doubled: 4 is up to retutti.",
        "Bidding",
    )


HOUSE = House(
    HouseRules,
    {
        "book": Preset("As in the book", HouseRules()),
        "book-halves": Preset(
            "As in the book, in halves, with each ten",
            HouseRules(
                game_chips=2,
                double_seven_chips=16,
                betl_chips=10,
                durch_chips=20,
                seven_chips=(2, 4),
                hundred_chips=(4, 8),
                over_ten_chips=1,
            ),
        ),
        "czech": Preset(
            "As Czech clubs play: the hundred by tens",
            HouseRules(hundred_replaces_game=True, hundred_by_tens="add"),
        ),
    },
)
