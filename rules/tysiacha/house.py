"""House rules of Tysiacha: bids and marriages, the end of a game, zeros and fines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from rules.options import House, wrong_rule
from rules.problems import Problem
from rules.sentences import Sentences
from rules.tysiacha.options import OPTIONS

BOOK_MARRIAGES: Mapping[str, int] = MappingProxyType(
    {"hearts": 100, "diamonds": 80, "clubs": 60, "spades": 40}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How one house plays; amounts are points, where not by stake."""

    target: int = 1000
    marriage_chips: Mapping[str, int] = field(
        default_factory=lambda: dict(BOOK_MARRIAGES)
    )
    bid_min: int = 100
    bid_step: int = 5
    soloist_scores: Literal["bid", "taken"] = "bid"
    round_to: int = 5
    round_soloist: bool = False
    blind_times: int = 1
    concede: Literal["no", "nothing", "bid"] = "bid"
    concede_chips: int = 60
    concede_half: bool = False
    concede_limit: int = 0
    fine_chips: int = 120
    endgame: Literal["barrel", "stop", "none"] = "barrel"
    barrel_at: int = 880
    barrel_deals: int = 3
    barrel_chips: int = 120
    barrel_lost: Literal["falls", "stays"] = "falls"
    barrel_for: Literal["all", "newest"] = "all"
    falls_to_zero: int = 0
    bolt_limit: int = 3
    bolt_chips: int = 120
    bolts_in_a_row: bool = False
    soloist_bolts: bool = False
    dump_at: int = 0
    talon_scores: bool = False
    score_by: Literal["points", "stake"] = "points"
    stake: int = 1
    game_chips: int = 0
    after_win: Literal["new_game", "stop"] = "new_game"


_BOOK = HouseRules()
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "book": _BOOK,
        "plain": replace(_BOOK, endgame="none", bolt_limit=0, concede="no"),
        "pagat": replace(_BOOK, concede="nothing", concede_limit=3),
        "russian": replace(
            _BOOK,
            dump_at=555,
            blind_times=2,
            marriage_chips={**BOOK_MARRIAGES, "aces": 200},
        ),
        "polish": replace(
            _BOOK,
            round_to=10,
            bid_step=10,
            endgame="stop",
            barrel_at=800,
            bolt_limit=0,
            talon_scores=True,
        ),
        "club": replace(_BOOK, game_chips=120),
        "single": replace(_BOOK, after_win="stop"),
        "stake": replace(_BOOK, score_by="stake"),
    }
)
PRESET_NAMES = Sentences(
    __name__,
    {
        "book": "As most books have it",
        "plain": "The least a table needs",
        "pagat": "Free concessions, the third fined",
        "russian": "With 555, blind bids and Aces",
        "polish": "Polish: by tens, closed from 800",
        "club": "A club's night: 120 for each game",
        "single": "One game a round",
        "stake": "A stake a game",
    },
)

WRONG = Sentences(
    __name__,
    {
        "target": "{name} must be less than the {target} of the game.",
        "fall": "{name} must be 1 or more: whoever falls leaves the barrel.",
    },
)


def _sense(rules: HouseRules) -> Iterable[Problem]:
    """A barrel stands before the target, and whoever falls leaves it."""
    if rules.endgame != "none" and rules.barrel_at >= rules.target:
        yield wrong_rule("barrel_at", WRONG["target"], target=rules.target)
    if rules.endgame == "barrel" and rules.barrel_chips == 0:
        yield wrong_rule("barrel_chips", WRONG["fall"])


HOUSE = House(HouseRules, OPTIONS, PRESETS, "book", _sense)
