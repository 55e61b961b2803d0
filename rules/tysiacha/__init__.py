"""Tysiacha: a soloist against two partners, each for himself, to 1000 (003)."""

from collections.abc import Sequence
from typing import Literal

from rules.game import State as Json
from rules.game import Turn, turn_after
from rules.options import HouseRuleError as HouseRuleError
from rules.records import write as write
from rules.sentences import Sentences
from rules.tysiacha.deal import ACTIVE as ACTIVE
from rules.tysiacha.deal import PROBLEM_CODES as PROBLEM_CODES
from rules.tysiacha.deal import SCHEMA, Deal, State
from rules.tysiacha.deal import check as check
from rules.tysiacha.feats import feats as feats
from rules.tysiacha.figures import figures as figures
from rules.tysiacha.house import HOUSE, HouseRules
from rules.tysiacha.settle import ACCOUNT, in_json
from rules.tysiacha.settle import settle as settle

VERSION = "tysiacha-1"
TABLES = (3, 4)
DIRECTION: Literal["right", "left"] = "left"
ACCOUNTS = (ACCOUNT,)
ANSWERS = ("accounts", "state", "next_dealer")
CHIP_SET = None
START = 0
DEFAULT = HOUSE.default
OPTIONS = HOUSE.options
PRESETS = HOUSE.presets
PRESET_NAMES = HOUSE.names
SECTIONS = Sentences(
    __name__,
    {
        "Fragment": "the soloist scores what was bid, close to the thousand",
        "house": "what houses and other books add",
    },
)

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes
parse = SCHEMA.parse


def initial_state(rules: HouseRules, seats: int) -> Json:
    """A new game: everybody at 0."""
    return in_json(State().at(seats))


def next_deal(
    history: Sequence[Deal], first: Turn | None = None, rules: HouseRules | None = None
) -> Turn:
    """The next seat deals; where nobody bid, the same once more."""
    return turn_after(
        history, first, ACTIVE, same=lambda deal: deal.kind == "passed_out"
    )


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """What was scored against par, unless only a stake is paid."""
    return ACCOUNTS if rules.score_by == "points" else ()


def finish(state: Json | None, rules: HouseRules, dealer: int) -> None:
    """A round ends with its last deal; a game broken off counts as it stands."""
