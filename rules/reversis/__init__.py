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
        "Pay-off": "the party, from the last of the table to the first",
        "Side payments": "Aces and Quinola that were placed, forced or led",
        "Quinola and the pool": "pools formed, added to, won",
        "The reversis": "all eleven tricks, or all but the last",
        "Espagnolette": "no trick at all, with four Aces, or three and Quinola",
        "house": "what houses and other books add",
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
