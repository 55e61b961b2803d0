"""Who cannot move sits at his table in every round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seating import blockers, by_standing, draw, report_on
from tests.rules.seating.evenings import evening, repeats_in, times_met


def seats_at(seats, who):
    """The number of somebody's table, None where he sits out."""
    for number, table in enumerate(seats.tables, start=1):
        if who in table:
            return number
    return None


@st.composite
def held(draw_):
    """A field with some who stay at tables of their own."""
    players = draw_(st.sampled_from([8, 9, 13, 16, 17, 24, 30]))
    tables = draw_(st.permutations(range(1, players // 4 + 1)))
    many = draw_(st.integers(1, min(4, len(tables))))
    who = draw_(st.permutations(range(1, players + 1)))[:many]
    return players, tuple(zip(who, tables, strict=False))


@given(held(), st.integers(1, 3), st.integers(0, 99))
def test_in_every_round_he_sits_there_or_sits_out(field, rounds, seed):
    players, fixed = field
    request = evening(players, rounds, seed, fixed=fixed)

    result = draw(request)

    for seats in result.rounds:
        everybody = [who for table in seats.tables for who in table] + [*seats.sit_out]
        assert sorted(everybody) == list(range(1, players + 1))
        for who, table in fixed:
            assert seats_at(seats, who) in {table, None}
    assert result.report.least_possible <= result.report.repeats
    assert result.report.repeats == repeats_in(result.rounds)
    assert result.report.apart_broken == ()
    assert result == draw(request)


def test_he_costs_a_large_field_no_repeat():
    report = draw(evening(40, 5, fixed=[(7, 3), (8, 10)])).report

    assert (report.repeats, report.none_avoidable) == (0, True)


def test_two_at_different_tables_never_meet_even_where_others_then_must():
    fixed = [(1, 1), (2, 2)]
    result = draw(evening(8, 4, apart=[(1, 3, 4), (2, 3, 4)], fixed=fixed))

    assert times_met(result.rounds)[frozenset((1, 2))] == 0
    assert result.report.apart_broken != ()


def test_two_who_meet_by_hand_do_not_raise_the_bound():
    request = evening(8, 1, fixed=[(1, 1), (2, 2)])
    by_hand = [draw(evening(8, 1, seed)).rounds[0] for seed in range(30)]
    together = next(s for s in by_hand if seats_at(s, 1) == seats_at(s, 2))

    report = report_on(request, [together])

    assert report.least_possible <= report.repeats


@pytest.mark.parametrize(
    ("fixed", "code"),
    [
        ([(1, 2), (2, 2)], "fixed_together"),
        ([(1, 3)], "fixed_beyond"),
        ([(1, 0)], "fixed_beyond"),
    ],
)
def test_what_cannot_be_held_is_named(fixed, code):
    assert [each.code for each in blockers(evening(8, 1, fixed=fixed))] == [code]


def test_who_is_not_in_the_field_holds_nothing():
    assert blockers(evening(8, 1, fixed=[(1, 2), (9, 2)])) == ()


def test_by_standing_tables_change_numbers_and_nobody_his_table():
    seats = by_standing(evening(16, 1, fixed=[(1, 4)]), list(range(1, 17)))

    assert seats_at(seats, 1) == 4
    assert {1, 2, 3, 4} == set(seats.tables[3])
    assert {13, 14, 15, 16} == set(seats.tables[0])


def test_by_standing_the_lower_of_two_who_are_held_goes_to_the_next_table():
    request = evening(16, 1, fixed=[(1, 1), (2, 2), (5, 4)])
    seats = by_standing(request, list(range(1, 17)))

    assert [seats_at(seats, who) for who in (1, 2, 5)] == [1, 2, 4]
    assert sorted(seats.tables[0]) == [1, 3, 4, 9]
    assert sorted(seats.tables[1]) == [2, 10, 11, 12]
