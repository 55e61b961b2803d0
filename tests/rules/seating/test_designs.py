"""Known seatings: what they promise is counted anew, and a draw uses them."""

from itertools import combinations

import pytest

from rules.seating import draw
from rules.seating.designs import WRITTEN, design
from tests.in_turn import in_turn
from tests.rules.seating.evenings import evening, repeats_in, times_met

MOST = 60
ALL_MEET = [16, 28, 40, 52, 64, 76, 88, 112, 124, 136, 148, 160]
# The most rounds that nobody could play without meeting somebody again.
LONGEST = {24: 7, 32: 10, 36: 11, **{size: (size - 1) // 3 for size in ALL_MEET}}
# Four columns of rows in a ring, and whatever each column can play by itself.
COLUMNS = {20: 5, 44: 11, 68: 17, 80: 25, 100: 25, 108: 27, 128: 41, 140: 35}


@pytest.mark.parametrize(
    ("size", "rounds"),
    [(4, 1), *LONGEST.items(), *COLUMNS.items(), (256, 60), (400, 60), (1000, 6)],
)
def test_everybody_sits_once_a_round_and_nobody_meets_twice(size, rounds):
    known = design(size, min(rounds, MOST))

    assert len(known) == min(rounds, MOST)
    for tables in known:
        assert {len(table) for table in tables} == {4}
        assert sorted(who for table in tables for who in table) == list(range(size))
    met = [pair for r in known for t in r for pair in combinations(sorted(t), 2)]
    assert len(met) == len(set(met))
    if (size - 1) % 3 == 0 and rounds == (size - 1) // 3:
        assert len(met) == size * (size - 1) // 2


@in_turn("size, rounds", WRITTEN)
def test_written_rounds_are_rounds(size, rounds):
    known = WRITTEN[size, rounds]

    assert len(known) == rounds
    benches = []
    for tables in known:
        playing = [who for table in tables for who in table]
        assert {len(table) for table in tables} == {4}
        assert len(playing) == len(set(playing)) == size - size % 4
        assert set(playing) <= set(range(size))
        benches += set(range(size)) - set(playing)
    assert len(benches) == len(set(benches))  # nobody sits out twice


@pytest.mark.parametrize(("players", "rounds"), LONGEST.items())
def test_a_whole_season_without_a_repeat(players, rounds):
    result = draw(evening(players, rounds))

    assert result.report.repeats == repeats_in(result.rounds) == 0
    met = times_met(result.rounds)
    all_met = len(met) == players * (players - 1) // 2
    assert result.report.all_met_once == all_met == (players in ALL_MEET)


@pytest.mark.parametrize(("players", "rounds"), [(15, 5), (23, 7), (27, 9), (39, 13)])
def test_where_one_is_missing_his_table_sits_out_and_nobody_twice(players, rounds):
    result = draw(evening(players, rounds))

    assert result.report.repeats == repeats_in(result.rounds) == 0
    assert result.report.sat_out_early == ()
    assert not result.report.all_met_once  # who sit out together do not meet


@pytest.mark.parametrize(("players", "rounds"), [(14, 5), (23, 7), (27, 9), (38, 13)])
def test_house_players_fill_up_a_known_field(players, rounds):
    assert draw(evening(players, rounds, house=True)).report.repeats == 0


def test_the_season_decides_whose_turn_it_is_in_a_known_field_too():
    before = [*range(4, 28)] * 3 + [*range(10, 28)]

    result = draw(evening(27, 5, sat_out=before))

    assert (result.report.repeats, result.report.sat_out_early) == (0, ())
    out = [who for seats in result.rounds for who in seats.sit_out]
    assert set(out[:3]) == {1, 2, 3}
    assert set(out[3:9]) == {4, 5, 6, 7, 8, 9}


def test_once_everybody_has_met_the_rounds_begin_anew():
    report = draw(evening(16, 10)).report

    assert (report.repeats, report.most_meetings, report.most_met) == (120, 2, 120)


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [
        *((13, n, n * (n - 1)) for n in (2, 3, 4, 5, 6)),
        (13, 7, 48),
        *((14, n, n * (n - 1) // 2) for n in (2, 3, 4)),
        (14, 5, 11),
        (14, 6, 20),
        (14, 7, 35),
    ],
)
def test_thirteen_and_fourteen_never_meet_three_times(players, rounds, repeats):
    result = draw(evening(players, rounds, seed=1))

    assert result.report.repeats == repeats_in(result.rounds) == repeats
    assert max(times_met(result.rounds).values()) == 2
    assert (result.report.most_meetings, result.report.most_met) == (2, repeats)
    assert result.report.none_avoidable == ((players, rounds) != (14, 6))


def test_couples_are_kept_apart_in_a_season_without_a_repeat():
    couples = [(n, n + 1) for n in range(1, 24, 3)]

    report = draw(evening(24, 7, apart=couples)).report

    assert (report.repeats, report.apart_broken) == (0, ())


def test_who_cannot_move_costs_no_repeat_where_they_need_not_meet():
    report = draw(evening(24, 7, fixed=[(1, 1), (2, 2), (3, 3)])).report

    assert report.repeats == 0
