"""Paskievics: a declarer, alone or with a secret partner, against the others (000)."""

from collections.abc import Sequence
from typing import Literal

from rules.game import State as Json
from rules.game import Turn, turn_after
from rules.options import HouseRuleError as HouseRuleError
from rules.paskievics.deal import PROBLEM_CODES as PROBLEM_CODES
from rules.paskievics.deal import SCHEMA, Deal, State
from rules.paskievics.deal import check as check
from rules.paskievics.feats import feats as feats
from rules.paskievics.figures import figures as figures
from rules.paskievics.house import HOUSE, HouseRules
from rules.paskievics.settle import ACTIVE as ACTIVE
from rules.paskievics.settle import settle as settle
from rules.records import as_state
from rules.records import write as write
from rules.sentences import Sentences

VERSION = "paskievics-1"
TABLES = (4, 5)
DIRECTION: Literal["right", "left"] = "right"
ACCOUNTS: tuple[str, ...] = ()
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
        "Bidding": "what each bid is worth, pass-outs, and the fourth hand's trial",
        "house": "what houses and other books add",
    },
)

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes
parse = SCHEMA.parse


def initial_state(rules: HouseRules, seats: int) -> Json:
    """No doubled round, and the hat on its hook."""
    return as_state(State())


def next_deal(
    history: Sequence[Deal], first: Turn | None = None, rules: HouseRules | None = None
) -> Turn:
    """The next seat deals after a played deal, else the same once more (000)."""
    return turn_after(history, first, ACTIVE, same=lambda deal: deal.kind != "played")


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """All chips are the players’."""
    return ()


def finish(state: Json | None, rules: HouseRules, dealer: int) -> None:
    """A round ends with its last deal, whatever is still doubled."""
