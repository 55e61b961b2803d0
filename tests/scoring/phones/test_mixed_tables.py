"""Who sits at a table of three beside one of four: put right, lent to, joined."""

import pytest

from scoring.core.writes import ActionRefused, Actor, Conflict
from scoring.models import Entry, Round, Seat, Sheet, Tournament
from scoring.phones import loans, seat_fixes
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

AT_TABLE = Actor(None, "Marie Kubala", "table")


@pytest.fixture
def people(mixed: Tournament) -> list[Entry]:
    return build.entries(mixed, 7)


@pytest.fixture
def rnd(mixed: Tournament, people: list[Entry]) -> Round:
    """A table of three and one of four."""
    return build.published_round(mixed, [people[:3], people[3:]])


@pytest.fixture
def three(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=1)


@pytest.fixture
def four(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=2)


def put(sheet: Sheet, entries: list[Entry | None], key: str = "k") -> Sheet:
    return seat_fixes.put_right(sheet=sheet, actor=AT_TABLE, key=key, entries=entries)


def at(sheet: Sheet) -> list[Entry | None]:
    return [
        seat.entry for seat in Seat.objects.filter(sheet=sheet).order_by("position")
    ]


def test_three_change_their_seats(three: Sheet, people: list[Entry]) -> None:
    a, b, c = people[:3]
    put(three, [c, a, b])
    assert at(three) == [c, a, b]


def test_somebody_of_the_other_table_sits_here(
    three: Sheet, four: Sheet, people: list[Entry]
) -> None:
    a, b, c, d, *others = people
    put(three, [a, b, d])
    assert at(three) == [a, b, d]
    assert at(four) == [None, *others]
    seat_fixes.sit_down(sheet=four, by=AT_TABLE, key="s", position=1, entry=c)
    assert at(four) == [c, *others]


@pytest.mark.parametrize(("table", "many", "said"), [(1, 4, "three"), (2, 3, "four")])
def test_a_table_has_its_own_number_of_seats(
    rnd: Round, people: list[Entry], table: int, many: int, said: str
) -> None:
    with pytest.raises(
        ActionRefused,
        match=message("Table {table} has {n} seats.", table=table, n=said),
    ):
        put(rnd.sheets.get(table=table), people[:many])


def test_a_table_of_three_has_no_fourth_seat(three: Sheet, people: list[Entry]) -> None:
    with pytest.raises(ActionRefused, match=message("Choose a seat at this table.")):
        build.phone(three, 4)
    with pytest.raises(
        ActionRefused, match=message("Choose who borrows or pays back.")
    ):
        loans.lend(sheet=three, actor=AT_TABLE, key="l", seat=4, chips=10)
    with pytest.raises(Conflict, match="Seat 4 is no longer free"):
        seat_fixes.sit_down(
            sheet=three, by=AT_TABLE, key="s", position=4, entry=people[0]
        )
