"""Form: what a club's rounds tell of how strong its players are."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.form import held, made_up
from rules.ratings import Form, forms

NAMES = "ABCDEF"
TABLE = st.lists(st.sampled_from(NAMES), min_size=1, max_size=5, unique=True).flatmap(
    lambda seats: st.tuples(
        *(st.tuples(st.just(each), st.integers(-200, 200)) for each in seats)
    )
)


def by_player(found: list[Form[str]]) -> dict[str, Form[str]]:
    return {each.player: each for each in found}


def test_nobody_played() -> None:
    assert forms([]) == []
    assert forms([[("A", 12.0)]]) == []


def test_where_all_won_the_same_nobody_is_better() -> None:
    assert {(each.better, each.within) for each in forms([[("A", 0), ("B", 0)]])} == {
        (0.0, 0.0)
    }


def test_who_wins_the_same_against_the_stronger_is_better() -> None:
    # A and B win as much, A from C who beats all others, B from D whom all others beat.
    others = [[("C", 20), ("E", -20)], [("D", -20), ("F", 20)]] * 6
    won_ten = [[("A", 10), ("C", -10)], [("B", 10), ("D", -10)]] * 6
    found = by_player(forms([*others, *won_ten]))
    assert found["A"].better > found["B"].better


def test_who_played_little_stays_near_the_average() -> None:
    tables = [[("A", 20), ("B", -20)]] * 20 + [[("C", 20), ("D", -20)]]
    found = by_player(forms(tables))
    assert 0 < found["C"].better < found["A"].better
    assert found["C"].within > found["A"].within
    assert (found["C"].rounds, found["A"].rounds) == (1, 20)


@given(st.lists(TABLE, max_size=12))
def test_the_best_first_around_nothing(
    tables: list[tuple[tuple[str, int], ...]],
) -> None:
    found = forms(tables)
    betters = [each.better for each in found]
    assert betters == sorted(betters, reverse=True)
    assert sum(betters) == pytest.approx(0, abs=0.01)
    assert all(each.within >= 0 for each in found)
    assert {each.player for each in found} == {
        key for table in tables if len(table) > 1 for key, _ in table
    }


def test_chips_given_to_a_whole_table_change_nothing() -> None:
    _, tables = made_up(random.Random("same"), 12, 4, 0.25, 1)
    more = [[(key, net + 100) for key, net in table] for table in tables]
    one, other = by_player(forms(tables)), by_player(forms(more))
    assert all(one[key].better == pytest.approx(other[key].better) for key in one)


@pytest.mark.parametrize("lodges", [1, 2])
def test_the_intervals_hold_the_truth(lodges: int) -> None:
    """Roughly, of a few clubs; `./run bench form` looks at many."""
    part = held(random.Random("held"), 4, 48, 24, 0.25, lodges)
    assert 0.9 < part < 0.995
