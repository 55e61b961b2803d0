"""Why something cannot be drawn, in words: each sentence once, with named values."""

from rules.problems import teller
from rules.sentences import Sentences

# What follows a point tells several of one code apart.
PROBLEMS = Sentences(
    __name__,
    {
        "rounds.none": "There is no round to draw.",
        "rounds.many": "{total} rounds are too many: {most} can be drawn.",
        "too_few": "A table needs {seats} players; there are {size}.",
        "too_few.left": "A table needs {seats} players, and {size} play on: no table would be left. Discard the drafts, or take back or cancel the round that nobody can play.",
        "too_many": "{size} people are too many: {most} can be drawn together.",
        "house": (
            "{players} players need {n} house player, not {given}.",
            "{players} players need {n} house players, not {given}.",
        ),
        "twice": "{key} is in the field {times} times.",
        "fixed_beyond": "{key} stays at table {table} of {tables}.",
        "fixed_beyond.none": "Somebody stays at table {tables}, and there is none.",
        "fixed_together": "{one} and {other} both stay at table {table}.",
    },
)
tell = teller(PROBLEMS)
