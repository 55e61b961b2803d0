"""SPJST Tarok, from a hand's record to the chips that move."""

from rules.game import Game
from rules.messages import Sentences
from rules.sheet import Chip, ChipSet
from rules.spjst.figures import count_more, feats
from rules.spjst.hand import Claim as Claim
from rules.spjst.hand import Hand as Hand
from rules.spjst.hand import IllegalHand as IllegalHand
from rules.spjst.house import HOUSE as HOUSE
from rules.spjst.house import HouseRules as HouseRules
from rules.spjst.parsing import HandRecords
from rules.spjst.parsing import check as check
from rules.spjst.parsing import parse as parse
from rules.spjst.parsing import write as write
from rules.spjst.problems import PROBLEM_CODES as PROBLEM_CODES
from rules.spjst.rotation import Deal as Deal
from rules.spjst.rotation import first_deal as first_deal
from rules.spjst.rotation import next_deal as next_deal
from rules.spjst.settle import settle as settle
from rules.spjst.values import VALUES as VALUES
from rules.spjst.values import Holding as Holding
from rules.spjst.values import declarable as declarable

# §1: 6 blue, 6 red and 10 white make the 100 chips of a player.
CHIP_SET = ChipSet((Chip("blue", 10, 6), Chip("red", 5, 6), Chip("white", 1, 10)))
# The sections of the rule sheet, so that a judge can cite one in a ruling.
SECTIONS = Sentences(
    __name__,
    {
        "§1": "Chips",
        "§2": "Shuffling the deck",
        "§3": "Starting the game",
        "§4": "Dealing the cards",
        "§5": "Knocking on the deck",
        "§6": "Initial bidder",
        "§7": "Povinost",
        "§8": "Prever",
        "§9": "Discarding",
        "§10": "Bid ranks",
        "§11": "Leading the first card",
        "§12": "Declarations",
        "§13": "Challenges",
        "§14": "Following suit",
        "§15": "Pagat",
        "§16": "Valat",
        "§17": "No trumps",
        "§18": "Two trumps",
        "§19": "Pagat when announced",
        "§20": "Ace",
        "§21": "Values",
        "§22": "Misdealing, before play",
        "§23": "Misdealing, after play",
        "§24": "Players’ responsibilities",
        "§25": "Value of cards",
        "§26": "Suits",
        "§27": "Winning points",
        "§28": "Trick taking",
        "§29": "Chips won or lost",
        "§30": "Errors and penalties",
        "§31": "Other problems",
    },
)

GAME = Game(
    version="spjst-2",
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
