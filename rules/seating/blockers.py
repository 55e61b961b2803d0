"""What makes a draw impossible, named before it is tried.

Each sentence stands here once, with named values.
"""

from collections import Counter
from itertools import combinations

from rules.problems import Problem, teller
from rules.seating.sizes import house_needed, table_sizes
from rules.seating.terms import K, Request
from rules.sentences import Sentences, joined

MOST_PEOPLE = 5_000  # the search keeps a byte for each pair
MOST_ROUNDS = 60  # played and drawn; what one byte a pair can count (see fields.py)

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


class DrawError(ValueError):
    """The draw was asked for although `blockers` names a problem."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.said = joined((problem.message for problem in problems), " ")
        super().__init__(self.said)
        self.problems = problems


def blockers(request: Request[K]) -> tuple[Problem, ...]:
    """Every reason why this cannot be drawn; empty: it can."""
    return (
        *_of_rounds(request),
        *_of_size(request),
        *of_names(request),
        *of_fixed(request),
    )


def _of_rounds(request: Request[K]) -> list[Problem]:
    if request.rounds < 1:
        return [tell("rounds.none", "rounds")]
    total = request.rounds + len(request.played)
    if total > MOST_ROUNDS:
        return [tell("rounds.many", "rounds", total=total, most=MOST_ROUNDS)]
    return []


def _of_size(request: Request[K]) -> list[Problem]:
    size, seats = len(request.field), min(request.sizes)
    if size < seats:
        return [tell("too_few", "players", seats=seats, size=size)]
    if size > MOST_PEOPLE:
        return [tell("too_many", "players", size=size, most=MOST_PEOPLE)]
    if request.house and sum(table_sizes(size, request.sizes)) < size:
        needed = house_needed(len(request.players), request.sizes)
        values = {"players": len(request.players), "given": len(request.house)}
        return [tell("house", "house", **values, n=needed)]
    return []


def of_names(request: Request[K]) -> list[Problem]:
    return [
        tell("twice", "players", key=key, times=times)
        for key, times in Counter(request.field).items()
        if times > 1
    ]


def of_fixed(request: Request[K]) -> list[Problem]:
    """Two who cannot move share no table, and no table is beyond the last."""
    here = set(request.field)
    tables = len(table_sizes(len(request.field), request.sizes))
    fixed = [(key, table) for key, table in request.fixed if key in here]
    problems = [
        tell("fixed_beyond", "fixed", key=key, table=table, tables=tables)
        for key, table in fixed
        if not 1 <= table <= tables
    ]
    for (one, table), (other, same) in combinations(fixed, 2):
        if table == same:
            problems.append(
                tell("fixed_together", "fixed", one=one, other=other, table=table)
            )
    return problems
