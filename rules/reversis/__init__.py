"""Reversis: four players, the fewest points win the party; Quinola wins the pool (004)."""

from collections.abc import Sequence
from typing import Literal

from rules.game import THROWN_IN, Turn, turn_after
from rules.game import State as Json
from rules.options import HouseRuleError as HouseRuleError
from rules.records import as_state, folded
from rules.records import write as write
from rules.reversis.deal import FINISH, SCHEMA, STATE, Deal, State
from rules.reversis.deal import PROBLEM_CODES as PROBLEM_CODES
from rules.reversis.deal import check as check
from rules.reversis.feats import feats as feats
from rules.reversis.figures import figures as figures
from rules.reversis.house import HOUSE, HouseRules
from rules.reversis.settle import ACCOUNT
from rules.reversis.settle import settle as settle
from rules.sentences import Sentences

VERSION = "reversis-1"
ACTIVE = 4
TABLES = (4,)
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
        "Pay-off": "the party, from the last of the table to the first",
        "Side payments": "Aces and Quinola that were placed, forced or led",
        "Quinola and the pool": "pools formed, added to, won",
        "The reversis": "all eleven tricks, or all but the last",
        "Espagnolette": "no trick at all, with four Aces, or three and Quinola",
        "house": "what houses and other books add",
    },
)

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes
parse = SCHEMA.parse


def initial_state(rules: HouseRules, seats: int) -> Json:
    """No pool yet: the first deal makes it."""
    return as_state(State())


def next_deal(
    history: Sequence[Deal], first: Turn | None = None, rules: HouseRules | None = None
) -> Turn:
    """The deal passes on in order of play; one that was thrown in is dealt again."""
    return turn_after(history, first, ACTIVE, same=lambda deal: deal.kind == THROWN_IN)


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """The pools, until the closing deal dissolves them."""
    return ACCOUNTS


def finish(state: Json | None, rules: HouseRules, dealer: int) -> Deal | None:
    """What dissolves the pools at the end of a session, if any are left."""
    left = folded(STATE, state, State(), ACTIVE)
    return Deal(ACTIVE, dealer, FINISH, state=left) if left.pools else None
