"""Paskievics: a declarer, alone or with a secret partner, against the others (000)."""

from rules.game import Game
from rules.messages import Sentences
from rules.paskievics.deal import PROBLEM_CODES, SCHEMA, State
from rules.paskievics.feats import count_pair, feats
from rules.paskievics.house import HOUSE
from rules.paskievics.settle import settle
from rules.record_schema import as_state

SECTIONS = Sentences(
    __name__,
    {
        "Cards": "the cards and what they count",
        "Bidding": (
            "the worth of each bid, pass-outs, and the fourth hand’s Three "
            "without an honor"
        ),
        "house": "additions by houses and other books",
    },
)
GAME = Game(
    version="paskievics-1",
    direction="right",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    initial_state=lambda rules, seats: as_state(State()),
    again=("passed_out", "trial_failed", "annulled"),  # (000)
    feats_of=feats,
    count_more=count_pair,
)
