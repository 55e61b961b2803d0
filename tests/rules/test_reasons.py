"""Why one stands before another agrees with the ranking itself."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.ranking import Contestant, Method, RoundResult, TieBreak, rank
from rules.reasons import CHIPS, POINTS, Facts, what_separates

results = st.tuples(st.integers(90, 92), st.sampled_from([1, 2, 3]), st.booleans())
people = st.lists(
    st.tuples(st.lists(results, min_size=2, max_size=2), st.integers(0, 2)),
    min_size=2,
    max_size=8,
)


def test_chips_decide_before_any_tie_break() -> None:
    anna, josef = Facts(412, best_round=131), Facts(410, best_round=140)

    assert what_separates(anna, josef, tie_breaks=[TieBreak.BEST_ROUND]) == CHIPS


def test_the_first_tie_break_that_differs_decides() -> None:
    breaks = (TieBreak.BEST_ROUND, TieBreak.LAST_ROUND)
    anna, josef = Facts(412, last_round=90, best_round=131), Facts(412, best_round=131)

    assert what_separates(anna, josef, tie_breaks=breaks) == TieBreak.LAST_ROUND
    assert what_separates(anna, anna, tie_breaks=breaks) is None
    assert what_separates(anna, josef) is None


def test_points_go_before_chips_where_they_rank() -> None:
    anna, josef = Facts(300, Fraction(7, 2)), Facts(400, Fraction(3))

    assert what_separates(anna, josef, method=Method.TABLE_POINTS) == POINTS
    assert what_separates(anna, josef) == CHIPS


@given(people, st.sampled_from(Method), st.permutations(list(TieBreak)))
def test_who_shares_a_place_differs_in_nothing(
    field: list, method: Method, breaks: list[TieBreak]
) -> None:
    contestants = [
        Contestant(
            at,
            tuple(
                RoundResult(n, chips, Fraction(points), Fraction(won))
                for n, (chips, points, won) in enumerate(each, start=1)
            ),
            lot=lot,
            order=at,
        )
        for at, (each, lot) in enumerate(field)
    ]
    rows = rank(contestants, method=method, tie_breaks=breaks)
    facts = {
        row.key: Facts(
            row.chips,
            row.points,
            row.best_round,
            row.last_round,
            row.rounds_won,
            contestants[row.key].lot,
        )
        for row in rows
    }

    for above, below in pairwise(rows):
        separated = what_separates(
            facts[above.key], facts[below.key], method=method, tie_breaks=breaks
        )
        assert (separated is None) == (above.place == below.place)
