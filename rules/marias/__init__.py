"""Mariás: one soloist against two partners, with 90 points and marriages (003)."""

from rules.game import Game
from rules.marias.deal import PROBLEM_CODES, SCHEMA
from rules.marias.feats import feats
from rules.marias.house import HOUSE
from rules.marias.settle import settle
from rules.messages import Sentences

SECTIONS = Sentences(
    __name__,
    {
        "Score": "the game and its points",
        "Preliminaries": "the cards and what they count",
        "Object": "the points of tricks and of marriages",
        "Bidding": "who bids, and doublings",
        "Bidding 1": "the Seven in the last trick",
        "Bidding 2": "the hundred",
        "Bidding 4": "the double Seven",
        "Bidding 5": "betl: losing every trick",
        "Bidding 6": "durch: winning every trick",
        "Other announcements and doubles": "opponents’ announcements, and doublings",
        "Automatic concession": "a game that isn’t played",
        "house": "additions by houses and other books",
    },
)
GAME = Game(
    version="marias-2",
    direction="left",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    feats_of=feats,
)
