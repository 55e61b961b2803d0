"""Schieberamsch: three players, whoever takes the most points loses them."""

from collections.abc import Sequence
from typing import Literal

from rules.game import THROWN_IN, Turn, turn_after
from rules.game import State as Json
from rules.options import HouseRuleError as HouseRuleError
from rules.records import write as write
from rules.schieberamsch.deal import GRAND_HAND, PLAYERS, SCHEMA, Deal
from rules.schieberamsch.deal import PROBLEM_CODES as PROBLEM_CODES
from rules.schieberamsch.deal import check as check
from rules.schieberamsch.feats import feats as feats
from rules.schieberamsch.figures import figures as figures
from rules.schieberamsch.house import HOUSE, HouseRules
from rules.schieberamsch.settle import ACCOUNT
from rules.schieberamsch.settle import settle as settle
from rules.sentences import Sentences

VERSION = "schieberamsch-1"
ACTIVE = PLAYERS
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
    {"house": "what houses and other books say; the book itself has no scoring"},
)

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes
parse = SCHEMA.parse


def initial_state(rules: HouseRules, seats: int) -> None:
    """Nothing is carried on from deal to deal."""


def next_deal(
    history: Sequence[Deal], first: Turn | None = None, rules: HouseRules | None = None
) -> Turn:
    """The deal passes on in order of play; after a Grand hand the same seat deals.

    So it does after a deal that was thrown in.
    """
    again = (GRAND_HAND, THROWN_IN)
    return turn_after(history, first, ACTIVE, same=lambda deal: deal.kind in again)


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """What was scored against par, unless losers pay winners."""
    return ACCOUNTS if rules.settle == "points" else ()


def finish(state: Json | None, rules: HouseRules, dealer: int) -> None:
    """A round ends with its last deal."""
