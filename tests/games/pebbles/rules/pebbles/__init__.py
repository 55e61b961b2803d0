"""Pebbles: three play for nine stones, and whoever has the most takes the pool."""

from collections.abc import Iterator

from rules.pebbles.deal import PROBLEM_CODES, SCHEMA, STATE, STONES, SWEPT, Deal, State
from rules.pebbles.house import HOUSE, HouseRules
from rules.pebbles.settle import POOL, settle

from rules.deal_rotation import State as Json
from rules.game import Feat, Game
from rules.messages import Sentences
from rules.record_schema import as_state, folded
from rules.sheet import Chip, ChipSet

SECTIONS = Sentences(
    __name__,
    {
        "The pool": "what goes into it, who takes or doubles it",
        "The call": "who says before the deal that he will win it",
        "house": "what houses add",
    },
)
FEATS = Sentences(__name__, {"stones": "all nine stones"})


def finish(state: Json | None, rules: HouseRules, dealer: int) -> Deal | None:
    """Where the house has the pool swept, the last dealer gets what is left in it."""
    left = folded(STATE, state, State(), SCHEMA.active)
    if rules.rest == "stays" or not left.pool:
        return None
    return Deal(left.table, dealer, SWEPT, state=left)


def feats(deal: Deal, rules: HouseRules, state: Json | None) -> Iterator[Feat]:
    """All the stones in one hand."""
    if STONES in deal.stones:
        yield FEATS["stones"], [deal.winner]


GAME = Game(
    version="pebbles-1",
    direction="left",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    accounts=(POOL,),
    left_aside=lambda rules: (POOL,),  # until somebody takes it
    chip_set=ChipSet((Chip("black", 5, 2), Chip("white", 1, 10))),
    initial_state=lambda rules, seats: as_state(State(table=seats)),
    finish=finish,
    again=(),
    leads=True,
    feats_of=feats,
)
