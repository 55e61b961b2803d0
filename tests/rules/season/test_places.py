"""Points by place: the Moravian league's table worked by hand, and the other lists."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.season import Places, points_of
from rules.season.places import moravian
from tests.in_turn import in_turn

# Worked by hand from the league's own words (taroky.cz/t-mtl.htm): the first has 100 and
# one a player, 2nd to 10th so much less: 21 32 43 49 55 61 67 73 79; the lower half one
# point a place, the last 1. Between: one a place and the bonus, 30 · (places to the
# middle + 1) / (upper half − 9), rounded down.
OF_60 = (160, 139, 128, 117, 111, 105, 99, 93, 87, 81)
OF_60_TO_THE_MIDDLE = (
    50 + 28,
    49 + 27,
    48 + 25,
    47 + 24,
    46 + 22,
    45 + 21,
    44 + 20,
    43 + 18,
    42 + 17,
    41 + 15,
    40 + 14,
    39 + 12,
    38 + 11,
    37 + 10,
    36 + 8,
    35 + 7,
    34 + 5,
    33 + 4,
    32 + 2,
    31 + 1,
)
TABLES = {
    4: (104, 83, 2, 1),
    8: (108, 87, 76, 65, 4, 3, 2, 1),
    9: (109, 88, 77, 66, 5, 4, 3, 2, 1),
    16: (116, 95, 84, 73, 67, 61, 55, 49, *range(8, 0, -1)),
    24: (
        124,
        103,
        92,
        81,
        75,
        69,
        63,
        57,
        51,
        45,
        14 + 20,
        13 + 10,
        *range(12, 0, -1),
    ),
    60: (*OF_60, *OF_60_TO_THE_MIDDLE, *range(30, 0, -1)),
}


@in_turn("field", TABLES)
def test_the_moravian_table_by_hand(field: int) -> None:
    found = tuple(moravian(place, field) for place in range(1, field + 1))
    assert found == TABLES[field]


@given(st.integers(2, 400))
def test_every_place_of_the_moravian_table_is_worth_more_than_the_next(
    field: int,
) -> None:
    points = [moravian(place, field) for place in range(1, field + 1)]
    assert all(one > other for one, other in pairwise(points))
    assert (points[0], points[-1]) == (100 + field, 1)


@pytest.mark.parametrize(
    ("table", "field", "said"),
    [
        (Places.TENS, 10, (10, 8, 6, 5, 4, 3, 2, 1, 0, 0)),
        (Places.FIELD, 5, (5, 4, 3, 2, 1)),
        # 10·√(16/1) 40, 10·√8 28.28, 10·√(16/3) 23.09, 10·√4 20
        (Places.ROOT, 16, (40, Fraction(282, 10), Fraction(230, 10), 20)),
        (Places.OWN, 6, (7, Fraction(5, 2), 1, 0, 0, 0)),
    ],
)
def test_the_other_lists(table: Places, field: int, said: tuple[Fraction, ...]) -> None:
    own = (Fraction(7), Fraction(5, 2), Fraction(1))
    found = [points_of(table, at, 1, field, own) for at in range(1, len(said) + 1)]
    assert tuple(found) == said


def test_who_shares_a_place_shares_the_points_of_the_places_they_fill() -> None:
    assert points_of(Places.TENS, 2, 3, 12) == Fraction(8 + 6 + 5, 3)
    assert points_of(Places.TENS, 8, 2, 12) == Fraction(1, 2)
    assert points_of(Places.MORAVIAN, 1, 2, 16) == Fraction(116 + 95, 2)


@given(
    st.sampled_from([Places.TENS, Places.FIELD, Places.MORAVIAN, Places.ROOT]),
    st.lists(st.integers(1, 5), min_size=1, max_size=12),
)
def test_sharing_gives_out_what_the_places_are_worth(
    table: Places, groups: list[int]
) -> None:
    field, place, given_out = sum(groups), 1, Fraction(0)
    for sharing in groups:
        given_out += sharing * points_of(table, place, sharing, field)
        place += sharing
    alone = (points_of(table, at, 1, field) for at in range(1, field + 1))
    assert given_out == sum(alone)
