"""SPJST Tarok: from a hand's record to the chips that move.

Ask `check` what is wrong with a record, `parse` it if nothing is, and `settle` it.
"""

from rules.spjst.check import check
from rules.spjst.feats import feats
from rules.spjst.findings import PROBLEM_CODES
from rules.spjst.hand import Claim, Fault, Hand, IllegalHand, Pagat, Transfer, Valat
from rules.spjst.house import (
    PRESET_NAMES,
    PRESETS,
    HouseRuleError,
    HouseRules,
    as_changes,
    changes_in_words,
    house_rules,
)
from rules.spjst.notation import parse, write
from rules.spjst.options import OPTIONS, Option, in_words
from rules.spjst.rotation import Deal, first_deal, next_deal
from rules.spjst.sections import SECTIONS
from rules.spjst.settle import settle
from rules.spjst.values import VALUES, Holding, declarable

VERSION = "spjst-1"

__all__ = [
    "OPTIONS",
    "PRESETS",
    "PRESET_NAMES",
    "PROBLEM_CODES",
    "SECTIONS",
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
    "Option",
    "Pagat",
    "Transfer",
    "Valat",
    "as_changes",
    "changes_in_words",
    "check",
    "declarable",
    "feats",
    "first_deal",
    "house_rules",
    "in_words",
    "next_deal",
    "parse",
    "settle",
    "write",
]
