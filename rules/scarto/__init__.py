"""Scarto: three players, each for themselves; three deals are a game (001)."""

from rules.game import Game
from rules.messages import Sentences
from rules.record_schema import as_state
from rules.scarto.deal import PROBLEM_CODES, SCHEMA, State
from rules.scarto.house import HOUSE
from rules.scarto.settle import ACCOUNT, settle

SECTIONS = Sentences(
    __name__,
    {"house": "additions by houses and other books"},
)
GAME = Game(
    version="scarto-1",
    direction="right",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    accounts=(ACCOUNT,),
    initial_state=lambda rules, seats: as_state(State()),
)
