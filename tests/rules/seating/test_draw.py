"""A drawn evening keeps its laws, whatever the field."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seating import DrawError, Request, blockers, draw
from tests.drill.figures import size
from tests.in_turn import in_turn
from tests.messages import message
from tests.rules.seating.evenings import (
    drawn,
    evening,
    imbalance_in,
    repeats_in,
    times_met,
)

ROOT = Path(__file__).parents[3]
# Where a draw stops at once: nothing to search for, or a seating known.
QUICK = [4, 5, 8, 9, 10, *range(16, 60), 87, 100]


@given(st.sampled_from(QUICK), st.integers(1, 5), st.integers(), st.booleans())
def test_every_draw_keeps_the_laws(players, rounds, seed, house):
    request = evening(players, rounds, seed, house=house)

    result = draw(request)

    assert len(result.rounds) == rounds
    for seats in result.rounds:
        everybody = [who for table in seats.tables for who in table] + [*seats.sit_out]
        assert sorted(map(str, everybody)) == sorted(map(str, request.field))
        assert {len(table) for table in seats.tables} == {4}
        assert len(seats.sit_out) == len(request.field) % 4
    assert result.report.repeats == repeats_in(result.rounds)
    assert result.report.least_possible <= result.report.repeats
    assert result.report.seat_imbalance == imbalance_in(result.rounds) <= 1
    assert result.report.sat_out_early == ()


@in_turn("seed", [1, 2, 3])
@in_turn("players", [16, *range(18, 41), 52, 99, 100, 201, 398, 400])
def test_nobody_meets_twice_in_five_rounds(players, seed):
    report = drawn(players, 5, seed).report

    assert (report.repeats, report.none_avoidable) == (0, True)
    assert report.repeated == ()


@in_turn("players", [13, 14, 17, 18, 19, 21, 30, 99])
def test_nobody_meets_twice_with_house_players_either(players):
    assert draw(evening(players, house=True)).report.repeats == 0


@in_turn("rounds", [1, 2, 3, 4, 5])
def test_seventeen_repeat_once_and_only_in_a_fifth_round(rounds):
    report = drawn(17, rounds).report

    assert report.repeats == report.least_possible == (rounds == 5)


@in_turn(
    "players, rounds, repeats",
    [
        (4, 3, 18),
        (5, 4, 18),
        (8, 4, 24),
        (9, 4, 18),
        (10, 5, 20),
        (12, 2, 3),
        (12, 3, 9),
        (12, 5, 30),
        (13, 3, 6),
        (13, 7, 48),
        (14, 3, 3),
        (14, 5, 11),
        (15, 5, 0),
        (16, 6, 24),
        (16, 10, 120),
    ],
)
def test_small_fields_repeat_no_more_than_they_must(players, rounds, repeats):
    report = drawn(players, rounds).report

    assert report.repeats == repeats
    assert report.none_avoidable


@pytest.mark.parametrize("players", [5, 7, 17, *size((), (14,))])
def test_nobody_sits_out_twice_before_everybody_has_once(players):
    sat = Counter(range(1, players + 1))
    for seats in drawn(players, 12).rounds:
        sat.update(seats.sit_out)
        assert max(sat.values()) - min(sat.values()) <= 1


def test_the_same_seed_gives_the_same_seats_and_another_others():
    assert drawn(23, 5, 7) == drawn(23, 5, 7)
    assert drawn(23, 5, 7).rounds != drawn(23, 5, 8).rounds


def test_seats_do_not_hang_on_the_hash_seed_of_the_process():
    code = (
        "from rules.seating import *; names = tuple('abcdefghijklmnopqr');"
        "couples = tuple(map(frozenset, ('ab', 'cd', 'efg')));"
        "print(draw(Request(names, 3, 5, apart=couples)))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_everybody_changes_partners_tables_and_seats():
    result = drawn(16, 5)

    assert set(times_met(result.rounds).values()) == {1}
    assert len(times_met(result.rounds)) == 16 * 15 // 2
    at_table_1 = {who for seats in result.rounds for who in seats.tables[0]}
    assert len(at_table_1) > 8


def test_anybody_may_be_drawn_to_anybody():
    partners = Counter(
        who
        for seed in range(300)
        for table in drawn(20, 1, seed).rounds[0].tables
        if 1 in table
        for who in table
    )
    del partners[1]
    assert len(partners) == 19
    assert all(20 < times < 80 for times in partners.values())  # 47 on average


def test_the_report_names_who_repeats_and_when():
    result = drawn(12, 3)

    named = {frozenset(meeting.pair): meeting for meeting in result.report.repeated}
    met = times_met(result.rounds)
    assert set(named) == {pair for pair, times in met.items() if times > 1}
    for pair, meeting in named.items():
        assert len(meeting.rounds) == met[pair]
        for number in meeting.rounds:
            tables = result.rounds[number - 1].tables
            assert any(pair <= set(table) for table in tables)


@in_turn(
    "request_, code, message",
    [
        (
            evening(3),
            "too_few",
            message(
                "A table needs {seats} players, but there are only {size}.",
                seats=4,
                size=3,
            ),
        ),
        (
            evening(0),
            "too_few",
            message(
                "A table needs {seats} players, but there are only {size}.",
                seats=4,
                size=0,
            ),
        ),
        (evening(9, 0), "rounds", message("There are no rounds to draw.")),
        (evening(9, 61), "rounds", "61 rounds is too many. At most 60 can be drawn."),
        (
            evening(5001),
            "too_many",
            "5001 people is too many. A draw can have at most 5000.",
        ),
        (
            Request((1, 2, 3, 4, 5), 1, 1, house=("H1",)),
            "house",
            "5 players need 3 house players, not 1.",
        ),
        (
            Request((1, 2, 3, 4, 4), 1, 1),
            "twice",
            "4 is listed 2 times.",
        ),
    ],
)
def test_what_blocks_a_draw_is_named(request_, code, message):
    assert [(p.code, p.message) for p in blockers(request_)] == [(code, message)]
    with pytest.raises(DrawError, match=message):
        draw(request_)


def test_a_field_that_can_be_drawn_has_no_blockers():
    assert blockers(evening(4, 60)) == ()
