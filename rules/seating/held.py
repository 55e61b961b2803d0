"""Who cannot move: tables are numbered so that everybody held at one sits there.

Numbers change nothing else, so a draw is searched without them. The one thing to see
to is that two who are held at different tables do not share one.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from rules.seating.search import Groups, Plan
from rules.seating.terms import K, Request

Held = Mapping[int, int]  # of each who is held: his table, the first being 0

T = TypeVar("T", bound=Sequence[int])


def held_at(request: Request[K]) -> dict[int, int]:
    """Who of the field is held, in numbers, and where."""
    number = {key: i for i, key in enumerate(request.field)}
    return {number[key]: table - 1 for key, table in request.fixed if key in number}


def parted(plan: Plan, held: Held) -> list[Groups]:
    """The plan's rounds; where two who are held still meet, one is moved cheaply.

    The search keeps them apart, but not at any price: it may let them meet instead of
    others who must not.
    """
    for r, groups in enumerate(plan.rounds):
        for table in groups[: plan.bench]:
            for who in [each for each in table if each in held][1:]:
                _move(plan, r, who, held)
    return plan.rounds


def _move(plan: Plan, r: int, who: int, held: Held) -> None:
    """Swap somebody with whom it costs least, at a table where nobody is held."""
    best: tuple[int, int] | None = None
    for table in plan.rounds[r][: plan.bench]:
        if any(each in held for each in table):
            continue
        for other in list(table):
            plan.swap(r, who, other)
            best = min(best or (plan.cost, other), (plan.cost, other))
            plan.swap(r, who, other)
    assert best is not None  # as many tables as are held, or more
    plan.swap(r, who, best[1])


def moved_down(tables: list[list[int]], held: Held) -> None:
    """Let only one who is held sit at each table of a standing.

    The first stays; the next changes places with the first of the nearest table that
    holds nobody, the table below being nearer than the one above.
    """
    for here, table in enumerate(tables):
        for who in [each for each in table if each in held][1:]:
            free = [i for i, each in enumerate(tables) if not set(each) & set(held)]
            _, _, there = min((abs(i - here), i < here, i) for i in free)
            other = tables[there][0]
            tables[here][table.index(who)] = other
            tables[there][0] = who


def labelled(tables: Sequence[T], held: Held) -> list[T]:
    """The tables in the order of their numbers; who is not asked for keep theirs."""
    asked = {held[who]: table for table in tables for who in table if who in held}
    taken = {id(table) for table in asked.values()}
    order: list[T | None] = [asked.get(i) for i in range(len(tables))]
    left = []
    for i, table in enumerate(tables):
        if id(table) in taken:
            continue
        if order[i] is None:
            order[i] = table
        else:
            left.append(table)
    rest = iter(left)
    return [next(rest) if table is None else table for table in order]
