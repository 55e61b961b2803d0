"""Scarto: three players, each for himself; three deals are a game (001)."""

from collections.abc import Sequence
from typing import Literal

from rules.game import THROWN_IN, Turn, turn_after
from rules.game import State as Json
from rules.options import HouseRuleError as HouseRuleError
from rules.records import as_state
from rules.records import write as write
from rules.scarto.deal import PROBLEM_CODES as PROBLEM_CODES
from rules.scarto.deal import SCHEMA, Deal, State
from rules.scarto.deal import check as check
from rules.scarto.figures import figures as figures
from rules.scarto.house import HOUSE, HouseRules
from rules.scarto.settle import ACCOUNT
from rules.scarto.settle import settle as settle
from rules.sentences import Sentences

VERSION = "scarto-1"
ACTIVE = 3
TABLES = (3,)
DIRECTION: Literal["right", "left"] = "right"
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
        "Preliminaries": "three deals a game, the lowest total loses",
        "house": "what houses and other books add",
    },
)

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes
parse = SCHEMA.parse


def initial_state(rules: HouseRules, seats: int) -> Json:
    """A new game."""
    return as_state(State())


def next_deal(
    history: Sequence[Deal], first: Turn | None = None, rules: HouseRules | None = None
) -> Turn:
    """Each deals in turn (001); a deal that was thrown in is dealt again."""
    return turn_after(history, first, ACTIVE, same=lambda deal: deal.kind == THROWN_IN)


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """What a deal puts there it takes out again."""
    return ()


def finish(state: Json | None, rules: HouseRules, dealer: int) -> None:
    """A round ends with its last deal; a game broken off stays as it is."""


def feats(deal: Deal) -> tuple[str, ...]:
    """Scarto has none."""
    return ()
