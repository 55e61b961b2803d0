"""Places, ties and what breaks them."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ranking import (
    CHIPS,
    POINTS,
    Contestant,
    Facts,
    Method,
    RoundResult,
    Row,
    TieBreak,
    rank,
    what_separates,
)
from rules.round_scores import (
    MissedScore,
    middle_points,
    missed_chips,
    round_won,
    table_points,
)
from rules.tie_breaks import TIE_BREAKS
from scoring.results.compute import plain
from tests.in_turn import in_turn

HALF = Fraction(1, 2)
BEST_ROUND, LAST_ROUND = TIE_BREAKS["best_round"], TIE_BREAKS["last_round"]
ROUNDS_WON, LOT = TIE_BREAKS["rounds_won"], TIE_BREAKS["lot"]


def contestant(
    key: str, *chips: int, adjustment: int = 0, lot: int = 0, order: int = 0
) -> Contestant:
    results = tuple(RoundResult(number, won) for number, won in enumerate(chips, 1))
    return Contestant(key, results, adjustment, lot, order)


def places(rows: list[Row]) -> list[tuple[object, int]]:
    return [(row.key, row.place) for row in rows]


def test_two_who_are_equal_share_a_place() -> None:
    rows = rank(
        [
            contestant("Anna", 90, order=1),
            contestant("Josef", 120, order=2),
            contestant("Karl", 100, order=3),
            contestant("Marie", 100, order=4),
        ]
    )

    assert places(rows) == [("Josef", 1), ("Karl", 2), ("Marie", 2), ("Anna", 4)]
    assert [row.tied for row in rows] == [False, True, True, False]
    assert all(row.decided_by is None for row in rows)


def test_nobody_and_nothing_played() -> None:
    assert rank([]) == []
    everything = [*TIE_BREAKS.values()]
    field = [contestant("Anna"), contestant("Josef")]
    rows = rank(field, drop_worst=2, tie_breaks=everything)
    assert places(rows) == [("Anna", 1), ("Josef", 1)]
    assert rows[0].values == (None, None, 0, None)
    assert rows[0].played == 0


def test_tie_breaks_are_tried_in_the_order_chosen() -> None:
    field = [contestant("Anna", 150, 50), contestant("Josef", 60, 140)]

    best = rank(field, tie_breaks=(BEST_ROUND, LAST_ROUND))
    last = rank(field, tie_breaks=(LAST_ROUND, BEST_ROUND))

    assert places(best) == [("Anna", 1), ("Josef", 2)]
    assert places(last) == [("Josef", 1), ("Anna", 2)]
    assert [row.decided_by for row in best] == [BEST_ROUND] * 2
    assert [row.decided_by for row in last] == [LAST_ROUND] * 2


def test_the_next_tie_break_decides_where_the_first_is_equal() -> None:
    field = [contestant("Anna", 120, 80), contestant("Josef", 80, 120)]

    rows = rank(field, tie_breaks=(BEST_ROUND, LAST_ROUND))

    assert places(rows) == [("Josef", 1), ("Anna", 2)]
    assert rows[0].decided_by == LAST_ROUND


def test_rounds_won_count_shared_wins_in_parts() -> None:
    anna = Contestant("Anna", (RoundResult(1, 100, won=HALF),))
    josef = Contestant("Josef", (RoundResult(1, 100, won=Fraction(1)),))

    rows = rank([anna, josef], tie_breaks=(ROUNDS_WON,))

    assert places(rows) == [("Josef", 1), ("Anna", 2)]
    assert rows[1].values == (HALF,)


def test_a_round_sat_out_is_neither_best_nor_won() -> None:
    sat_out = RoundResult(1, 100, won=Fraction(1), sat_out=True)
    anna = Contestant("Anna", (sat_out, RoundResult(2, 70)))
    josef = Contestant("Josef", (RoundResult(1, 80), RoundResult(2, 90)))

    rows = rank([anna, josef], tie_breaks=(BEST_ROUND, ROUNDS_WON))

    assert places(rows) == [("Josef", 1), ("Anna", 2)]
    assert rows[1].values == (70, 0)
    assert rows[1].played == 1


def test_without_a_last_round_one_stands_behind() -> None:
    field = [contestant("Anna", 30), contestant("Josef", 40, -10)]

    rows = rank(field, tie_breaks=(LAST_ROUND,))

    assert places(rows) == [("Josef", 1), ("Anna", 2)]
    assert rows[1].values == (None,)


def test_a_lot_separates_only_where_lots_differ() -> None:
    field = [
        contestant("Anna", 100, lot=2, order=1),
        contestant("Josef", 100, lot=1, order=2),
        contestant("Karl", 100, order=3),
        contestant("Marie", 100, order=4),
    ]

    rows = rank(field, tie_breaks=(LOT,))

    assert places(rows) == [("Josef", 1), ("Anna", 2), ("Karl", 3), ("Marie", 3)]
    assert [row.tied for row in rows] == [False, False, True, True]


def test_an_adjustment_counts_and_is_never_dropped() -> None:
    field = [contestant("Anna", 50, 120, adjustment=-30), contestant("Josef", 95, 20)]

    rows = rank(field, drop_worst=1)

    assert [(row.key, row.chips, row.dropped) for row in rows] == [
        ("Josef", 95, (2,)),
        ("Anna", 90, (1,)),
    ]


def test_who_missed_rounds_has_dropped_those_first() -> None:
    field = [contestant("Anna", 50, 120, 130), contestant("Josef", 110, 120)]

    rows = rank(field, drop_worst=1)

    assert [(row.key, row.chips, row.dropped) for row in rows] == [
        ("Anna", 250, (1,)),
        ("Josef", 230, ()),
    ]


def test_the_only_round_so_far_is_not_dropped() -> None:
    rows = rank([contestant("Anna", 50), contestant("Josef", 110)], drop_worst=2)

    assert [(row.key, row.chips) for row in rows] == [("Josef", 110), ("Anna", 50)]


def test_tie_breaks_look_at_dropped_rounds_too() -> None:
    field = [contestant("Anna", 100, 40), contestant("Josef", 100, 60)]

    rows = rank(field, drop_worst=1, tie_breaks=(LAST_ROUND,))

    assert places(rows) == [("Josef", 1), ("Anna", 2)]


def test_table_points_come_before_chips() -> None:
    anna = Contestant("Anna", (RoundResult(1, 101, Fraction(4)),))
    josef = Contestant("Josef", (RoundResult(1, 150, Fraction(7, 2)),))
    karl = Contestant("Karl", (RoundResult(1, 151, Fraction(7, 2)),))

    rows = rank([josef, karl, anna], method=Method.TABLE_POINTS)

    assert places(rows) == [("Anna", 1), ("Karl", 2), ("Josef", 3)]
    assert rows[1].points == Fraction(7, 2)


def test_with_table_points_the_round_with_fewest_points_is_dropped() -> None:
    results = (
        RoundResult(1, 90, Fraction(3)),
        RoundResult(2, 120, Fraction(1)),
        RoundResult(3, 130, Fraction(1)),
    )

    (row,) = rank(
        [Contestant("Anna", results)], method=Method.TABLE_POINTS, drop_worst=1
    )

    assert row.dropped == (2,)
    assert row.points == 4
    assert row.chips == 220


@in_turn(
    "scores, points",
    [
        ((131, 96, 104, 69), (4, 2, 3, 1)),
        ((120, 120, 90, 70), (Fraction(7, 2), Fraction(7, 2), 2, 1)),
        ((130, 90, 90, 90), (4, 2, 2, 2)),
        ((110, 110, 110, 70), (3, 3, 3, 1)),
        ((100, 100, 100, 100), (Fraction(5, 2),) * 4),
        ((-30, 230, -30, 230), (Fraction(3, 2), Fraction(7, 2)) * 2),
    ],
)
def test_table_points_are_shared(
    scores: tuple[int, ...], points: tuple[Fraction | int, ...]
) -> None:
    assert table_points(scores) == points


def test_table_points_are_as_many_as_seats() -> None:
    assert table_points((1, 2, 3)) == (1, 2, 3)
    assert table_points((7, 7, 1, 9, 1)) == (3.5, 3.5, 1.5, 5, 1.5)
    assert [middle_points(seats) for seats in (3, 4, 5)] == [2, 2.5, 3]


@given(st.lists(st.integers(-200, 400), min_size=4, max_size=4))
def test_a_table_gives_ten_points_and_one_win(scores: list[int]) -> None:
    assert sum(table_points(scores)) == 10
    assert sum(round_won(scores)) == 1
    turned = scores[1:] + scores[:1]
    points = table_points(scores)
    assert table_points(turned) == points[1:] + points[:1]


@in_turn(
    "policy, own, chips",
    [
        (MissedScore.START, [80, 90], 100),
        (MissedScore.ZERO, [80, 90], 0),
        (MissedScore.AVERAGE, [80, 90], 85),
        (MissedScore.AVERAGE, [80, 91], 85 + HALF),
        (MissedScore.AVERAGE, [80, 80, 81], Fraction(241, 3)),
        (MissedScore.AVERAGE, [], 100),
    ],
)
def test_a_sit_out_scores_what_the_tournament_says(
    policy: MissedScore, own: list[int], chips: int | Fraction
) -> None:
    assert missed_chips(policy, 100, own) == chips


def test_an_unknown_sit_out_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="half"):
        missed_chips(MissedScore("half"), 100, [])


def test_points_as_json_carries_them() -> None:
    assert [plain(Fraction(3)), plain(Fraction(7, 2))] == [3, 3.5]
    assert isinstance(plain(Fraction(3)), int)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot drop -1"):
        rank([], drop_worst=-1)
    with pytest.raises(ValueError, match="ranked once"):
        rank([contestant("Anna", 1), contestant("Anna", 2)])
    twice = Contestant("Anna", (RoundResult(1, 5), RoundResult(1, 6)))
    with pytest.raises(ValueError, match="two results for one round: 'Anna'"):
        rank([twice])


results = st.builds(
    RoundResult,
    round=st.integers(1, 4),
    chips=st.integers(-3, 3),
    points=st.integers(2, 8).map(lambda halves: Fraction(halves, 2)),
    won=st.sampled_from([Fraction(0), HALF, Fraction(1, 3), Fraction(1)]),
    sat_out=st.booleans(),
)
contestants = st.builds(
    Contestant,
    key=st.integers(1, 30),
    results=st.lists(results, max_size=4, unique_by=lambda result: result.round).map(
        tuple
    ),
    adjustment=st.sampled_from([0, 0, -1]),
    lot=st.integers(0, 2),
    order=st.integers(0, 3),
)
fields = st.lists(contestants, max_size=9, unique_by=lambda one: one.key)
orders = st.lists(
    st.sampled_from([*TIE_BREAKS.values()]), unique_by=lambda by: by.code
).map(tuple)
methods = st.sampled_from(Method)


@given(fields, methods, orders, st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(
    field: list[Contestant],
    method: Method,
    breaks: tuple[TieBreak, ...],
    drop: int,
    rng: random.Random,
) -> None:
    rows = rank(field, method=method, tie_breaks=breaks, drop_worst=drop)
    mixed = [
        Contestant(
            one.key,
            tuple(rng.sample(one.results, len(one.results))),
            one.adjustment,
            one.lot,
            one.order,
        )
        for one in rng.sample(field, len(field))
    ]

    assert rank(mixed, method=method, tie_breaks=breaks, drop_worst=drop) == rows


@given(fields, methods, orders, st.integers(0, 3))
def test_a_place_is_one_more_than_the_number_of_better_ones(
    field: list[Contestant], method: Method, breaks: tuple[TieBreak, ...], drop: int
) -> None:
    rows = rank(field, method=method, tie_breaks=breaks, drop_worst=drop)
    numbers = [row.place for row in rows]

    for row in rows:
        assert row.place == 1 + sum(number < row.place for number in numbers)
        assert row.tied == (numbers.count(row.place) > 1)
        assert row.decided_by is None or row.decided_by in breaks
    totals = [
        (row.points if method == Method.TABLE_POINTS else 0, row.chips) for row in rows
    ]
    assert totals == sorted(totals, reverse=True)


@given(fields, orders)
def test_tie_breaks_only_separate_those_who_are_equal(
    field: list[Contestant], breaks: tuple[TieBreak, ...]
) -> None:
    bare = {row.key: row for row in rank(field)}

    for row in rank(field, tie_breaks=breaks):
        assert row.chips == bare[row.key].chips
        assert row.place >= bare[row.key].place
        if row.decided_by is not None:
            assert bare[row.key].tied


@given(fields, st.integers(0, 3))
def test_dropping_never_loses_the_last_round_that_counts(
    field: list[Contestant], drop: int
) -> None:
    by_key = {one.key: one for one in field}
    for row in rank(field, drop_worst=drop):
        had = by_key[row.key].results
        assert len(row.dropped) <= drop
        assert not had or len(row.dropped) < len(had)
        kept = [result.chips for result in had if result.round not in row.dropped]
        lost = [result.chips for result in had if result.round in row.dropped]
        assert row.chips == sum(kept) + by_key[row.key].adjustment
        assert not lost or max(lost) <= min(kept)


close_results = st.tuples(
    st.integers(90, 92), st.sampled_from([1, 2, 3]), st.booleans()
)
people = st.lists(
    st.tuples(st.lists(close_results, min_size=2, max_size=2), st.integers(0, 2)),
    min_size=2,
    max_size=8,
)


def test_chips_decide_before_any_tie_break() -> None:
    anna, josef = Facts(412, values=(131,)), Facts(410, values=(140,))

    assert what_separates(anna, josef, tie_breaks=[BEST_ROUND]) == CHIPS


def test_the_first_tie_break_that_differs_decides() -> None:
    breaks = (BEST_ROUND, LAST_ROUND)
    anna, josef = Facts(412, values=(131, 90)), Facts(412, values=(131, None))

    assert what_separates(anna, josef, tie_breaks=breaks) == LAST_ROUND
    assert what_separates(anna, anna, tie_breaks=breaks) is None
    assert what_separates(Facts(412), Facts(412)) is None


def test_points_go_before_chips_where_they_rank() -> None:
    anna, josef = Facts(300, Fraction(7, 2)), Facts(400, Fraction(3))

    assert what_separates(anna, josef, method=Method.TABLE_POINTS) == POINTS
    assert what_separates(anna, josef) == CHIPS


@given(people, st.sampled_from(Method), st.permutations([*TIE_BREAKS.values()]))
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
    facts = {row.key: Facts(row.chips, row.points, row.values) for row in rows}

    for above, below in pairwise(rows):
        separated = what_separates(
            facts[above.key], facts[below.key], method=method, tie_breaks=breaks
        )
        assert (separated is None) == (above.place == below.place)
