"""Who is missing to full tables, and who is too many, by the sizes of the game."""

import pytest

from scoring.core.writes import ActionRefused
from scoring.models import Entry, Tournament
from scoring.people.check_in import check_in_of
from scoring.people.entries import entries_of, set_facts
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db


@in_turn(
    "here, tables, missing, too_many",
    [
        (0, 0, 0, 0),
        (1, 0, 2, 1),
        (2, 0, 1, 2),
        (3, 1, 0, 0),
        (4, 1, 0, 0),
        (5, 1, 1, 1),
        (6, 2, 0, 0),
        (13, 4, 0, 0),
    ],
)
def test_full_tables_have_three_or_four(
    mixed: Tournament, here: int, tables: int, missing: int, too_many: int
) -> None:
    build.entries(mixed, here)
    door, listed = check_in_of(mixed), entries_of(mixed)

    assert (door.tables, door.missing, door.too_many) == (tables, missing, too_many)
    assert (door.missing_in_all, door.too_many_in_all) == (missing, too_many)
    assert listed.missing == missing
    assert listed.is_ready == (here >= 3)


@in_turn("here", range(10))
def test_full_tables_have_four(tournament: Tournament, here: int) -> None:
    build.entries(tournament, here)
    door = check_in_of(tournament)

    assert (door.tables, door.too_many) == divmod(here, 4)
    assert door.missing == entries_of(tournament).missing == -here % 4


def test_the_door_counts_who_is_still_to_come(mixed: Tournament) -> None:
    build.entries(mixed, 4)
    build.entries(mixed, 1, state=Entry.State.EXPECTED)
    door = check_in_of(mixed)

    assert (door.missing, door.missing_in_all, door.too_many_in_all) == (0, 1, 1)


def test_the_pages_say_three_or_four(crew: Crew, mixed: Tournament) -> None:
    build.entries(mixed, 13)
    listed = text_of(crew.get("director", at(mixed, "entries")))
    door = text_of(crew.get("director", at(mixed, "door")))

    assert "13 people are here, so all tables of three or four are full." in listed
    assert message("{people} are here: {n} full tables.", people=13, n=4) in door


def test_five_are_one_too_many_or_one_too_few(crew: Crew, mixed: Tournament) -> None:
    build.entries(mixed, 5)
    listed = text_of(crew.get("director", at(mixed, "entries")))
    door = text_of(crew.get("director", at(mixed, "door")))

    assert "1 more would fill the last table of three or four." in listed
    assert (
        message(
            "{missing} more would fill the last table. Otherwise, {n} player is left "
            "over.",
            missing=1,
            n=1,
        )
        in door
    )


def test_as_many_stay_at_a_table_as_the_largest_has_seats(mixed: Tournament) -> None:
    *four, fifth = build.entries(mixed, 5)
    for entry in four:
        set_facts(entry, {"fixed_table": 2})
        entry.save()
    with pytest.raises(ActionRefused, match="These players stay there: Marie Kubala"):
        set_facts(fifth, {"fixed_table": 2})


def test_tables_of_three_hold_three(mixed: Tournament) -> None:
    mixed.game = "scarto"
    mixed.save()
    *three, fourth = build.entries(mixed, 4)
    for entry in three:
        set_facts(entry, {"fixed_table": 2})
        entry.save()
    with pytest.raises(ActionRefused, match="These players stay there: Marie Kubala"):
        set_facts(fourth, {"fixed_table": 2})
