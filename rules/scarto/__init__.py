"""Scarto: three players, each for himself; three deals are a game (001)."""

from rules.game import Game
from rules.records import as_state
from rules.scarto.deal import PROBLEM_CODES, SCHEMA, State
from rules.scarto.house import HOUSE
from rules.scarto.settle import ACCOUNT, settle
from rules.sentences import Sentences

SECTIONS = Sentences(
    __name__,
    {"house": "what houses and other books add"},
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
