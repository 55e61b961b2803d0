"""SPJST Tarok: from a hand's record to the chips that move."""

from rules.game import Game
from rules.sheet import Chip, ChipSet
from rules.spjst.check import check as check
from rules.spjst.feats import feats
from rules.spjst.figures import count_more
from rules.spjst.findings import PROBLEM_CODES as PROBLEM_CODES
from rules.spjst.hand import Claim as Claim
from rules.spjst.hand import Hand as Hand
from rules.spjst.hand import IllegalHand as IllegalHand
from rules.spjst.house import HOUSE as HOUSE
from rules.spjst.house import HouseRules as HouseRules
from rules.spjst.notation import HandRecords
from rules.spjst.notation import parse as parse
from rules.spjst.notation import write as write
from rules.spjst.rotation import Deal as Deal
from rules.spjst.rotation import first_deal as first_deal
from rules.spjst.rotation import next_deal as next_deal
from rules.spjst.sections import SECTIONS
from rules.spjst.settle import settle as settle
from rules.spjst.values import VALUES as VALUES
from rules.spjst.values import Holding as Holding
from rules.spjst.values import declarable as declarable

# §1: 6 blue, 6 red and 10 white make the 100 chips of a player.
CHIP_SET = ChipSet((Chip("blue", 10, 6), Chip("red", 5, 6), Chip("white", 1, 10)))

GAME = Game(
    version="spjst-1",
    direction="right",
    records=HandRecords(),
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    chip_set=CHIP_SET,
    answers=(),
    turns=next_deal,
    feats_of=feats,
    count_more=count_more,
)
