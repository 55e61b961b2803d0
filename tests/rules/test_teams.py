"""Teams and classes beside the one ranking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.teams import Member, Ranked, class_places, rank_teams


def members(**teams: tuple[int, ...]) -> list[Member]:
    made = [
        Member(f"{name}{n}", name, (chips,))
        for name, totals in teams.items()
        for n, chips in enumerate(totals, start=1)
    ]
    return sorted(made, key=lambda each: each.total, reverse=True)


def test_the_best_count() -> None:
    rows = rank_teams(members(West=(300, 200, 90), Temple=(280, 250, 10)), best=2)

    assert [(row.name, row.place, row.total) for row in rows] == [
        ("Temple", 1, (530,)),
        ("West", 2, (500,)),
    ]
    assert rows[1].counted == ("West1", "West2")
    assert rows[1].others == ("West3",)


def test_teams_with_the_same_total_share_the_place() -> None:
    rows = rank_teams(members(A=(300, 200), B=(250, 250), C=(200, 200)), best=2)

    assert [(row.place, row.tied) for row in rows] == [(1, True), (1, True), (3, False)]


def test_a_team_with_too_few_stands_behind_without_a_place() -> None:
    rows = rank_teams(members(Big=(100, 100), Star=(900,)), best=2)

    assert [(row.name, row.place) for row in rows] == [("Big", 1), ("Star", None)]
    assert rank_teams(members(Star=(900,)), best=1)[0].place == 1


def test_one_team_however_it_is_written() -> None:
    rows = rank_teams(
        [
            Member(1, "Lodge  24", (300,)),
            Member(2, "lodge 24 ", (200,)),
            Member(3, "  ", (400,)),
        ],
        best=2,
    )

    assert [(row.name, row.counted) for row in rows] == [("Lodge 24", (1, 2))]


def test_nobody_in_a_team() -> None:
    assert rank_teams([], best=4) == []
    with pytest.raises(ValueError, match="at least one"):
        rank_teams([], best=0)


def test_places_in_a_class_are_counted_like_the_others() -> None:
    ranked = class_places([("Anna", 3), ("Rose", 7), ("Vlasta", 7), ("Agnes", 9)])

    assert ranked == [
        Ranked("Anna", 1, False, 3),
        Ranked("Rose", 2, True, 7),
        Ranked("Vlasta", 2, True, 7),
        Ranked("Agnes", 4, False, 9),
    ]
    assert class_places([]) == []
    assert class_places([("Anna", 3)]) == [Ranked("Anna", 1, False, 3)]


@given(
    st.lists(st.tuples(st.sampled_from("ABCD"), st.integers(-50, 500)), max_size=30),
    st.integers(1, 4),
)
def test_nobody_is_lost_and_the_best_count(
    field: list[tuple[str, int]], best: int
) -> None:
    made = [Member(at, team, (chips,)) for at, (team, chips) in enumerate(field)]
    rows = rank_teams(made, best)

    seen = [key for row in rows for key in (*row.counted, *row.others)]
    assert sorted(seen) == list(range(len(field)))
    for row in rows:
        totals = sorted((c for t, c in field if t == row.name), reverse=True)
        assert row.total == (sum(totals[:best]),)
        assert (row.place is None) == (len(totals) < best)
