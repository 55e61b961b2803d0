"""The smallest change where tables may have several sizes."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.seating import DrawError, RoundSeats, by_standing, moves
from rules.seating import smallest_change as changed
from tests.rules.seating.changing import (
    HOUSE,
    asked,
    changes,
    check_laws,
    moved,
    seated,
    standing,
)
from tests.rules.seating.evenings import evening


def by_lot(request):
    """Rounds in which everything but the sizes of the tables is left to the lot."""
    rng = Random(request.seed)
    orders = [rng.sample(request.field, len(request.field)) for _ in range(9)]
    return [by_standing(request, order) for order in orders[: request.rounds]]


@st.composite
def of_sizes(draw_):
    sizes = draw_(st.sampled_from([(3,), (3, 4), (4, 5)]))
    return sizes, draw_(changes(sizes))


@settings(max_examples=100, deadline=None)
@given(of_sizes(), st.integers(1, 2), st.integers(0, 9), st.booleans())
def test_tables_of_other_sizes_move_as_few(sized, rounds, seed, house):
    sizes, (size, players, begun, earlier) = sized
    first = evening(size, rounds, seed, house=house, sizes=sizes)
    before = standing(by_lot(first), begun)
    names = HOUSE if house else ()
    request = asked(players, names, seed=seed, sat_out=earlier, sizes=sizes)

    after = changed(request, before)

    check_laws(request, before, after, house)
    assert after == changed(request, before)


def test_one_more_is_the_fourth_at_a_table_of_three():
    before = seated(evening(12, 2, sizes=(3, 4)))
    after = changed(asked([*range(1, 13), 50], sizes=(3, 4)), before)

    for number in (0, 1):
        [move] = [each for each in moves(before, after) if each.round == number]
        assert (move.who, move.before, move.after.seat) == (50, None, 4)


def test_the_fourth_moves_up_where_one_leaves():
    before = standing([RoundSeats(((1, 2, 3, 4), (5, 6, 7)))])
    after = changed(asked([1, 3, 4, 5, 6, 7], sizes=(3, 4)), before)

    assert dict(after[0].tables) == {1: (1, 4, 3), 2: (5, 6, 7)}
    assert moved(before, after) == [1]


def test_a_third_table_of_four_moves_fewer_than_four_tables_of_three():
    rows = ((1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11))
    before = standing([RoundSeats(rows)])
    after = changed(asked(range(1, 13), sizes=(3, 4)), before)

    assert dict(after[0].tables) == {1: (1, 2, 3, 12), 2: rows[1], 3: rows[2]}


def test_somebody_held_keeps_his_table_when_it_shrinks():
    before = standing([RoundSeats(((1, 2, 3, 4), (5, 6, 7)))])
    request = asked([1, 2, 3, 4, 5, 6], sizes=(3, 4), fixed=[(4, 1)])
    after = changed(request, before)

    assert 4 in dict(after[0].tables)[1]
    assert moved(before, after) == [2]


def test_house_players_fill_only_what_is_needed():
    before = standing([RoundSeats(((1, 2, 3), (4, 5, 6)))])
    after = changed(asked([1, 2, 4, 5, 6], HOUSE, sizes=(3, 4)), before)

    assert dict(after[0].tables) == {1: (1, 2, "H1"), 2: (4, 5, 6)}


def test_a_round_needs_a_table_of_the_smallest_size():
    before = standing([RoundSeats(((1, 2, 3),))])
    with pytest.raises(DrawError, match="A table needs 3 players, and 2 play on"):
        changed(asked([1, 2], sizes=(3, 4)), before)
