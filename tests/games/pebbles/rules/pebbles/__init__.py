"""Pebbles: three play for nine stones, and whoever has the most takes the pool."""

from collections.abc import Sequence
from typing import Literal

from rules.pebbles.check import PROBLEM_CODES as PROBLEM_CODES
from rules.pebbles.check import check as check
from rules.pebbles.deal import ACTIVE as ACTIVE
from rules.pebbles.deal import SCHEMA, STATE, STONES, SWEPT, Deal, State
from rules.pebbles.deal import TABLES as TABLES
from rules.pebbles.house import HOUSE, HouseRules
from rules.pebbles.settle import POOL
from rules.pebbles.settle import settle as settle

from rules.figures import Figures, chips_of, with_feats
from rules.game import State as Json
from rules.game import Turn, active_seats, turn_after
from rules.ledger import Settlement
from rules.options import HouseRuleError as HouseRuleError
from rules.records import as_state, folded
from rules.records import write as write
from rules.sentences import Sentences
from rules.sheet import Chip, ChipSet

VERSION = "pebbles-1"
DIRECTION: Literal["right", "left"] = "left"
ACCOUNTS = (POOL,)
ANSWERS = ("accounts", "state", "next_dealer")
CHIP_SET = ChipSet((Chip("black", 5, 2), Chip("white", 1, 10)))
START = CHIP_SET.start_chips
DEFAULT = HOUSE.default
OPTIONS = HOUSE.options
PRESETS = HOUSE.presets
PRESET_NAMES = HOUSE.names
SECTIONS = Sentences(
    __name__,
    {
        "The pool": "what goes into it, who takes or doubles it",
        "The call": "who says before the deal that he will win it",
        "house": "what houses add",
    },
)

FEATS = Sentences(__name__, {"stones": "all nine stones"})

house_rules = HOUSE.rules
changes_in_words = HOUSE.changes_in_words
as_changes = HOUSE.as_changes
parse = SCHEMA.parse


def initial_state(rules: HouseRules, seats: int) -> Json:
    """An empty pool."""
    return as_state(State(table=seats))


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """The pool, until somebody takes it."""
    return ACCOUNTS


def next_deal(
    history: Sequence[Deal], first: Turn | None = None, rules: HouseRules | None = None
) -> Turn:
    """Each deals in turn, and the seat after him leads."""
    return turn_after(history, first, ACTIVE, leads=True)


def finish(state: Json | None, rules: HouseRules, dealer: int) -> Deal | None:
    """Where the house has the pool swept, the last dealer gets what is left in it."""
    left = folded(STATE, state, State(), ACTIVE)
    if rules.rest == "stays" or not left.pool:
        return None
    return Deal(left.table, dealer, SWEPT, state=left)


def feats(deal: Deal) -> tuple[str, ...]:
    """All the stones in one hand."""
    return (FEATS["stones"],) if STONES in deal.stones else ()


def figures(
    deal: Deal, settlement: Settlement, rules: HouseRules, state: Json | None = None
) -> list[Figures]:
    """Of each seat; the sweep at the end is no hand."""
    seats = () if deal.kind == SWEPT else active_seats(deal, ACTIVE)
    made = [(str(feat), [deal.winner]) for feat in feats(deal)]
    return with_feats(chips_of(settlement, seats), made)
