"""An average is rounded once: in the total."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ranking import Contestant, RoundResult, in_whole_chips, rank, rounded
from rules.round_scores import MissedScore, missed_chips

CHIPS = st.one_of(st.integers(-300, 300), st.fractions(-300, 300, max_denominator=20))


@pytest.mark.parametrize(
    ("own", "chips"), [([80, 91], 86), ([80, 80, 81], 80), ([-2, -3], -2)]
)
def test_one_average_in_whole_chips(own: list[int], chips: int) -> None:
    assert rounded(missed_chips(MissedScore.AVERAGE, 100, own)) == chips


@pytest.mark.parametrize(
    ("drop", "total"),
    [(0, 90 + 99 + 189), (1, 99 + 189), (2, 99 + 95)],  # 94 1/2 twice are 189
)
def test_two_averages_are_not_one_more(drop: int, total: int) -> None:
    average = missed_chips(MissedScore.AVERAGE, 100, [90, 99])
    chips = [90, 99, average, average]
    results = [RoundResult(n, each) for n, each in enumerate(chips, 1)]
    (row,) = rank([Contestant("Anna", tuple(results))], drop_worst=drop)
    assert row.chips == total


@given(st.lists(CHIPS, max_size=8), st.sets(st.integers(1, 8)))
def test_the_rounds_shown_make_the_total(
    chips: list[int | Fraction], dropped: set[int]
) -> None:
    rounds = list(enumerate(chips, 1))
    whole = in_whole_chips(rounds, dropped)
    exact = sum(each for number, each in rounds if number not in dropped)
    assert sum(w for n, w in whole.items() if n not in dropped) == rounded(exact)
    for number, each in rounds:
        assert abs(whole[number] - each) < 1
        assert whole[number] == each or not isinstance(each, int)
