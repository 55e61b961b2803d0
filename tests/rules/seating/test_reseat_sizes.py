"""The smallest change where tables may have several sizes."""

from random import Random

import pytest
from hypothesis import given
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
    sizes = draw_(st.sampled_from([(3,), (3, 4), (4, 5), (3, 5)]))
    return sizes, draw_(changes(sizes))


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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whoever_loses_his_seat_stays_at_his_table_if_he_can(seed):
    before = standing([RoundSeats(((1, 2, 3, 4), (5, 6, 7), (8, 9, 10)))])
    players = [1, 3, 4, 6, 7, 8, 9, 10, 50]
    after = changed(asked(players, sizes=(3, 4), seed=seed), before)

    assert dict(after[0].tables) == {1: (1, 4, 3), 2: (50, 6, 7), 3: (8, 9, 10)}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_three_more_get_a_table_of_their_own(seed):
    before = seated(evening(9, 1, sizes=(3, 4)))
    after = changed(asked([*range(1, 13)], sizes=(3, 4), seed=seed), before)

    assert after[0].tables[:3] == before[0].tables
    assert sorted(dict(after[0].tables)[4]) == [10, 11, 12]


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
    with pytest.raises(
        DrawError, match="A table needs 3 players, and only 2 would be left"
    ):
        changed(asked([1, 2], sizes=(3, 4)), before)
