"""A plan of a season: every pair meets once, and the seats are used evenly."""

from collections import Counter

import pytest

from rules.seating import RoundSeats
from rules.seating.draw import SEASON_SIZES, everybody_once, rounds_of
from tests.in_turn import in_turn
from tests.rules.seating.evenings import imbalance_in, times_met


@in_turn("size, rounds", [(16, 5), (28, 9), (40, 13), (52, 17), (64, 21)])
def test_everybody_meets_everybody_once(size, rounds):
    plan = everybody_once(size, 7)

    assert size in SEASON_SIZES
    assert len(plan) == rounds_of(size) == rounds
    for tables in plan:
        assert {len(table) for table in tables} == {4}
        assert sorted(who for table in tables for who in table) == list(range(size))
    seats = [RoundSeats(tuple(map(tuple, tables))) for tables in plan]
    met = times_met(seats)
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {1}
    assert imbalance_in(seats) <= 1


def test_the_seed_says_who_sits_where():
    assert everybody_once(16, 1) == everybody_once(16, 1) != everybody_once(16, 2)
    at_table_1 = Counter(who for tables in everybody_once(28, 3) for who in tables[0])
    assert max(at_table_1.values()) < 9  # nobody stays there


def test_other_fields_have_no_plan():
    with pytest.raises(ValueError, match="32"):
        everybody_once(32, 1)
