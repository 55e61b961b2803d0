"""Mariás: one soloist against two partners, 90 points and the marriages (003)."""

from collections.abc import Sequence
from typing import Literal

from rules.game import THROWN_IN, Turn, turn_after
from rules.marias.deal import ACTIVE as ACTIVE
from rules.marias.deal import PROBLEM_CODES as PROBLEM_CODES
from rules.marias.deal import SCHEMA, Deal
from rules.marias.deal import check as check
from rules.marias.feats import feats as feats
from rules.marias.figures import figures as figures
from rules.marias.house import HOUSE, HouseRules
from rules.marias.settle import settle as settle
from rules.options import HouseRuleError as HouseRuleError
from rules.records import write as write
from rules.sentences import Sentences

VERSION = "marias-1"
TABLES = SCHEMA.tables
DIRECTION: Literal["right", "left"] = "left"
ACCOUNTS = ()
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
        "Score": "the game and its points",
        "Bidding": "who bids, and doublings",
        "Bidding 1": "the Seven in the last trick",
        "Bidding 2": "the hundred",
        "Bidding 4": "the double Seven",
        "Bidding 5": "betl: losing every trick",
        "Bidding 6": "durch: winning every trick",
        "house": "what houses and other books add",
    },
)

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes
parse = SCHEMA.parse


def initial_state(rules: HouseRules, seats: int) -> None:
    """No deal leaves anything to the next."""


def next_deal(
    history: Sequence[Deal], first: Turn | None = None, rules: HouseRules | None = None
) -> Turn:
    """The next seat deals; after a deal that was thrown in the same once more."""
    return turn_after(
        history, first, ACTIVE, same=lambda deal: deal.contract == THROWN_IN
    )


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """All chips are the players’."""
    return ()


def finish(state: None, rules: HouseRules, dealer: int) -> None:
    """A round ends with its last deal."""
