"""Schieberamsch: three players; the player with the most points loses them."""

from rules.deal_rotation import THROWN_IN
from rules.game import Game
from rules.messages import Sentences
from rules.schieberamsch.deal import GRAND_HAND, PROBLEM_CODES, SCHEMA
from rules.schieberamsch.feats import feats
from rules.schieberamsch.house import HOUSE, HouseRules
from rules.schieberamsch.settle import ACCOUNT, settle

SECTIONS = Sentences(
    __name__,
    {
        "house": (
            "scoring from house rules and other books, because the book itself has none"
        )
    },
)


def left_aside(rules: HouseRules) -> tuple[str, ...]:
    """Return the account of scores against par, unless losers pay winners."""
    return (ACCOUNT,) if rules.settle == "points" else ()


GAME = Game(
    version="schieberamsch-1",
    direction="left",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    accounts=(ACCOUNT,),
    left_aside=left_aside,
    again=(GRAND_HAND, THROWN_IN),
    feats_of=feats,
)
