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
        "What’s paid for taking the majority of the points, including marriages.",
        "Score",
    )
    double_seven_chips: int = rule(
        8,
        chips(),
        "Double Seven",
        "What’s paid for winning the last two tricks with Sevens, announced by the soloist.",
        "Bidding 4",
    )
    betl_chips: int = rule(
        5,
        chips(),
        "Betl",
        "What’s paid for losing every trick.",
        "Bidding 5",
    )
    durch_chips: int = rule(
        10,
        chips(),
        "Durch",
        "What’s paid for winning every trick.",
        "Bidding 6",
    )
    seven_chips: Pair = rule(
        (1, 2),
        pair(),
        "Seven: silent, announced",
        "What’s paid for playing the trump Seven to the last trick, won or lost.",
        "Bidding 1",
    )
    hundred_chips: Pair = rule(
        (2, 4),
        pair(),
        "Hundred: silent, announced",
        "What’s paid for a hundred points with the help of one marriage.",
        "Bidding 2",
    )
    over_ten_chips: int = rule(
        0,
        chips(),
        "Each ten above a hundred",
        "What the winner of the game gets for each ten points above a hundred, "
        "counting all marriages.",
        "Score",
    )
    hundred_replaces_game: bool = rule(
        False,
        YesNo(),
        "A hundred replaces the game",
        "Otherwise, a hundred is paid in addition to the game.",
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
        "Hundred by tens",
        "How the amount grows with each ten above or short of a hundred.",
        "Bidding 2",
    )
    open_times: int = rule(
        2,
        Number(1, MOST_TIMES),
        "Multiplier for open betl and durch",
        "What the price is multiplied by when the cards are face up on the table.",
        "Bidding 5",
    )
    hearts_times: int = rule(
        2,
        Number(1, MOST_TIMES),
        "Multiplier for hearts",
        "What all amounts are multiplied by when hearts are trump.",
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
        "This applies at a table of four. The dealer also collects with the partners.",
    )
    max_doubles: int = rule(
        4,
        Number(0, MOST_DOUBLES),
        "Doublings allowed",
        "How many times the game or an announcement can be doubled. 4 goes up to "
        "retutti.",
        "Bidding",
    )


HOUSE = House(
    HouseRules,
    {
        "book": Preset("As in the book", HouseRules()),
        "book-halves": Preset(
            "As in the book, doubled, plus 1 for each ten",
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
            "As Czech clubs play, with the hundred by tens",
            HouseRules(hundred_replaces_game=True, hundred_by_tens="add"),
        ),
    },
)
