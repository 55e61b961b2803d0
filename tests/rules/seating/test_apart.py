"""Who must not meet is kept apart, before anything else."""

import pytest

from rules.seating import draw
from tests.drill.figures import size
from tests.rules.seating.evenings import evening, repeats_in, times_met

COUPLES = {
    players: [(n, n + 1) for n in range(1, players, 2)] for players in (20, 40, 100)
}


@pytest.mark.parametrize(
    ("players", "apart"),
    [
        (20, COUPLES[20][:4]),
        (20, [range(1, 6)]),
        (22, [(1, 2), (2, 3), (3, 1)]),
        (40, COUPLES[40]),
        (40, [range(1, 11)]),
        (100, [*COUPLES[100], range(1, 26)]),
    ],
)
@pytest.mark.parametrize("seed", size([1], [1, 2]))
def test_groups_are_kept_apart_without_any_repeat(players, apart, seed):
    result = draw(evening(players, seed=seed, apart=apart))

    assert result.report.apart_broken == ()
    assert result.report.repeats == 0
    for group in apart:
        assert not any(pair <= set(group) for pair in times_met(result.rounds))


def test_apart_comes_before_repeats():
    couples = [(n, n + 1) for n in range(1, 8, 2)]

    report = draw(evening(8, 3, apart=couples)).report

    assert report.apart_broken == ()
    # three rounds bring 9 partners, and there are 6 whom one may meet
    assert 12 <= report.least_possible <= report.repeats


def test_a_lodge_larger_than_the_tables_is_spread_as_thin_as_can_be():
    lodge = frozenset(range(1, 25))  # of 40: two or three at each of ten tables

    result = draw(evening(40, apart=[lodge]))

    here = [len(lodge & set(t)) for seats in result.rounds for t in seats.tables]
    assert sorted(set(here)) == [2, 3]
    broken = sum(len(meeting.rounds) for meeting in result.report.apart_broken)
    assert broken == sum(n * (n - 1) // 2 for n in here)
    assert result.report.repeats == repeats_in(result.rounds) == 0


def test_groups_may_name_people_who_are_not_there():
    report = draw(evening(20, apart=[(1, 2, 777), (888,), ()])).report

    assert report.apart_broken == ()


def test_house_players_do_not_share_a_table_if_it_costs_nothing():
    result = draw(evening(17, house=True))

    assert result.report.repeats == 0
    house = {"H1", "H2", "H3"}
    assert not any(
        len(house & set(table)) > 1 for seats in result.rounds for table in seats.tables
    )
