"""Tapp Tarock: one soloist against two partners, 70 card points (000)."""

from collections.abc import Sequence
from typing import Literal

from rules.game import Turn, turn_after
from rules.options import HouseRuleError as HouseRuleError
from rules.records import write as write
from rules.sentences import Sentences
from rules.tapp_tarock.deal import ACTIVE as ACTIVE
from rules.tapp_tarock.deal import PROBLEM_CODES as PROBLEM_CODES
from rules.tapp_tarock.deal import SCHEMA, Deal
from rules.tapp_tarock.deal import check as check
from rules.tapp_tarock.feats import feats as feats
from rules.tapp_tarock.figures import figures as figures
from rules.tapp_tarock.house import HOUSE, HouseRules
from rules.tapp_tarock.settle import settle as settle

VERSION = "tapp_tarock-1"
TABLES = SCHEMA.tables
DIRECTION: Literal["right", "left"] = "right"
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
        "Score": "bonuses for cards dealt",
        "Variants": "the XXI taken with the Skus, more doublings, who announces",
        "Variants 3": "the Pagat in the last trick",
        "Variants 4": "the Pagat that its holder’s partner takes",
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
    """The next seat deals; after a deal that all passed, who the house says."""
    again = rules is None or rules.passed_out_deals == "same"
    return turn_after(
        history, first, ACTIVE, same=lambda deal: again and deal.kind == "passed_out"
    )


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """All chips are the players’."""
    return ()


def finish(state: None, rules: HouseRules, dealer: int) -> None:
    """A round ends with its last deal."""
