"""How many repeats no draw can avoid. Each bound is proven; the greatest counts."""

from itertools import pairwise

from rules.seating.costs import APART, GUEST, HOUSE, PLAIN
from rules.seating.fields import Field
from rules.seating.terms import SEATS, K

# (people, rounds) and repeats below which a whole evening with fair sit-outs cannot be
# seated. Every case was tried, up to renaming: 7 and 12 people one after the other, the
# others by a SAT solver.
_SEARCHED = {
    (7, 3): 2,
    (7, 4): 5,
    (9, 4): 14,
    (10, 4): 9,
    (11, 4): 6,
    (12, 4): 13,
    (17, 5): 1,
}


def least_new(field: Field[K], *, apart_kept: bool) -> int:
    """Repeats that the rounds to draw must add to those of the rounds played.

    With `apart_kept` the draws meant are those that keep apart who must not meet.
    """
    return max(_by_people(field, apart_kept), _by_rounds(field), _by_search(field))


def least_apart(field: Field[K]) -> int:
    """Meetings of people who must not meet that the tables are too few to avoid."""
    playing = (max(0, len(group) - field.sitters) for group in field.apart)
    each_round = max((_crowding(n, field.tables) for n in playing), default=0)
    return each_round * field.rounds


def _by_people(field: Field[K], apart_kept: bool) -> int:
    """Everybody meets three people a round, and there are only so many to be met.

    Who plays how often depends on the lot; what is counted is the cheapest way.
    """
    may_sit = _most_sit_outs(field)
    excess, further = 0, []
    for who in field.people:
        unmet = _unmet(field.pairs[who], apart_kept)
        repeats = [
            max(0, (SEATS - 1) * played - unmet)
            for played in range(field.rounds - may_sit[who], field.rounds + 1)
        ]
        excess += repeats[0]
        further += [more - fewer for fewer, more in pairwise(repeats)]
    plays = SEATS * field.tables * field.rounds
    sure = sum(field.rounds - most for most in may_sit)
    excess += sum(sorted(further)[: plays - sure])
    return (excess + 1) // 2  # a repeat has two ends


def _unmet(pairs: bytes, apart_kept: bool) -> int:
    """How many others somebody has not met and may meet."""
    kinds = (PLAIN, GUEST, HOUSE) if apart_kept else (PLAIN, GUEST, HOUSE, APART)
    return sum(pairs.count(kind) for kind in kinds) - 1  # not himself


def _most_sit_outs(field: Field[K]) -> list[int]:
    """How often each may have to sit out in the rounds to draw, at the most.

    Whatever the lot says, the counts of the field as a whole come out the same.
    """
    counts, highest = sorted(field.sat), 0
    if field.sitters:
        for _ in range(field.rounds):
            highest = max(highest, counts[field.sitters - 1] + 1)
            bench = [count + 1 for count in counts[: field.sitters]]
            counts = sorted(bench + counts[field.sitters :])
    return [min(field.rounds, max(0, highest - sat)) for sat in field.sat]


def _by_rounds(field: Field[K]) -> int:
    """People from few tables cannot spread over few tables without meeting again.

    With fewer than 16 people a table takes four from three tables or fewer, so two of
    them have just met. Each round is held against the one round that is worst for it.
    """
    least = max((_met_again(field, tables) for tables in field.earlier), default=0)
    others = field.size - 2 * field.sitters  # who surely play in both of two new rounds
    later = max(least, _crowding(others, field.tables**2))
    return least + later * (field.rounds - 1)


def _met_again(field: Field[K], earlier: tuple[tuple[int, ...], ...]) -> int:
    people = sum(len(table) for table in earlier) - field.sitters
    return _crowding(max(0, people), field.tables * len(earlier))


def _crowding(people: int, cells: int) -> int:
    """Pairs in the same cell, the people being spread over cells as well as can be."""
    if not cells:
        return 0
    each, rest = divmod(people, cells)
    return cells * (each * (each - 1) // 2) + rest * each


def _by_search(field: Field[K]) -> int:
    if not field.fresh:
        return 0
    added = _crowding(field.size - 2 * field.sitters, field.tables**2)
    return max(
        (
            repeats + added * (field.rounds - rounds)
            for (size, rounds), repeats in _SEARCHED.items()
            if size == field.size and rounds <= field.rounds
        ),
        default=0,
    )
