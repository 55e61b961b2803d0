"""Rounds drawn after rounds played, and rounds by standing or moved by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.seating import Request, RoundSeats, by_standing, draw, report_on
from tests.rules.seating.evenings import evening, imbalance_in, repeats_in

PLAYED = (
    RoundSeats(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)), (13,)),
    RoundSeats(((13, 1, 5, 9), (2, 6, 10, 3), (7, 11, 4, 8)), (12,)),
)


@pytest.mark.parametrize("players", [18, 23, 40, 101])
def test_rounds_drawn_one_by_one_know_what_was_played(players):
    played = []
    for number in range(1, 4):
        request = evening(players, 1, seed=number, played=played)
        result = draw(request)
        played += result.rounds
        assert result.report.repeats == repeats_in(played) == 0
        assert result.report.sat_out_early == ()
        assert result.report.seat_imbalance == imbalance_in(played)
    assert imbalance_in(played) <= 2  # the rounds before were not made for this


def test_the_rest_of_an_evening_can_be_drawn():
    start = draw(evening(20, 2)).rounds

    report = draw(evening(20, 3, played=start)).report

    assert report.least_possible <= report.repeats <= 3


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([12, 13, 14, 16]))
def test_whoever_comes_or_leaves_does_no_harm(seed, players):
    result = draw(evening(players, 1, seed, played=PLAYED))

    assert result.report.repeats == repeats_in((*PLAYED, *result.rounds))
    assert result.report.least_possible <= result.report.repeats
    assert result.report.sat_out_early == ()


def test_earlier_sit_outs_count():
    request = evening(5, 3, sat_out=(1, 2, 2))

    out = [who for seats in draw(request).rounds for who in seats.sit_out]

    assert sorted(out) == [3, 4, 5]


def test_repeats_of_rounds_played_cannot_be_avoided_any_more():
    played = (PLAYED[0], PLAYED[0])

    report = draw(evening(16, 1, played=played)).report

    assert report.repeats == report.least_possible == repeats_in(played) == 18


def test_by_standing_seats_the_first_four_at_table_1():
    request = evening(12, 1)

    seats = by_standing(request, (*range(12, 0, -1),))

    tables = [set(table) for table in seats.tables]
    assert tables == [{12, 11, 10, 9}, {8, 7, 6, 5}, {4, 3, 2, 1}]


def test_by_standing_the_last_sit_out_and_no_place_is_skipped():
    request = evening(14, 1, played=PLAYED, sat_out=[4, *range(4, 15)])

    seats = by_standing(request, (*range(1, 15),))

    assert seats.sit_out == (13, 14)  # 13 has before, and 3 never has
    tables = [sorted(table) for table in seats.tables]
    assert tables == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert report_on(request, [seats]).sat_out_early == (13, 14)


def test_seats_with_early_sit_outs_are_no_proof_of_anything():
    request = evening(6, 3)
    same = RoundSeats(((1, 2, 3, 4),), (5, 6))
    other = RoundSeats(((1, 2, 5, 6),), (3, 4))

    report = report_on(request, [same, other, same])

    assert report.sat_out_early
    assert report.least_possible <= report.repeats
    assert not report.none_avoidable


def test_a_report_leaves_out_people_who_sat_out_and_left():
    request = evening(6, 2, sat_out=[5, 6])
    seats = [RoundSeats(((1, 2, 3, 4),), (5, 6, 9)), RoundSeats(((1, 2, 3, 5),), (9,))]

    assert report_on(request, seats).sat_out_early == (5, 6)


def test_as_many_pairs_as_there_are_here_may_be_those_of_others():
    six_pairs = [RoundSeats(((1, 2, 8, 9),))]

    report = report_on(evening(4, 1), six_pairs)

    assert not report.all_met_once


def test_by_standing_wants_the_whole_field():
    with pytest.raises(ValueError, match="does not list the field"):
        by_standing(evening(8, 1), (1, 2, 3, 4))


def test_by_standing_evens_out_the_seats():
    played = [RoundSeats(((1, 2, 3, 4),))]
    for _ in range(3):
        played.append(by_standing(evening(4, 1, played=played), (1, 2, 3, 4)))

    assert imbalance_in(played) == 0


def test_a_draft_moved_by_hand_is_reported_as_it_is():
    request = Request(tuple(range(1, 10)), 2, 1, apart=(frozenset({1, 9}),))
    draft = (
        RoundSeats(((1, 2, 3, 4), (5, 6, 7, 8)), (9,)),
        RoundSeats(((1, 2, 3, 9), (5, 6, 7, 4)), (8,)),
        RoundSeats(((1, 2, 3, 9), (5, 6, 7, 4)), (8,)),
    )

    report = report_on(request, draft)

    assert report.repeats == repeats_in(draft)
    assert [meeting.pair for meeting in report.apart_broken] == [(1, 9)]
    assert report.apart_broken[0].rounds == (2, 3)
    assert report.sat_out_early == (8,)
    assert report.seat_imbalance == 3
    assert not report.none_avoidable
