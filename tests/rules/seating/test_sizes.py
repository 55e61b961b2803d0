"""Tables of other sizes than four, and of several sizes in one round."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seating import (
    Request,
    RoundSeats,
    blockers,
    by_standing,
    draw,
    house_needed,
    left_over,
    report_on,
    table_sizes,
)
from rules.seating.designs import design
from rules.seating.request import field_of
from rules.seating.search import Search, starts
from tests.in_turn import in_turn
from tests.messages import message
from tests.rules.seating.evenings import evening, imbalance_in, repeats_in, times_met

SIZES = [(3,), (3, 4), (4, 5), (3, 4, 5), (5,), (3, 5)]
# Where everybody meets everybody once at tables of three.
ALL_MEET = [9, 15, 21, 27, 39, 45, 51, 57, 63, 75]
# Fields that are drawn at once: a large one, or one that repeats as it must.
QUICK = [*range(3, 7), 9, 16, 19, *range(28, 50), 87, 100]


@in_turn("sizes", SIZES)
def test_fewest_sit_out_and_then_fewest_tables_are_large(sizes):
    for people in range(30):
        ways = []
        for many in product(*(range(people // size + 1) for size in sizes)):
            tables = sum((n * (s,) for n, s in zip(many, sizes, strict=True)), ())
            if sum(tables) <= people:
                ways.append((people - sum(tables), many[::-1], tables))

        assert table_sizes(people, sizes) == min(ways)[-1]


@pytest.mark.parametrize(
    ("sizes", "misfits"),
    [((3, 4), {1, 2, 5}), ((4, 5), {1, 2, 3, 6, 7, 11})],
)
def test_who_fits(sizes, misfits):
    odd = {n for n in range(1, 500) if sum(table_sizes(n, sizes)) < n}

    assert odd == misfits
    for players in range(500):
        filled = players + house_needed(players, sizes)
        assert sum(table_sizes(filled, sizes)) == filled
        assert filled == players or players in misfits


@st.composite
def asked(draw_):
    """A request for tables of any sizes, with everything that may be wished."""
    sizes = draw_(st.sampled_from(SIZES))
    players = draw_(st.sampled_from([n for n in QUICK if n >= sizes[0]]))
    tables = len(table_sizes(players, sizes))
    held = draw_(st.permutations(range(1, tables + 1)))[: draw_(st.integers(0, 2))]
    return evening(
        players,
        draw_(st.integers(1, 3)),
        draw_(st.integers(0, 99)),
        house=draw_(st.booleans()),
        apart=draw_(st.sampled_from([(), [(1, 2)], [(1, 3), (3, 4)]])),
        sat_out=draw_(st.lists(st.integers(1, players), max_size=3)),
        fixed=list(enumerate(held, start=1)),
        sizes=sizes,
    )


@given(asked(), st.integers(0, 2))
def test_every_draw_keeps_the_laws(request, played):
    first = draw(evening(len(request.players), 2, 7, sizes=request.sizes)).rounds
    asked_ = {name: getattr(request, name) for name in request.__slots__}
    request = Request(**asked_ | {"played": first[:played]})
    shape = Counter(table_sizes(len(request.field), request.sizes))

    result = draw(request)

    assert len(result.rounds) == request.rounds
    for seats in result.rounds:
        everybody = [who for table in seats.tables for who in table] + [*seats.sit_out]
        assert sorted(map(str, everybody)) == sorted(map(str, request.field))
        assert Counter(map(len, seats.tables)) == shape
        for who, table in request.fixed:
            assert who in (*seats.tables[table - 1], *seats.sit_out)
    together = (*request.played, *result.rounds)
    report = result.report
    assert report.repeats == repeats_in(together)
    assert report.least_possible <= report.repeats
    assert report.seat_imbalance == imbalance_in(together) <= (2 if played else 1)
    assert report.sat_out_early == ()
    assert draw(request) == result


@in_turn(
    "sizes, players, repeats",
    [
        ((3,), 9, 9),
        ((3,), 12, 0),
        ((3, 4), 7, 30),
        ((3, 4), 10, 15),
        ((3, 4), 16, 0),
        ((3, 4), 22, 0),
        ((4, 5), 9, 60),
        ((4, 5), 29, 0),
        ((4, 5), 41, 0),
    ],
)
def test_five_rounds_repeat_no_more_than_they_must(sizes, players, repeats):
    report = draw(evening(players, 4 if players == 12 else 5, sizes=sizes)).report

    assert report.repeats == repeats
    assert report.none_avoidable


@pytest.mark.parametrize("sizes", [(3,), (4,), (3, 4), (4, 5)])
def test_the_search_foresees_what_a_swap_costs(sizes):
    field = field_of(evening(22, 3, house=True, apart=[(1, 2, 9)], sizes=sizes))
    plan = next(starts(field, Random(1)))
    search = Search(plan, field.sat, Random(1))

    for who in field.people:
        table = plan.rounds[1][plan.where[1][who]]
        for weigh in (search._changes, search._changes_of_any):
            people, changes = weigh(1, who)
            assert set(people) == set(field.people) - set(table)
            for other, change in zip(people, changes, strict=True):
                before = plan.cost
                plan.swap(1, who, other)
                assert plan.cost == before + change
                plan.swap(1, who, other)


def all_rounds(players, sizes):
    """Every way to seat a round, sit-outs included, seats aside."""
    shape = table_sizes(players, sizes)
    everybody = frozenset(range(1, players + 1))
    for bench in combinations(sorted(everybody), players - sum(shape)):
        for tables in all_tables(everybody - set(bench), Counter(shape)):
            yield RoundSeats(tables, bench)


def all_tables(people, shape):
    if not people:
        yield ()
        return
    first = min(people)
    for size in +shape:
        for mates in combinations(sorted(people - {first}), size - 1):
            left = shape - Counter([size])
            for rest in all_tables(people - {first, *mates}, left):
                yield ((first, *mates), *rest)


def fewest_repeats(players, rounds, sizes):
    """By trying everything; the first round is as good as any other."""
    options = list(all_rounds(players, sizes))
    others = product(options, repeat=rounds - 1)
    return min(repeats_in((options[0], *each)) for each in others)


@pytest.mark.parametrize(
    ("sizes", "players", "rounds"),
    [
        ((3,), 6, 2),
        ((3,), 6, 4),
        ((3,), 9, 2),
        ((3, 4), 7, 2),
        ((3, 4), 7, 3),
        ((3, 4), 10, 2),
        ((4, 5), 9, 2),
    ],
)
def test_small_fields_against_all_there_is(sizes, players, rounds):
    fewest = fewest_repeats(players, rounds, sizes)

    report = draw(evening(players, rounds, sizes=sizes)).report

    assert report.repeats == fewest
    assert report.least_possible <= fewest


@in_turn(
    "size, rounds",
    [*((n, (n - 1) // 2) for n in ALL_MEET), (12, 4), (24, 8), (33, 11), (36, 16)],
)
def test_known_rounds_of_three(size, rounds):
    known = design(size, rounds, 3)

    assert len(known) == rounds
    for tables in known:
        assert {len(table) for table in tables} == {3}
        assert sorted(who for table in tables for who in table) == list(range(size))
    met = [pair for r in known for t in r for pair in combinations(sorted(t), 2)]
    assert len(met) == len(set(met))
    assert (len(met) == size * (size - 1) // 2) == (size in ALL_MEET)


@pytest.mark.parametrize(("players", "rounds"), [(15, 7), (21, 10), (27, 13)])
def test_fifteen_schoolgirls_walk_seven_days(players, rounds):
    result = draw(evening(players, rounds, sizes=(3,)))

    assert (result.report.repeats, result.report.all_met_once) == (0, True)
    assert set(times_met(result.rounds).values()) == {1}


@pytest.mark.parametrize(("players", "rounds"), [(14, 7), (20, 10)])
def test_where_one_of_three_is_missing_nobody_meets_twice(players, rounds):
    report = draw(evening(players, rounds, sizes=(3,))).report

    assert (report.repeats, report.sat_out_early) == (0, ())
    assert report.none_avoidable  # what is proven of fourteen at fours is not meant


def test_everybody_comes_to_the_large_tables_in_turn():
    sizes, played = (3, 4), []
    for seed in range(4):
        played += draw(evening(35, 2, seed, played=played, sizes=sizes)).rounds

    large = Counter(w for r in played for t in r.tables if len(t) == 4 for w in t)
    assert sorted(map(len, played[0].tables)) == [3] * 9 + [4] * 2
    assert {large[who] for who in range(1, 36)} <= {1, 2, 3}  # 64 seats for 35


def test_by_standing_the_last_ones_share_the_large_table():
    seats = by_standing(evening(10, 1, sizes=(3, 4)), (*range(10, 0, -1),))

    assert [set(table) for table in seats.tables] == [
        {10, 9, 8},
        {7, 6, 5},
        {4, 3, 2, 1},
    ]


def test_seats_even_out_at_tables_of_each_size():
    played = [RoundSeats(((1, 2, 3), (4, 5, 6, 7)))]
    for _ in range(11):
        request = evening(7, 1, played=played, sizes=(3, 4))
        played.append(by_standing(request, (*range(1, 8),)))

    assert imbalance_in(played) == 0
    assert report_on(request, played[-1:]).seat_imbalance == 0


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            evening(2, sizes=(3, 4)),
            message(
                "A table needs {seats} players, but there are only {size}.",
                seats=3,
                size=2,
            ),
        ),
        (
            Request((1, 2, 3, 4, 5, 6, 7), 1, 1, house=("H1", "H2"), sizes=(4, 5)),
            None,
        ),
        (
            Request(tuple(range(9)), 1, 1, house=("H1", "H2"), sizes=(4, 5)),
            "9 players need 0 house players, not 2.",
        ),
        (
            evening(11, fixed=[(1, 4)], sizes=(3, 4)),
            "1 stays at table 4, but the last table is 3.",
        ),
    ],
)
def test_what_blocks_a_draw_is_named(request_, message):
    assert [each.message for each in blockers(request_)] == [message] * bool(message)


@pytest.mark.parametrize(
    ("sizes", "out"),
    [
        ((4,), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]),
        ((3,), [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]),
        ((3, 4), [0, 1, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
        ((4, 5), [0, 1, 2, 3, 0, 0, 1, 2, 0, 0, 0, 1, 0]),
    ],
)
def test_so_many_are_left_over(sizes, out):
    assert [left_over(people, sizes) for people in range(13)] == out
