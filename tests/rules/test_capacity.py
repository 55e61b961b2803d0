"""Spots at an event to come, beside a model of their own, walked at random."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import capacity
from rules.capacity import Answer, Clock, tables_of
from rules.seating import table_sizes
from tests.sign_up_model import SignUpModel

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
OFFER = 6 * HOUR
PEOPLE = range(6)


def clock(now: datetime, *, awake: datetime | None = None) -> Clock:
    return Clock(now, now + OFFER, awake or now)


def states(answers: list[Answer[int]]) -> dict[int, str]:
    return {answer.who: answer.state.value for answer in answers}


def after(*acts: tuple[int, str], seats: int | None) -> list[Answer[int]]:
    """The list after people came ("in") and stayed away ("out"), a minute apart."""
    rows: list[Answer[int]] = []
    for minute, (who, act) in enumerate(acts):
        now = clock(NOON + minute * timedelta(minutes=1))
        change = capacity.coming if act == "in" else capacity.staying_away
        rows = change(rows, who, seats, now)
    return rows


def test_who_comes_first_is_in_and_the_next_one_waits() -> None:
    rows = after((1, "in"), (2, "in"), (3, "in"), (4, "in"), seats=2)
    assert states(rows) == {1: "in", 2: "in", 3: "waiting", 4: "waiting"}
    assert [capacity.place_in_line(rows, who) for who in (1, 3, 4)] == [None, 1, 2]


def test_a_place_that_becomes_free_is_offered_to_the_first_in_line() -> None:
    rows = after((1, "in"), (2, "in"), (3, "in"), (1, "out"), seats=1)
    assert states(rows) == {1: "out", 2: "offered", 3: "waiting"}
    assert rows[1].until == NOON + timedelta(minutes=3) + OFFER


def test_who_cancelled_is_offered_nothing_and_begins_at_the_end() -> None:
    rows = after((1, "in"), (2, "in"), (3, "in"), (2, "out"), (1, "out"), seats=1)
    assert states(rows) == {1: "out", 2: "out", 3: "offered"}
    rows = after((1, "in"), (2, "in"), (3, "in"), (2, "out"), (2, "in"), seats=1)
    assert capacity.place_in_line(rows, 2) == 2


def test_nobody_passes_those_who_wait_though_a_place_is_free() -> None:
    rows = after((1, "in"), (2, "in"), (1, "out"), (3, "in"), seats=1)
    assert states(rows) == {1: "out", 2: "offered", 3: "waiting"}


def test_an_offer_that_ran_out_goes_on_to_the_next() -> None:
    rows = after((1, "in"), (2, "in"), (3, "in"), (1, "out"), seats=1)
    late = clock(NOON + 7 * HOUR)
    rows = capacity.settled(rows, 1, late)
    assert states(rows) == {1: "out", 2: "waiting", 3: "offered"}
    assert capacity.place_in_line(rows, 2) == 1


def test_two_offers_that_run_out_at_one_moment_keep_their_order() -> None:
    rows = after((3, "in"), (4, "in"), (2, "in"), (1, "in"), seats=2)
    rows = capacity.staying_away(rows, 3, 2, clock(NOON + HOUR))
    rows = capacity.staying_away(rows, 4, 2, clock(NOON + HOUR))
    assert states(rows) == {3: "out", 4: "out", 2: "offered", 1: "offered"}
    rows = capacity.settled(rows[::-1], 0, clock(NOON + HOUR + OFFER))
    rows.sort(key=lambda row: row.who)
    assert [capacity.place_in_line(rows, who) for who in (2, 1)] == [1, 2]
    [second, first] = rows[:2]
    assert first.since < second.since


def test_no_offer_runs_out_while_the_site_sleeps() -> None:
    rows = after((1, "in"), (2, "in"), (3, "in"), (1, "out"), seats=1)
    woke = clock(NOON + 48 * HOUR, awake=NOON + HOUR)
    assert states(capacity.settled(rows, 1, woke))[2] == "offered"
    assert states(capacity.coming(rows, 2, 1, woke))[2] == "in"


def test_more_places_are_offered_and_no_number_lets_everybody_in() -> None:
    rows = after(*((who, "in") for who in PEOPLE), seats=2)
    more = capacity.settled(rows, 4, clock(NOON + HOUR))
    assert list(states(more).values()) == [
        *["in"] * 2,
        *["offered"] * 2,
        *["waiting"] * 2,
    ]
    free = capacity.settled(rows, None, clock(NOON + HOUR))
    assert set(states(free).values()) == {"in"}


def test_a_list_that_is_closed_stays_as_it_is() -> None:
    rows = after((1, "in"), (2, "in"), seats=1)
    closed = Clock(NOON + HOUR, NOON + OFFER, NOON + HOUR, closes=NOON + HOUR)
    rows = capacity.staying_away(rows, 1, 1, closed)
    assert states(rows) == {1: "out", 2: "waiting"}


ACTS = st.tuples(
    st.sampled_from(["come", "stay", "look", "enter", "remove"]),
    st.sampled_from(PEOPLE),
)
STEPS = st.lists(st.tuples(ACTS, st.integers(1, 300)), max_size=40)


@given(STEPS, st.integers(1, 4))
def test_a_walk_at_random_is_the_models(
    steps: list[tuple[tuple[str, int], int]], seats: int
) -> None:
    rows: list[Answer[int]] = []
    model, now = SignUpModel(seats, OFFER), NOON
    for (act, who), minutes in steps:
        now += timedelta(minutes=minutes)
        if act == "come":
            rows = capacity.coming(rows, who, seats, clock(now))
            model.come(who, now)
        elif act == "stay":
            rows = capacity.staying_away(rows, who, seats, clock(now))
            model.stay(who, now)
        elif act == "enter":
            rows = capacity.entered(rows, who, seats, clock(now))
            model.answered.add(who)
            model.enter(who, now)
        elif act == "remove":
            rows = capacity.staying_away(rows, who, seats, clock(now))
            model.answered.add(who)
            model.remove(who, now)
        else:
            rows = capacity.settled(rows, seats, clock(now))
            model.tick(now)
        assert states(rows) == model.states()
        rows.sort(key=lambda row: row.who)  # however they are kept
        line = [capacity.place_in_line(rows, who) for who in model.line]
        assert line == [*range(1, len(line) + 1)]


@given(STEPS, st.integers(1, 4))
def test_nobody_waits_while_a_place_is_free(
    steps: list[tuple[tuple[str, int], int]], seats: int
) -> None:
    rows: list[Answer[int]] = []
    now = NOON
    for (act, who), minutes in steps:
        now += timedelta(minutes=minutes)
        change = capacity.staying_away if act == "stay" else capacity.coming
        rows = change(rows, who, seats, clock(now))
        free = capacity.free_places(rows, seats)
        assert free >= 0
        assert free == 0 or "waiting" not in states(rows).values()


@pytest.mark.parametrize(
    ("people", "sizes", "expected"),
    [
        # people: tables, who sits out, more for another table, fewer for nobody out
        (17, (4,), (4, 1, 3, 1)),
        (16, (4,), (4, 0, 4, None)),
        (3, (4,), (0, 3, 1, None)),
        (0, (4,), (0, 0, 4, None)),
        (5, (3, 4), (1, 1, 1, 1)),
        (11, (3, 4), (3, 0, 1, None)),
    ],
)
def test_what_one_more_would_make(
    people: int, sizes: tuple[int, ...], expected: tuple[int, int, int, int | None]
) -> None:
    found = tables_of(people, sizes)
    assert (found.tables, found.sit_out, found.more, found.fewer) == expected


def test_house_players_fill_the_last_table() -> None:
    found = tables_of(17, house=True)
    assert (found.tables, found.house, found.sit_out, found.more) == (5, 3, 0, 3)
    assert tables_of(0, house=True).tables == 0


def brute(people: int, sizes: tuple[int, ...]) -> tuple[int, int]:
    """Who sits out, and tables, by trying every number of tables of each size."""
    ways = [(people, 0)]
    for size in sizes:
        ways = [
            (left - size * many, tables + many)
            for left, tables in ways
            for many in range(left // size + 1)
        ]
    fewest = min(left for left, _ in ways)
    return fewest, min(tables for left, tables in ways if left == fewest)


@pytest.mark.parametrize(
    "sizes", [(4,), (3,), (5,), (3, 4), (4, 5), (3, 4, 5)], ids=str
)
@pytest.mark.parametrize("people", range(1, 41))
def test_one_more_at_every_size_of_table(people: int, sizes: tuple[int, ...]) -> None:
    found = tables_of(people, sizes)
    out, _ = brute(people, sizes)
    assert found.sit_out == out
    assert found.tables == len(table_sizes(people, sizes))
    if found.more is not None:
        assert len(table_sizes(people + found.more, sizes)) > found.tables
        before = range(people, people + found.more)
        assert all(len(table_sizes(n, sizes)) <= found.tables for n in before)
    if found.fewer is not None:
        assert brute(people - found.fewer, sizes)[0] == 0
        assert all(brute(people - n, sizes)[0] for n in range(found.fewer))
