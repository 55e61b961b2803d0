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
        "What each King and Queen of a suit counts; the four Aces where they count too.",
    )
    bid_min: int = rule(
        100,
        chips(),
        "Lowest bid",
        "No bid may be lower.",
    )
    bid_step: int = rule(
        5,
        Number(1, 20),
        "Steps of bidding",
        "Every bid is a multiple of this.",
    )
    soloist_scores: Literal["bid", "taken"] = rule(
        "bid",
        Choice({"bid": "the bid", "taken": "what was taken"}),
        "The soloist scores",
        "A made bid scores no more than the bid, or all that was taken.",
        "Fragment",
    )
    round_to: int = rule(
        5,
        Number(1, 10),
        "Rounding",
        "What is taken is rounded to the nearest multiple of this, halves up.",
    )
    round_soloist: bool = rule(
        False,
        YesNo(),
        "Rounding makes a bid",
        "Is what the soloist took rounded before it is compared with the bid?",
    )
    blind_times: int = rule(
        1,
        Number(1, 4),
        "Blind bids",
        "How many times a bid before looking counts. 1 means not played.",
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
        "Conceded to each",
        "What each partner gets when the soloist gives up.",
    )
    concede_half: bool = rule(
        False,
        YesNo(),
        "Conceded by halves",
        "Does each partner get half the bid instead?",
    )
    concede_limit: int = rule(
        0,
        Number(0, 9),
        "Concessions before a fine",
        "This many concessions by one seat are fined. 0 means no fine.",
    )
    fine_chips: int = rule(
        120,
        chips(),
        "Fine for conceding",
        "What the last of these concessions costs.",
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
        "Close is from",
        "The total where the barrel begins, or from which only a soloist scores.",
    )
    barrel_deals: int = rule(
        3,
        Number(1, 9),
        "Deals on the barrel",
        "A player who hasn’t won after this many deals falls.",
    )
    barrel_chips: int = rule(
        120,
        chips(),
        "Fall",
        "What a fall from the barrel costs.",
    )
    barrel_lost: Literal["falls", "stays"] = rule(
        "falls",
        Choice(
            {"falls": "costs the bid and the barrel", "stays": "costs nothing more"}
        ),
        "A bid lost on the barrel",
        "Does the soloist pay the bid and leave the barrel, or stay there?",
    )
    barrel_for: Literal["all", "newest"] = rule(
        "all",
        Choice({"all": "everyone", "newest": "the newest only"}),
        "The barrel has room for",
        "Does a newcomer throw off the player who is on it?",
    )
    falls_to_zero: int = rule(
        0,
        Number(0, 9),
        "Falls to zero",
        "This many falls by one seat cost its whole total. 0 means not played.",
    )
    bolt_limit: int = rule(
        3,
        Number(0, 9),
        "Zeros before a fine",
        "This many deals without a point are fined. 0 means no fine.",
    )
    bolt_chips: int = rule(
        120,
        chips(),
        "Fine for zeros",
        "What the last of these zeros costs.",
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
        "The soloist's zeros",
        "Does a soloist without a point have a zero too?",
    )
    dump_at: int = rule(
        0,
        chips(),
        "Dump truck",
        "A player at exactly this total, above or below 0, goes back to 0. 0 means "
        "not played.",
    )
    talon_scores: bool = rule(
        False,
        YesNo(),
        "Points for the widow",
        "Does the dealer who sits out score for the three cards of the widow?",
    )
    score_by: Literal["points", "stake"] = rule(
        "points",
        Choice({"points": "the points of every deal", "stake": "a stake a game"}),
        "What is scored",
        "The points of every deal, or a stake that all others pay the winner of a game.",
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
        "For the game",
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
        "target": "{name} must be less than the {target} of the game.",
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
            "The least a table needs",
            HouseRules(endgame="none", bolt_limit=0, concede="no"),
        ),
        "pagat": Preset(
            "Free concessions, the third fined",
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
            "Polish: by tens, closed from 800",
            HouseRules(
                round_to=10,
                bid_step=10,
                endgame="stop",
                barrel_at=800,
                bolt_limit=0,
                talon_scores=True,
            ),
        ),
        "club": Preset("A club's night: 120 for each game", HouseRules(game_chips=120)),
        "single": Preset("One game a round", HouseRules(after_win="stop")),
        "stake": Preset("A stake a game", HouseRules(score_by="stake")),
    },
    _sense,
)
