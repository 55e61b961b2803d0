"""A game that isn't built in: the club names it and enters the scores of each round.

No hands are recorded. Everything else works as for any game: seating, score sheets,
counts with a second person, standings, seasons and prizes.
"""

from rules.custom_game.house import HOUSE, SIZES
from rules.custom_game.records import PROBLEM_CODES, NoRecords
from rules.custom_game.settle import settle
from rules.game import Game
from rules.messages import Sentences

SECTIONS = Sentences(__name__, {"house": "what the club agreed on"})


GAME = Game(
    version="custom_game-1",
    direction="left",
    records=NoRecords(),
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    has_hands=False,
    has_total=lambda rules: rules.total == "known",
    sizes=lambda rules: SIZES[rules.sizes],
)
