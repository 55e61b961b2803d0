"""The best rounds known for evenings of six to nine rounds of 8 to 38 people at fours.

They were found by annealing far longer than a draw may take (see annealing.py), those
that repeat nothing mostly among rounds that a turn of all people takes into each other.
Where known.txt has no repeat that is the best there is, elsewhere the best found.
Each line is a field, its rounds divided by strokes; a letter a person, capitals after
the small ones, a word a table. Whoever is missing from a round sits out. A line without
repeats stands for shorter evenings too.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from string import ascii_letters

from rules.seating.fields import FOURS, KIND, Field, K, repeats_of, shuffled, too_early
from rules.seating.search import Plan
from rules.seating.starts import benched, in_turn, relabelled

Tables = list[list[int]]

_FILE = Path(__file__).with_name("known.txt")
_LONGEST = 9


@cache
def known_rounds() -> dict[tuple[int, int], list[Tables]]:
    """What is written down, by people and rounds."""
    return dict(map(_read, _FILE.read_text(encoding="ascii").splitlines()))


def _read(line: str) -> tuple[tuple[int, int], list[Tables]]:
    field, _, written = line.partition(":")
    size, rounds = map(int, field.split())
    words = [each.split() for each in written.split("/")]
    tables = [[[ascii_letters.index(who) for who in t] for t in each] for each in words]
    return (size, rounds), tables


def best_known(field: Field[K], rng: Random) -> Plan | None:
    """The best known rounds for this field, who is who by lot; None where none are.

    Rounds are known for a whole evening of fours, and where the season says who is to
    sit out they may not do.
    """
    written = _written(field)
    if written is None:
        return None
    rounds = [benched(tables, field.size) for tables in written]
    if field.sitters * len(rounds) <= field.size:  # nobody sits out twice
        rounds = shuffled(rounds, rng)
    plan = Plan(field.pairs, in_turn(field, rounds[: field.rounds], rng))
    if too_early(field.sat, [groups[-1] for groups in plan.rounds]):
        return None
    return relabelled(field, plan, rng)


def _written(field: Field[K]) -> list[Tables] | None:
    """The rounds of just this evening, or of a longer one that repeats nothing."""
    if not field.fresh or field.seats not in FOURS:
        return None
    for length in range(field.rounds, _LONGEST + 1):
        rounds = known_rounds().get((field.size, length))
        if rounds and (length == field.rounds or not _repeats(field.size, length)):
            return rounds
    return None


@cache
def _repeats(size: int, rounds: int) -> int:
    met = Counter(
        pair
        for tables in known_rounds()[size, rounds]
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    return sum(map(repeats_of, met.values()))


def repeats_of_plan(plan: Plan) -> int:
    """How often somebody meets again in rounds of an evening, whoever that is."""
    met = (byte % KIND for who, row in enumerate(plan.pairs) for byte in row[:who])
    return sum(map(repeats_of, met))
