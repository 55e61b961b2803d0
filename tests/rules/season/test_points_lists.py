"""A club's own points by place: by the size of the field, and from a day on.

The made-up club gives 10, 7, 5, 3 to 12 to 19 players, 12, 9, 7, 5, 3 to 20 to 29, and
15, 12, 9, 7, 5, 3 to 30 or more. From 2027 on it gives 20, 10 to 12 players or more.
"""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.season import (
    Counts,
    Evening,
    Formula,
    Places,
    Played,
    PointsList,
    formula_from,
    formula_to,
    list_in_force,
    points_of,
    rank_season,
)
from tests.in_turn import in_turn
from tests.rules.season.made_up import brought, season

NEW_YEAR = date(2027, 1, 1)


def listed(*points: int, players: int = 1, starts: date | None = None) -> PointsList:
    return PointsList(tuple(map(Fraction, points)), players, starts)


OWN = (
    listed(10, 7, 5, 3, players=12),
    listed(12, 9, 7, 5, 3, players=20),
    listed(15, 12, 9, 7, 5, 3, players=30),
    listed(20, 10, players=12, starts=NEW_YEAR),
)
FORMULA = Formula(counts=Counts.PLACES, table=Places.OWN, own=OWN)


def event(field: int, day: date | None = None, **places: int) -> Evening[str]:
    """Return an event of `field` players, of whom some have names and places."""
    others = iter(sorted({*range(1, field + 1)} - {*places.values()}))
    names = {f"guest{n:03}": next(others) for n in range(field - len(places))}
    played = {
        name: Played(place, 100, 0, 1) for name, place in {**places, **names}.items()
    }
    return Evening(played, field, day=day)


@in_turn(
    "field, day, points",
    [
        (11, None, ()),
        (12, None, (10, 7, 5, 3)),
        (19, date(2026, 12, 31), (10, 7, 5, 3)),
        (20, None, (12, 9, 7, 5, 3)),
        (29, None, (12, 9, 7, 5, 3)),
        (30, None, (15, 12, 9, 7, 5, 3)),
        (119, date(2026, 1, 1), (15, 12, 9, 7, 5, 3)),
        (11, NEW_YEAR, ()),
        (30, NEW_YEAR, (20, 10)),
        (12, date(2028, 2, 29), (20, 10)),
    ],
)
def test_the_list_in_force(
    field: int, day: date | None, points: tuple[int, ...]
) -> None:
    found = list_in_force(OWN, field, day)
    assert (found.points if found else ()) == points


def test_a_season_over_new_year_by_hand() -> None:
    """Ann is 2nd of 23: 9, 1st of 12: 10, and 2nd of 30 in 2027: 10. Bob 3rd, 2nd, 3rd."""
    events = [
        event(23, date(2026, 11, 20), ann=2, bob=3),
        event(12, date(2026, 12, 31), ann=1, bob=2),
        event(30, NEW_YEAR, ann=2, bob=3),
        event(11, date(2027, 2, 5), ann=1),  # too few players
    ]
    lines = season(events, FORMULA)
    assert brought(lines["ann"]) == "9 10 10 0"
    assert brought(lines["bob"]) == "7 7 0"
    assert (lines["ann"].value, lines["bob"].value) == (29, 14)


def test_who_shares_a_place_shares_the_points_of_that_size() -> None:
    """2nd and 3rd of 20 share 9 and 7."""
    shared = event(20, ann=2, bob=2)
    played = {
        name: Played(x.place, x.total, x.net, x.rounds, sharing=2)
        for name, x in shared.played.items()
        if x.place == 2
    }
    lines = season([Evening({**shared.played, **played}, 20)], FORMULA)
    assert (lines["ann"].value, lines["bob"].value) == (8, 8)


def test_one_list_for_all_events_is_stored_as_before() -> None:
    """A season of an older version of the site reads, and writes, a list of numbers."""
    old = {"counts": "places", "table": "own", "own": ["12", "15/2", "-1"]}
    formula = formula_from(old)
    assert formula.own == (PointsList((Fraction(12), Fraction(15, 2), Fraction(-1))),)
    assert formula_to(formula) == old
    assert formula_to(FORMULA)["own"] == [
        {"points": ["10", "7", "5", "3"], "players": 12},
        {"points": ["12", "9", "7", "5", "3"], "players": 20},
        {"points": ["15", "12", "9", "7", "5", "3"], "players": 30},
        {"points": ["20", "10"], "players": 12, "starts": "2027-01-01"},
    ]
    assert formula_from(formula_to(FORMULA)) == FORMULA


@in_turn(
    "own",
    [[{"points": ["9"], "starts": "2027-02-30"}], [{"points": ["x"]}], ["9", "x"]],
)
def test_lists_that_cannot_be_are_refused(own: list[object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        formula_from({"own": own})


LISTS = st.lists(
    st.builds(
        listed,
        *[st.integers(0, 20)] * 3,
        players=st.integers(1, 6),
        starts=st.sampled_from([None, date(2026, 6, 1), NEW_YEAR]),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda each: (each.players, each.starts),
).filter(lambda lists: any(each.starts is None for each in lists))
DAYS = st.sampled_from(
    [date(2026, 5, 31), date(2026, 6, 1), date(2026, 12, 31), NEW_YEAR]
)
EVENTS = st.lists(st.tuples(st.permutations("abcdefg"), st.integers(1, 7), DAYS))


@settings(max_examples=2_000)
@given(LISTS, EVENTS)
def test_as_a_person_reads_them_from_the_sheet(
    lists: list[PointsList], events: list[tuple[list[str], int, date]]
) -> None:
    formula = Formula(counts=Counts.PLACES, table=Places.OWN, own=tuple(lists))
    assert formula_from(formula_to(formula)) == formula
    held = [
        event(field, day, **{name: n for n, name in enumerate(order[:field], 1)})
        for order, field, day in events
    ]
    by_hand: dict[str, Fraction] = {}
    for order, field, day in events:
        points: tuple[Fraction, ...] = ()
        for since in (None, date(2026, 6, 1), NEW_YEAR):  # later ones replace all
            sheet = {each.players: each for each in lists if each.starts == since}
            if sheet and (since is None or since <= day):
                sizes = [size for size in range(1, field + 1) if size in sheet]
                points = sheet[sizes[-1]].points if sizes else ()
        for n, name in enumerate(order[:field]):
            more = points[n] if n < len(points) else Fraction(0)
            by_hand[name] = by_hand.get(name, Fraction(0)) + more
    assert {line.key: line.value for line in rank_season(held, formula)} == by_hand


def test_points_of_takes_the_chosen_list() -> None:
    assert points_of(Places.OWN, 2, 1, 23, OWN[1].points) == 9
