"""House rules of Tysiacha: bids and marriages, the end of a game, zeros and fines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.house_rules import (
    Choice,
    House,
    Number,
    Preset,
    Table,
    YesNo,
    chips,
    rule,
    wrong_rule,
)
from rules.messages import Sentences
from rules.problems import Problem

BOOK_MARRIAGES: Mapping[str, int] = MappingProxyType(
    {"hearts": 100, "diamonds": 80, "clubs": 60, "spades": 40}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house; amounts are points, except for stakes."""

    target: int = rule(
        1000,
        Number(100, 5000),
        "Game",
        "How many points win the game.",
        "Fragment",
    )
    marriage_chips: Mapping[str, int] = rule(
        BOOK_MARRIAGES,
        Table(
            {
                "hearts": "Hearts",
                "diamonds": "Diamonds",
                "clubs": "Clubs",
                "spades": "Spades",
                "aces": "four Aces",
            }
        ),
        "Marriages",
        "What the King and Queen of each suit count together, and four Aces if they "
        "count too.",
    )
    bid_min: int = rule(
        100,
        chips(),
        "Lowest bid",
        "No bid can be lower.",
    )
    bid_step: int = rule(
        5,
        Number(1, 20),
        "Bidding step",
        "Every bid is a multiple of this.",
    )
    soloist_scores: Literal["bid", "taken"] = rule(
        "bid",
        Choice({"bid": "the bid", "taken": "what was taken"}),
        "The soloist scores",
        "A made bid scores either no more than the bid, or all the points taken.",
        "Fragment",
    )
    round_to: int = rule(
        5,
        Number(1, 10),
        "Rounding",
        "Points are rounded to the nearest multiple of this. Halves are rounded up.",
    )
    round_soloist: bool = rule(
        False,
        YesNo(),
        "Rounding can make a bid",
        "Are the soloist’s points rounded before they’re compared with the bid?",
    )
    blind_times: int = rule(
        1,
        Number(1, 4),
        "Blind bids",
        "How many times a bid made before looking counts. 1 means that blind bids "
        "aren’t played.",
    )
    concede: Literal["no", "nothing", "bid"] = rule(
        "bid",
        Choice(
            {"no": "not allowed", "nothing": "costs nothing", "bid": "costs the bid"}
        ),
        "Conceding",
        "Can the soloist give up after seeing the widow, and what does it cost?",
    )
    concede_chips: int = rule(
        60,
        chips(),
        "Each partner’s points for a concession",
        "What each partner gets when the soloist gives up.",
    )
    concede_half: bool = rule(
        False,
        YesNo(),
        "Half the bid for a concession",
        "Does each partner get half the bid instead when the soloist gives up?",
    )
    concede_limit: int = rule(
        0,
        Number(0, 9),
        "Concessions before a fine",
        "A player who concedes this many times is fined. 0 means no fine.",
    )
    fine_chips: int = rule(
        120,
        chips(),
        "Fine for conceding",
        "What a player loses at the concession that reaches the limit.",
    )
    endgame: Literal["barrel", "stop", "none"] = rule(
        "barrel",
        Choice(
            {
                "barrel": "the barrel",
                "stop": "only the soloist scores",
                "none": "nothing special",
            }
        ),
        "Close to the end",
        "What happens to a total close to the end of the game.",
    )
    barrel_at: int = rule(
        880,
        Number(1, 5000),
        "Close starts at",
        "The total where the barrel begins, or where a player starts to score only "
        "as the soloist.",
    )
    barrel_deals: int = rule(
        3,
        Number(1, 9),
        "Deals on the barrel",
        "A player who hasn’t won after this many deals falls off the barrel.",
    )
    barrel_chips: int = rule(
        120,
        chips(),
        "Fall",
        "What a fall from the barrel costs.",
    )
    barrel_lost: Literal["falls", "stays"] = rule(
        "falls",
        Choice({"falls": "costs the bid and the barrel", "stays": "costs nothing"}),
        "A bid lost on the barrel",
        "Does the soloist pay the bid and leave the barrel, or stay there?",
    )
    barrel_for: Literal["all", "newest"] = rule(
        "all",
        Choice({"all": "everyone", "newest": "only the newest"}),
        "The barrel has room for",
        "Does a newcomer throw off a player who’s already on the barrel?",
    )
    falls_to_zero: int = rule(
        0,
        Number(0, 9),
        "Falls to zero",
        "A player who falls this many times loses the whole total. 0 means this "
        "isn’t played.",
    )
    bolt_limit: int = rule(
        3,
        Number(0, 9),
        "Zeros before a fine",
        "A player with no points in this many deals is fined. 0 means no fine.",
    )
    bolt_chips: int = rule(
        120,
        chips(),
        "Fine for zeros",
        "What a player loses at the zero that reaches the limit.",
    )
    bolts_in_a_row: bool = rule(
        False,
        YesNo(),
        "Zeros in a row",
        "Does a deal with points erase the zeros before it?",
    )
    soloist_bolts: bool = rule(
        False,
        YesNo(),
        "The soloist’s zeros",
        "Does a soloist who takes no points get a zero too?",
    )
    dump_at: int = rule(
        0,
        chips(),
        "Dump truck",
        "A player at exactly this total, above or below 0, goes back to 0. 0 means "
        "this isn’t played.",
    )
    talon_scores: bool = rule(
        False,
        YesNo(),
        "Points for the widow",
        "Does the dealer who sits out score for the three cards of the widow?",
    )
    score_by: Literal["points", "stake"] = rule(
        "points",
        Choice({"points": "the points of every deal", "stake": "a stake per game"}),
        "What is scored",
        "Either the points of every deal, or a stake that everyone else pays the "
        "winner of a game.",
    )
    stake: int = rule(
        1,
        chips(),
        "Stake",
        "What every other player pays the winner.",
    )
    game_chips: int = rule(
        0,
        chips(),
        "Bonus for the game",
        "What the winner of a game also gets.",
    )
    after_win: Literal["new_game", "stop"] = rule(
        "new_game",
        Choice({"new_game": "a new game begins", "stop": "the round is over"}),
        "After a win",
        "What happens when a game is won before the round is over.",
    )


WRONG = Sentences(
    __name__,
    {
        "target": "{name} must be less than {target}, which wins the game.",
        "fall": (
            "{name} must be 1 or more, because a player who falls leaves the barrel."
        ),
    },
)


def _sense(rules: HouseRules) -> Iterable[Problem]:
    """Yield problems of the barrel.

    It must be below the target, and a fall must leave it.
    """
    if rules.endgame != "none" and rules.barrel_at >= rules.target:
        yield wrong_rule("barrel_at", WRONG["target"], target=rules.target)
    if rules.endgame == "barrel" and rules.barrel_chips == 0:
        yield wrong_rule("barrel_chips", WRONG["fall"])


HOUSE = House(
    HouseRules,
    {
        "book": Preset("As most books have it", HouseRules()),
        "plain": Preset(
            "Only what a table needs",
            HouseRules(endgame="none", bolt_limit=0, concede="no"),
        ),
        "pagat": Preset(
            "Free concessions, with a fine for the third",
            HouseRules(concede="nothing", concede_limit=3),
        ),
        "russian": Preset(
            "With 555, blind bids and Aces",
            HouseRules(
                dump_at=555,
                blind_times=2,
                marriage_chips={**BOOK_MARRIAGES, "aces": 200},
            ),
        ),
        "polish": Preset(
            "Polish: by tens, soloist only from 800",
            HouseRules(
                round_to=10,
                bid_step=10,
                endgame="stop",
                barrel_at=800,
                bolt_limit=0,
                talon_scores=True,
            ),
        ),
        "club": Preset("Club night: 120 for each game", HouseRules(game_chips=120)),
        "single": Preset("One game per round", HouseRules(after_win="stop")),
        "stake": Preset("A stake per game", HouseRules(score_by="stake")),
    },
    _sense,
)
