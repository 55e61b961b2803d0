"""Reversis: four players, the fewest points win the party; Quinola wins the pool (004)."""

from rules.deal_rotation import State as Json
from rules.game import Game
from rules.messages import Sentences
from rules.record_schema import as_state, folded
from rules.reversis.deal import FINISH, PROBLEM_CODES, SCHEMA, SEATS, STATE, Deal, State
from rules.reversis.feats import feats
from rules.reversis.house import HOUSE, HouseRules
from rules.reversis.settle import ACCOUNT, settle

SECTIONS = Sentences(
    __name__,
    {
        "Pay-off": "the party, paid by the last player at the table to the first",
        "Side payments": "Aces and Quinola that were placed, forced or led",
        "Quinola and the pool": "how pools are started, added to and won",
        "The reversis": "taking every trick, or having it broken in the last two",
        "Espagnolette": (
            "taking no tricks with four Aces, or with three Aces and Quinola"
        ),
        "house": "additions by houses and other books",
    },
)


def finish(state: Json | None, rules: HouseRules, dealer: int) -> Deal | None:
    """Return the deal that dissolves the pools of a session; None if none are left."""
    left = folded(STATE, state, State(), len(SEATS))
    return Deal(len(SEATS), dealer, FINISH, state=left) if left.pools else None


GAME = Game(
    version="reversis-1",
    direction="left",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    accounts=(ACCOUNT,),
    left_aside=lambda rules: (ACCOUNT,),  # until the closing deal dissolves the pools
    initial_state=lambda rules, seats: as_state(State()),  # the first deal makes a pool
    finish=finish,
    feats_of=feats,
)
