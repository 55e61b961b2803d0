"""What a player needs in the last round: enough, sure, out of reach."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ranking import Contestant, Method, RoundResult, rank
from rules.scenarios import Last, Need, Runner, after, needs
from rules.tie_breaks import TIE_BREAKS

LAST = Last(3)


def runner(key: str, *chips: int, points: int = 0, **facts: Any) -> Runner:
    results = tuple(
        RoundResult(n, won, Fraction(points)) for n, won in enumerate(chips, 1)
    )
    return Runner(Contestant(key, results), **facts)


def need(me: Runner, others: list[Runner], place: int, last: Last = LAST) -> Need:
    return needs(me, others, last, [place])[0]


def place_with(me: Runner, others: list[Runner], last: Last, score: int) -> int:
    """The place if the others get the start chips, as the ranking itself says."""
    field = [after(me, last, score)]
    field += [after(each, last, last.start_chips) for each in others]
    rows = rank(
        field,
        method=last.method,
        tie_breaks=last.tie_breaks,
        drop_worst=last.drop_worst,
    )
    return next(row.place for row in rows if row.key == me.contestant.key)


def test_so_many_chips_are_enough_if_the_others_keep_theirs() -> None:
    me, others = runner("me", 100, 100), [runner("a", 120, 110), runner("b", 90, 90)]

    assert need(me, others, 1).enough == 130
    assert need(me, others, 2).enough == 80
    assert need(me, others, 3).always


def test_a_tie_break_lost_takes_one_chip_more() -> None:
    last = replace(LAST, tie_breaks=(TIE_BREAKS["best_round"],))
    me, ahead = runner("me", 100, 100), [runner("a", 160, 40)]

    assert need(me, ahead, 1, last).enough == 101
    assert need(me, ahead, 1).enough == 100


def test_who_is_done_keeps_what_he_has() -> None:
    done = Runner(
        Contestant(
            "a", (*runner("a", 150, 150).contestant.results, RoundResult(3, 20))
        ),
        plays=False,
    )
    two = need(runner("me", 100, 100), [done], 1)

    assert two.enough == 120
    assert two.sure == 121  # level with him counts as lost


def test_rivals_at_his_own_table_have_only_what_he_leaves() -> None:
    rival = runner("a", 150, 100, table=1)
    me = runner("me", 100, 100, table=1)

    # 250 + (400 - n) < 200 + n from 226 on; elsewhere the rival could take all 400.
    assert need(me, [rival], 1).sure == 226
    assert need(me, [replace(rival, table=2)], 1).sure is None


def test_a_table_of_rivals_cannot_all_pass_him() -> None:
    rivals = [runner(key, 100, 100, table=2) for key in "abcd"]
    me = runner("me", 200, 100, table=1)

    # With 99 he has 399 and each of them needs 199 of their 400: two can pass.
    assert need(me, rivals, 3).sure == 34  # 3 x (100 + 34) is more than 400
    assert need(me, rivals, 2).sure == 101


def test_out_of_reach_only_if_all_chips_of_the_table_are_too_few() -> None:
    ahead = [runner("a", 500, 101), runner("b", 100, 100)]

    assert need(runner("me", 100, 100), ahead, 1).out_of_reach
    assert not need(runner("me", 100, 101), ahead, 1).out_of_reach
    assert not need(runner("me", 100, 100), ahead, 2).out_of_reach


def test_a_round_that_would_be_dropped_does_not_matter() -> None:
    last = replace(LAST, drop_worst=1)
    me, others = runner("me", 150, 150), [runner("a", 140, 140)]

    assert need(me, others, 1, last).always


def test_an_average_sat_out_moves_with_the_last_round() -> None:
    sat_out = RoundResult(1, 100, sat_out=True)
    me = Runner(
        Contestant("me", (sat_out, RoundResult(2, 100))), averaged=frozenset({1})
    )

    # 2 n - 100 more in the last round are n - 100 more in the average: 160 need 140.
    assert need(me, [runner("a", 130, 130)], 1).enough == 140


def test_an_average_sat_out_moves_with_a_last_round_that_is_played() -> None:
    """As his last round was not over, his results held 100 for the one sat out."""
    rival = Runner(
        Contestant("a", (RoundResult(1, 100, sat_out=True), RoundResult(2, 200))),
        plays=False,
        averaged=frozenset({1}),
    )
    found = need(runner("me", 150, table=2), [rival], 1, Last(2))

    assert (found.enough, found.sure) == (250, 251)


def test_table_points_are_asked_in_points() -> None:
    last = replace(LAST, method=Method.TABLE_POINTS)
    me, others = runner("me", 100, 100, points=2), [runner("a", 100, 100, points=3)]

    # 4 points against 6 and a half expected: more than four would be needed.
    assert need(me, others, 1, last).enough is None
    ahead = [runner("a", 100, 100, points=2)]
    assert need(me, ahead, 1, last).enough == Fraction(5, 2)
    assert need(me, ahead, 1, last).sure is None


def test_nothing_is_needed_by_who_has_played() -> None:
    with pytest.raises(ValueError, match="over"):
        needs(runner("me", 100, plays=False), [], LAST, [1])


chips = st.integers(-20, 250)
totals = st.lists(st.tuples(chips, chips), min_size=1, max_size=8)
lasts = st.builds(
    Last,
    st.just(3),
    tie_breaks=st.sampled_from(
        [(), (TIE_BREAKS["best_round"], TIE_BREAKS["last_round"])]
    ),
    drop_worst=st.integers(0, 1),
)


@given(totals, lasts, st.integers(0, 3))
def test_exactly_that_many_are_enough_and_one_less_is_not(
    field: list[tuple[int, int]], last: Last, averaged: int
) -> None:
    me, *others = [runner(f"{at}", *each) for at, each in enumerate(field)]
    me = replace(me, averaged=frozenset({averaged} if averaged in (1, 2) else ()))
    if me.averaged:
        results = tuple(
            replace(each, sat_out=each.round in me.averaged)
            for each in me.contestant.results
        )
        me = replace(me, contestant=replace(me.contestant, results=results))
    found = needs(me, others, last, range(1, len(field) + 1))

    for each in found:
        if each.always:
            assert place_with(me, others, last, -500) <= each.place
            continue
        assert isinstance(each.enough, int)
        assert place_with(me, others, last, each.enough) <= each.place
        assert place_with(me, others, last, each.enough - 1) > each.place
    asked = [each.enough for each in found if not each.always]
    assert asked == sorted(asked, reverse=True)


@given(
    st.lists(st.tuples(chips, chips), min_size=8, max_size=8),
    lasts,
    st.lists(st.integers(0, 400), min_size=6, max_size=6),
    st.booleans(),
)
def test_what_is_sure_stays_sure_and_what_is_out_of_reach_is(
    field: list[tuple[int, int]], last: Last, cuts: list[int], seated: bool
) -> None:
    one, two = sorted(cuts[:3]), sorted(cuts[3:])
    scores = [
        later - earlier
        for table in (one, two)
        for earlier, later in zip([0, *table], [*table, 400], strict=True)
    ]
    me, *others = [
        runner(f"{at}", *each, table=at // 4 if seated else None)
        for at, each in enumerate(field)
    ]
    ended = [
        after(each, last, score)
        for each, score in zip([me, *others], scores, strict=True)
    ]
    rows = rank(ended, tie_breaks=last.tie_breaks, drop_worst=last.drop_worst)
    place = next(row.place for row in rows if row.key == "0")

    for each in needs(me, others, last, range(1, 9)):
        if each.sure is not None and scores[0] >= each.sure:
            assert place <= each.place
        if each.out_of_reach:
            assert place > each.place
