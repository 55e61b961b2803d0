"""Tysiacha: a soloist against two partners, each for themselves, to 1000 (003)."""

from rules.game import Game
from rules.messages import Sentences
from rules.tysiacha.deal import PROBLEM_CODES, SCHEMA, State
from rules.tysiacha.feats import feats
from rules.tysiacha.house import HOUSE, HouseRules
from rules.tysiacha.settle import ACCOUNT, in_json, settle

SECTIONS = Sentences(
    __name__,
    {
        "Fragment": "the soloist’s score, and the end of the game",
        "house": "additions by houses and other books",
    },
)


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """Return the account of scores against par, unless only a stake is paid."""
    return (ACCOUNT,) if rules.score_by == "points" else ()


GAME = Game(
    version="tysiacha-1",
    direction="left",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    accounts=(ACCOUNT,),
    left_aside=left_aside,
    initial_state=lambda rules, seats: in_json(State().at(seats)),
    again=("passed_out",),
    feats_of=feats,
)
