"""SPJST Tarok: from a hand's record to the chips that move.

Ask `check` what is wrong with a record, `parse` it if nothing is, and `settle` it.
"""

from typing import Literal

from rules.game import State
from rules.options import HouseRuleError
from rules.sheet import Chip, ChipSet
from rules.spjst.check import check
from rules.spjst.feats import feats
from rules.spjst.figures import figures
from rules.spjst.findings import PROBLEM_CODES
from rules.spjst.hand import Claim, Fault, Hand, IllegalHand, Pagat, Transfer, Valat
from rules.spjst.house import HOUSE, HouseRules
from rules.spjst.notation import parse, write
from rules.spjst.rotation import Deal, first_deal, next_deal
from rules.spjst.sections import SECTIONS
from rules.spjst.settle import settle
from rules.spjst.values import VALUES, Holding, declarable

VERSION = "spjst-1"
ACTIVE = 4
TABLES = (4,)
DIRECTION: Literal["right", "left"] = "right"
ACCOUNTS: tuple[str, ...] = ()
ANSWERS: tuple[str, ...] = ()
# §1: 6 blue, 6 red and 10 white make the 100 chips of a player.
CHIP_SET = ChipSet((Chip("blue", 10, 6), Chip("red", 5, 6), Chip("white", 1, 10)))
START = CHIP_SET.start_chips
DEFAULT = HOUSE.default
OPTIONS = HOUSE.options
PRESETS = HOUSE.presets
PRESET_NAMES = HOUSE.names

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes


def initial_state(rules: HouseRules, seats: int) -> None:
    """No hand of SPJST leaves anything to the next one."""


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """All chips are the players’ (§1)."""
    return ()


def finish(state: State | None, rules: HouseRules, dealer: int) -> None:
    """A round of SPJST ends with its last hand."""


__all__ = [
    "ACCOUNTS",
    "ACTIVE",
    "ANSWERS",
    "CHIP_SET",
    "DEFAULT",
    "DIRECTION",
    "OPTIONS",
    "PRESETS",
    "PRESET_NAMES",
    "PROBLEM_CODES",
    "SECTIONS",
    "START",
    "TABLES",
    "VALUES",
    "VERSION",
    "Claim",
    "Deal",
    "Fault",
    "Hand",
    "Holding",
    "HouseRuleError",
    "HouseRules",
    "IllegalHand",
    "Pagat",
    "Transfer",
    "Valat",
    "as_changes",
    "changes_in_words",
    "check",
    "declarable",
    "feats",
    "figures",
    "finish",
    "first_deal",
    "house_rules",
    "initial_state",
    "left_aside",
    "next_deal",
    "parse",
    "settle",
    "write",
]
