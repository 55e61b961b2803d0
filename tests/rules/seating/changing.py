"""Evenings that change, and the laws of a change tried out in full."""

from collections import Counter
from itertools import combinations, product

from hypothesis import strategies as st

from rules.seating import RoundSeats, Seated, draw, house_needed, moves, table_sizes
from tests.rules.seating.evenings import evening

HOUSE = ("H1", "H2", "H3", "H4", "H5", "H6")


def seated(request, begun=()):
    """A drawn evening as it stands; of its first round these tables have begun."""
    return standing(draw(request).rounds, begun)


def standing(rounds, begun=()):
    return [
        Seated(
            tuple(enumerate(seats.tables, start=1)),
            seats.sit_out,
            frozenset(begun) if number == 0 else frozenset(),
        )
        for number, seats in enumerate(rounds)
    ]


def asked(players, house=(), **facts):
    """The same evening for other people, as many house players as may be needed."""
    request = evening(0, **facts)
    fields = {name: getattr(request, name) for name in request.__slots__}
    return type(request)(**fields | {"players": tuple(players), "house": tuple(house)})


def as_rounds(rounds):
    return [RoundSeats(tuple(four for _, four in r.tables), r.sit_out) for r in rounds]


def sitting(seats, *, begun=False):
    return {
        who: label
        for label, four in seats.tables
        for who in four
        if (label in seats.begun) == begun
    }


def fewest(before, people, sat, sizes, *, house):
    """By trying all tables to change and everybody who may sit out: fewest moved."""
    labels = [t for t, _ in before.tables if t not in before.begun]
    at = {
        who: (label, seat)
        for label in labels
        for seat, who in enumerate(dict(before.tables)[label])
        if who in people
    }
    needed = seats_needed(len(people), sizes, house=house)
    placed = len(at) + len([who for who in before.sit_out if who in people])
    found = []
    for changed_to in product([0, *sizes], repeat=len(labels)):
        new = needed - sum(changed_to)
        if new < 0 or sum(table_sizes(new, sizes)) < new:
            continue
        size = dict(zip(labels, changed_to, strict=True))
        for bench in combinations(sorted(people), max(0, len(people) - needed)):
            playing = [sat[who] for who in people if who not in bench]
            if playing and any(sat[who] > min(playing) for who in bench):
                continue
            stay = [who for who in at if at[who][1] < size[at[who][0]]]
            stay = [who for who in stay if who not in bench]
            stay += [who for who in bench if who in before.sit_out]
            found.append(placed - len(stay))
    return min(found)


def seats_needed(people, sizes, *, house):
    return sum(table_sizes(people + house * house_needed(people, sizes), sizes))


def moved(before, after):
    """Players who had a place and have another."""
    return [
        len(
            [
                each
                for each in moves([old], [new])
                if each.before and each.after and isinstance(each.who, int)
            ]
        )
        for old, new in zip(before, after, strict=True)
    ]


def check_laws(request, before, after, house):
    """Each round holds everybody once, by the rules; gives what it moved."""
    before_tonight = Counter(request.sat_out)
    sat = {who: (0, before_tonight[who]) for who in request.players}
    for old, new in zip(before, after, strict=True):
        started = {label: four for label, four in old.tables if label in old.begun}
        assert {t: four for t, four in new.tables if t in old.begun} == started
        free = set(request.players) - {w for four in started.values() for w in four}
        players = [who for who in sitting(new) if isinstance(who, int)]
        assert sorted([*players, *new.sit_out]) == sorted(free)
        assert all(len(table) in request.sizes for _, table in new.tables)
        everybody = [who for _, four in new.tables for who in four]
        assert len(everybody) == len(set(everybody))
        needed = seats_needed(len(free), request.sizes, house=house)
        assert len(sitting(new)) == needed
        assert len(new.sit_out) == max(0, len(free) - needed)
        early = [sat[who] for who in new.sit_out]
        later = [sat[who] for who in free - set(new.sit_out)]
        assert not early or not later or max(early) <= min(later)
        least = fewest(old, free, sat, request.sizes, house=house)
        assert moved([old], [new]) == [least]
        for who in new.sit_out:
            counted = not old.begun or who in old.sit_out
            sat[who] = (sat[who][0] + counted, sat[who][1])


@st.composite
def changes(draw_, sizes=(4,)):
    """A small evening, who plays on, and which tables of its first round have begun."""
    size = draw_(st.integers(5, 14))
    gone = draw_(st.sets(st.integers(1, size), max_size=min(5, size - 4)))
    come = range(100, 100 + draw_(st.integers(0, 5)))
    tables = len(table_sizes(size, sizes))
    begun = draw_(st.sets(st.integers(1, tables), max_size=1))
    earlier = draw_(st.sets(st.integers(1, size)))
    return size, [*(set(range(1, size + 1)) - gone), *come], begun, earlier
