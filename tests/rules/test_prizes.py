"""The prize fund to the cent: nothing is lost, nothing is made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.prizes import WHOLE, Prize, Split, amounts, fund, shared

LEAGUE = (2500, 2000, 1500, 1200, 1000, 700, 500, 300, 200, 100)  # Brno: 25/20/15/…
cents = st.integers(0, 1_000_000)
percents = st.lists(st.integers(0, WHOLE), max_size=12).filter(
    lambda p: sum(p) <= WHOLE
)
places = st.lists(st.integers(1, 4), max_size=30)


def ranked(sizes: list[int]) -> list[tuple[int, int]]:
    """Contestants 0, 1, … whose places are shared by so many."""
    rows, place = [], 1
    for size in sizes:
        rows += [(place + at, place) for at in range(size)]
        place += size
    return rows


def test_the_fund_is_fees_and_more_less_what_is_kept_back() -> None:
    assert fund(paid=40, fee=500, extra=2500, held_back=4000) == 18500
    assert fund(paid=2, fee=500, extra=0, held_back=4000) == 0


def test_a_league_splits_a_fund_by_percent() -> None:
    assert amounts(Split.PERCENT, LEAGUE, 20000) == (
        5000,
        4000,
        3000,
        2400,
        2000,
        1400,
        1000,
        600,
        400,
        200,
    )


def test_cents_that_rounding_leaves_go_to_the_first_prizes() -> None:
    # A third of $1.00 each, to hundredths of a percent: 33.33, 33.33 and 33.34 %.
    assert amounts(Split.PERCENT, (3334, 3333, 3333), 100) == (34, 33, 33)
    assert amounts(Split.PERCENT, (5000, 5000), 101) == (51, 50)


def test_two_first_share_the_first_and_the_second_prize() -> None:
    given_out = shared([("Anna", 1), ("Josef", 1), ("Karl", 3)], (10001, 6000, 4000))

    assert given_out == (
        Prize("Anna", 8001, (1, 2)),
        Prize("Josef", 8000, (1, 2)),
        Prize("Karl", 4000, (3,)),
    )


def test_the_last_prize_is_shared_by_all_who_share_its_place() -> None:
    given_out = shared([("Anna", 1), ("Josef", 2), ("Karl", 2), ("Emil", 2)], (50, 31))

    assert [each.amount for each in given_out] == [50, 11, 10, 10]
    assert given_out[1].places == (2,)


def test_a_prize_nobody_plays_for_stays_in_the_fund() -> None:
    assert shared([("Anna", 1)], (50, 30, 20)) == (Prize("Anna", 50, (1,)),)
    assert shared([], (50,)) == ()
    assert shared([("Anna", 1), ("Josef", 2)], (50,)) == (Prize("Anna", 50, (1,)),)


@pytest.mark.parametrize("wrong", [(6000, 5000), (-1,)])
def test_what_is_no_split(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"fund|negative"):
        amounts(Split.PERCENT, wrong, 100)


@given(percents, cents)
def test_percents_add_up_to_the_cent(prizes: list[int], of: int) -> None:
    split = amounts(Split.PERCENT, prizes, of)

    assert sum(split) == of * sum(prizes) // WHOLE
    for prize, each in zip(prizes, split, strict=True):
        assert 0 <= each - of * prize // WHOLE <= 1


@given(places, st.lists(cents, max_size=12))
def test_what_is_given_is_what_the_filled_places_are_worth(
    sizes: list[int], prizes: list[int]
) -> None:
    rows = ranked(sizes)
    given_out = shared(rows, prizes)

    assert sum(each.amount for each in given_out) == sum(prizes[: len(rows)])
    place = dict(rows)
    for one in given_out:
        for other in given_out:
            if place[one.key] == place[other.key]:
                assert abs(one.amount - other.amount) <= 1


@given(places, st.lists(cents, max_size=12).map(lambda p: sorted(p, reverse=True)))
def test_a_better_place_never_gets_less(sizes: list[int], prizes: list[int]) -> None:
    got = [each.amount for each in shared(ranked(sizes), prizes)]

    assert got == sorted(got, reverse=True)
