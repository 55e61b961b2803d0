"""House rules of Scarto: what is scored, and what two losers pay."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rules.house_rules import Choice, House, Preset, chips, rule, wrong_rule
from rules.messages import Sentences
from rules.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one house, which scores by points or by stakes, never by both."""

    score_by: Literal["points", "stake"] = rule(
        "points",
        Choice({"points": "points above or below 26", "stake": "a stake per game"}),
        "What is scored",
        "Either the points of each deal, or a stake paid by the player who loses a "
        "game of three deals.",
    )
    stake: int = rule(
        1,
        chips(),
        "Stake",
        "What the loser of a game pays each of the others.",
    )
    tie: Literal["all_pay", "split", "nobody"] = rule(
        "all_pay",
        Choice(
            {
                "all_pay": "each pays the whole stake",
                "split": "each pays half of it",
                "nobody": "no one pays",
            }
        ),
        "Two tied for the lowest total",
        "What the two pay the third player. If all three tie, no one pays.",
    )


WRONG = Sentences(
    __name__,
    {
        "odd": "{name} must be an even number when two losers each pay half of it.",
    },
)


def _sense(rules: HouseRules) -> Iterable[Problem]:
    """Yield a problem if a stake to be halved isn't even, because chips stay whole."""
    if rules.tie == "split" and rules.stake % 2:
        yield wrong_rule("stake", WRONG["odd"])


HOUSE = House(
    HouseRules,
    {
        "book": Preset("Points, as in the book", HouseRules()),
        "stake": Preset("A stake per game", HouseRules(score_by="stake")),
    },
    _sense,
)
