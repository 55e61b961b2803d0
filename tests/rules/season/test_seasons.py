"""Six made-up seasons, each worked by hand, and what holds of all seasons."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.season import (
    PRESETS,
    Counts,
    Evening,
    Formula,
    Least,
    Of,
    Places,
    Played,
    PointsList,
    Scored,
    TieBreak,
    formula_from,
    formula_to,
    problems,
    rank_season,
)
from tests.in_turn import in_turn
from tests.rules.season.made_up import brought, evening, places, season

# Two come always, one seldom and well; who comes most leads by chips alone.
THREE_EVENINGS = (
    evening(ann=(90, 95), bob=(120, 130), cyd=(90, 75)),
    evening(ann=(95, 100), bob=(100, 105), dan=(150, 110)),
    evening(ann=(105, 95), cyd=(95, 105), dan=(100, 100)),
)


def test_net_chips_and_chips_as_newsletters_print_them() -> None:
    """Net: Ann −15 −5 0, Bob +50 +5, Cyd −35 0, Dan +60 0."""
    net = season(THREE_EVENINGS, PRESETS["net"])
    assert places(net) == "dan 1 60, bob 2 55, ann 3 -20, cyd 4 -35"
    assert brought(net["ann"]) == "-15 -5 0"
    assert (net["bob"].evenings, net["bob"].rounds) == (2, 4)
    assert net["bob"].average == Fraction(55, 4)
    printed = season(THREE_EVENINGS, PRESETS["chips"])
    assert places(printed) == "ann 1 580, dan 2 460, bob 3 455, cyd 4 365"


def test_an_average_of_those_who_came_to_half() -> None:
    """Of 4 evenings 2 are half. Ann 30/3, Bob 24/4 with an evening of three rounds."""
    evenings = [
        evening(ann=(110, 120), bob=(100, 100, 130), cyd=200),
        evening(bob=94, dan=106),
        evening(ann=100, dan=94),
        evening(eve=100, fay=100),
    ]
    lines = season(evenings, PRESETS["average"])
    assert places(lines) == "ann 1 10, bob 2 6, dan 3 0, cyd – 100, eve – 0, fay – 0"
    assert (lines["cyd"].lacks, lines["bob"].lacks) == (1, 0)
    double = [replace(evenings[0], weight=Fraction(2)), *evenings[1:]]
    # Bob: (10 · 3 · 2 − 6) / (3 · 2 + 1); Ann: (15 · 2 · 2 + 0) / (2 · 2 + 1)
    counted = season(double, PRESETS["average"])
    assert (counted["bob"].value, counted["ann"].value) == (Fraction(54, 7), 12)


def test_the_best_two_of_four_evenings_with_ties_and_drops() -> None:
    """Ann +20 +10 +20 −30, Bob −20 +30 0 +10, Cyd +40 0, Dan +40."""
    evenings = [
        evening(ann=120, bob=80),
        evening(ann=110, bob=130, cyd=140),
        evening(ann=120, bob=100),
        evening(ann=70, bob=110, cyd=100, dan=140),
    ]
    best = Formula(best=2, planned=4)
    lines = season(evenings, best)
    assert places(lines) == "ann 1= 40, bob 1= 40, cyd 1= 40, dan 1= 40"
    assert brought(lines["ann"]) == "20 (10) 20 (-30)"
    assert brought(lines["bob"]) == "(-20) 30 (0) 10"
    assert brought(lines["dan"]) == "40"
    # The best evening: Cyd and Dan 40, Bob 30, Ann 20; of the last Dan brought 40, Cyd 0.
    by = (TieBreak.BEST_EVENING, TieBreak.LAST_EVENING)
    broken = season(evenings, replace(best, tie_breaks=by))
    assert places(broken) == "dan 1 40, cyd 2 40, bob 3 40, ann 4 40"
    assert [line.decided_by for line in broken.values()] == [by[1], by[1], by[0], by[0]]
    by = (TieBreak.MOST_EVENINGS, TieBreak.NET_CHIPS)
    broken = season(evenings, replace(best, tie_breaks=by))
    # Ann and Bob came four times: 20 net each; Cyd twice, Dan once.
    assert places(broken) == "ann 1= 40, bob 1= 40, cyd 3 40, dan 4 40"
    assert broken["ann"].decided_by is by[0]


def test_points_by_place_with_a_bonus_an_evening_that_counts_twice_and_a_final() -> (
    None
):
    """10-8-6-5; places 1 2 2 4 and 1 2 3; +1 an evening; the second counts twice."""
    evenings = [
        evening(ann=130, bob=100, cyd=100, dan=70),
        evening(2, bob=120, ann=110, eve=70),
    ]
    formula = Formula(
        counts=Counts.PLACES, bonus=Fraction(1), finalists=2, minimum=2, best=1
    )
    lines = season(evenings, formula)
    # Ann 10 and 2 · 8, Bob 7 and 2 · 10; the better one and two bonuses.
    assert places(lines) == "bob 1 22, ann 2 18, eve – 13, cyd – 8, dan – 6"
    assert brought(lines["ann"]) == "(10) 16"
    assert [line.in_final for line in lines.values()] == [True, True, *[False] * 3]
    share = replace(formula, finalists=30, finalists_percent=True)
    # 30 % of the average field of 3½ is 1.05: one.
    assert [x.key for x in season(evenings, share).values() if x.in_final] == ["bob"]


def test_a_moravian_year_by_hand() -> None:
    """Fields of 4, 4 and 2: 104 83 2 1 and 102 1; equal points part by better places."""
    evenings = [
        evening(ann=140, bob=110, cyd=90, dan=60),
        evening(bob=130, ann=120, dan=80, cyd=70),
        evening(cyd=120, dan=80),
    ]
    lines = season(evenings, PRESETS["moravian"])
    assert places(lines) == "ann 1 187, bob 2 187, cyd 3 105, dan 4 4"
    # Ann and Bob have a first and a second place each: net chips 60 against 40.
    assert lines["ann"].decided_by is TieBreak.NET_CHIPS


def test_the_best_three_rounds_wherever_they_were_played() -> None:
    """Ann +50 −10 | +20 +30 with a ruling of −5 on the second evening; Bob +40 | +40."""
    second = evening(ann=(120, 130), bob=140)
    ruled = replace(second.played["ann"], total=245, net=45)
    evenings = [
        evening(ann=(150, 90), bob=140),
        replace(second, played={**second.played, "ann": ruled}),
    ]
    formula = Formula(best=3, best_of=Of.ROUNDS)
    lines = season(evenings, formula)
    assert places(lines) == "ann 1 95, bob 2 80"
    assert brought(lines["ann"]) == "50 45"
    assert [each.dropped for each in lines["ann"].parts[0].rounds] == [False, True]
    one = season(evenings, replace(formula, best=1))
    # Of the second evening nothing is left but the ruling.
    assert places(one) == "ann 1 45, bob 2 40"
    assert brought(one["ann"]) == "50 -5"
    mean = season(evenings, replace(formula, counts=Counts.AVERAGE))
    # (50 + 20 + 30 − 5) / 3, and 80 / 2
    assert places(mean) == "bob 1 40, ann 2 95/3"
    mean = season(evenings, replace(formula, counts=Counts.AVERAGE, best=1))
    # Of the second evening nothing is left but the ruling, over Ann's one round.
    assert places(mean) == "ann 1 45, bob 2 40"
    assert not mean["ann"].parts[1].dropped
    points = season(evenings, replace(formula, counts=Counts.POINTS))
    assert places(points) == "ann 1 6, bob 2 4"


def test_a_minimum_in_rounds_and_a_round_that_was_only_given() -> None:
    sat_out = Played(2, 100, 0, 0, results=(Scored(1, 100, at_table=False),))
    evenings = [Evening({"ann": sat_out, "bob": evening(bob=110).played["bob"]}, 2)]
    formula = Formula(minimum=1, minimum_in=Least.ROUNDS)
    assert places(season(evenings, formula)) == "bob 1 10, ann – 0"
    mean = season(evenings, Formula(counts=Counts.AVERAGE))
    assert places(mean) == "bob 1 10, ann – None"
    rounds = Formula(counts=Counts.CHIPS, best=1, best_of=Of.ROUNDS)
    assert places(season(evenings, rounds)) == "bob 1 110, ann 2 100"


def test_who_shares_a_place_stands_by_number() -> None:
    lines = rank_season([evening(ann=100, bob=100)], Formula(), {"ann": 7, "bob": 3})
    assert [line.key for line in lines] == ["bob", "ann"]
    assert all(line.tied for line in lines)


@in_turn(
    "formula, field, wrong",
    [
        (Formula(best=-1), "best", "range"),
        (Formula(best=8, planned=6), "best", "planned"),
        (Formula(counts=Counts.PLACES, table=Places.OWN), "own", "empty"),
        (Formula(own=(PointsList((Fraction(10**7),)),)), "own", "range"),
        (Formula(own=(PointsList((Fraction(9),), 0),)), "own", "range"),
        (Formula(own=(PointsList((Fraction(9),)),) * 2), "own", "twice"),
        (Formula(own=(PointsList(()), PointsList((Fraction(9),), 8))), "own", "empty"),
        (
            Formula(own=(PointsList((Fraction(9),), starts=date(2027, 1, 1)),)),
            "own",
            "start",
        ),
        (
            Formula(counts=Counts.PLACES, best=3, best_of=Of.ROUNDS),
            "best_of",
            "places_of_rounds",
        ),
        (Formula(counts=Counts.AVERAGE, bonus=Fraction(1)), "bonus", "average"),
        (Formula(bonus=Fraction(10**7)), "bonus", "range"),
        (Formula(counts=Counts.AVERAGE, floor=True), "floor", "counts"),
        (Formula(counts=Counts.POINTS, floor=True), "floor", "counts"),
        (Formula(counts=Counts.PLACES, floor=True), "floor", "counts"),
        (Formula(floor=True, best=3, best_of=Of.ROUNDS), "floor", "rounds"),
        (Formula(minimum=101, minimum_in=Least.PERCENT), "minimum", "percent"),
        (Formula(finalists=101, finalists_percent=True), "finalists", "percent"),
        (Formula(tie_breaks=(TieBreak.NET_CHIPS,) * 2), "tie_breaks", "twice"),
    ],
)
def test_what_cannot_be_is_named(formula: Formula, field: str, wrong: str) -> None:
    assert problems(formula) == [(field, wrong)]
    with pytest.raises(ValueError, match="no formula of a season"):
        formula_from(formula_to(formula))


def test_a_rule_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no such rule of a season: beste"):
        formula_from({"beste": 3})


FORMULAS = st.builds(
    Formula,
    counts=st.sampled_from([*Counts]),
    table=st.sampled_from([*Places]),
    own=st.sampled_from(
        [
            (PointsList((Fraction(9), Fraction(9, 2))),),
            (
                PointsList((Fraction(9), Fraction(9, 2))),
                PointsList((Fraction(12), Fraction(8)), 4),
                PointsList((Fraction(5),), 2, date(2027, 1, 1)),
            ),
        ]
    ),
    floor=st.booleans(),
    best=st.integers(0, 4),
    best_of=st.sampled_from([*Of]),
    minimum=st.integers(0, 3),
    minimum_in=st.sampled_from([*Least]),
    bonus=st.sampled_from([Fraction(0), Fraction(3, 2)]),
    tie_breaks=st.permutations([*TieBreak]).map(lambda all_: tuple(all_[:3])),
    finalists=st.integers(0, 3),
).filter(lambda formula: not problems(formula))
SCORES = st.lists(st.integers(60, 140), min_size=1, max_size=3)
EVENINGS = st.lists(
    st.builds(
        lambda weight, scores: evening(weight, **scores),
        st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2)]),
        st.dictionaries(st.sampled_from("abcdef"), SCORES, min_size=1),
    ),
    max_size=5,
)


@given(EVENINGS, FORMULAS)
def test_places_follow_from_what_is_said_of_each_line(
    evenings: list[Evening[str]], formula: Formula
) -> None:
    lines = rank_season(evenings, formula)
    assert {line.key for line in lines} == {k for each in evenings for k in each.played}
    ranked = [line for line in lines if line.place]
    assert lines[: len(ranked)] == ranked
    for one, other in pairwise(ranked):
        assert one.value >= other.value
        assert (one.place == other.place) <= (one.value == other.value)
    for at, line in enumerate(ranked, start=1):
        assert line.place <= at
        assert line.tied == ([x.place for x in ranked].count(line.place) > 1)
    for line in lines:
        if formula.counts is not Counts.AVERAGE and line.value is not None:
            parts = [p for p in line.parts if not p.dropped]
            bonus = sum(p.bonus for p in line.parts)
            assert line.value == sum(p.brought for p in parts) + bonus


@given(EVENINGS, FORMULAS, st.randoms(use_true_random=False))
def test_the_order_in_which_people_are_told_is_nothing(
    evenings: list[Evening[str]], formula: Formula, chance: Random
) -> None:
    def shuffled(one: Evening[str]) -> Evening[str]:
        people = list(one.played.items())
        chance.shuffle(people)
        return replace(one, played=dict(people))

    assert rank_season([shuffled(each) for each in evenings], formula) == rank_season(
        evenings, formula
    )


@given(EVENINGS, st.integers(1, 4))
def test_no_other_evenings_would_have_brought_more_than_the_best(
    evenings: list[Evening[str]], best: int
) -> None:
    every = {line.key: line for line in rank_season(evenings, Formula())}
    for line in rank_season(evenings, Formula(best=best)):
        all_of = sorted((p.brought for p in every[line.key].parts), reverse=True)
        assert line.value == sum(all_of[:best])


@given(FORMULAS)
def test_a_formula_is_read_as_it_was_kept(formula: Formula) -> None:
    assert formula_from(formula_to(formula)) == formula


def test_a_part_of_an_evening_is_a_whole_one() -> None:
    """Half of three evenings are two."""
    evenings = [evening(ann=110, bob=90), evening(ann=100), evening(bob=100)]
    half = Formula(minimum=50, minimum_in=Least.PERCENT)
    assert places(season([*evenings[:2], evening(bob=95)], half)) == (
        "ann 1 10, bob 2 -15"
    )
    assert season(evenings[:1] * 2 + evenings[2:], half)["ann"].lacks == 0
    assert season(evenings[:2] + evenings[:1], half)["bob"].lacks == 0
    once = season([evenings[0], evenings[1], evenings[1]], half)
    assert (once["bob"].place, once["bob"].lacks) == (None, 1)


def test_who_was_away_from_the_last_evening_is_behind_who_lost_there() -> None:
    """Ann +30 −20, Bob +10 and away."""
    evenings = [evening(ann=130, bob=110), evening(ann=80)]
    lines = season(evenings, Formula(tie_breaks=(TieBreak.LAST_EVENING,)))
    assert places(lines) == "ann 1 10, bob 2 10"


def test_a_round_not_played_brings_no_net_where_the_best_rounds_count() -> None:
    """Ann −20 and 100 chips for a round sat out: of her two rounds one was played."""
    played = evening(ann=(80, 100), bob=(90, 90))
    one, sat_out = played.played["ann"].results
    ann = replace(
        played.played["ann"],
        net=-20,
        rounds=1,
        results=(one, replace(sat_out, at_table=False)),
    )
    evenings = [replace(played, played={**played.played, "ann": ann})]
    best = Formula(best=1, best_of=Of.ROUNDS)
    assert season(evenings, best)["ann"].value == -20
    chips = replace(best, counts=Counts.CHIPS)
    assert season(evenings, chips)["ann"].value == 100


def test_equals_are_parted_by_all_results_none_dropped() -> None:
    """Prague: of both the best evening brings 40; Ann loses 10 with the rest, Bob 30."""
    evenings = [evening(bob=140, ann=90), evening(bob=70, ann=140)]
    formula = Formula(best=1, tie_breaks=(TieBreak.ALL_RESULTS,))
    lines = season(evenings, formula)
    assert places(lines) == "ann 1 40, bob 2 40"
    assert lines["ann"].decided_by is TieBreak.ALL_RESULTS
    assert (lines["ann"].whole, lines["bob"].whole) == (30, 10)
    assert season(evenings, Formula(best=1))["ann"].tied


def test_all_results_are_those_of_rounds_too() -> None:
    evenings = [evening(bob=(140, 90), ann=(140, 95))]
    formula = Formula(best=1, best_of=Of.ROUNDS, tie_breaks=(TieBreak.ALL_RESULTS,))
    lines = season(evenings, formula)
    assert (lines["ann"].place, lines["bob"].place) == (1, 2)
    assert (lines["ann"].whole, lines["bob"].whole) == (35, 30)
