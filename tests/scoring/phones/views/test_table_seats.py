"""Calls for the director, and seats put right, from the phones of a table."""

from typing import Any

import pytest

from scoring.models import Call, Seat, Sheet
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_table import Caller, assert_refused, joined, new_key

pytestmark = pytest.mark.django_db


def test_a_phone_that_only_looks_on_calls_the_director(
    keeper: Caller, other: Caller
) -> None:
    body = {"key": new_key(), "reason": "A renege, we think"}
    for _ in range(2):
        assert other.send("calls/", body).json()["saved"] == {"key": body["key"]}
    [call] = keeper.state()["calls"]
    call.pop("at")
    assert call == {
        "key": body["key"],
        "reason": "A renege, we think",
        "by": "Anna Svoboda",
        "answer": "",
        "answered_by": "",
    }


@in_turn("reason", [None, "", "  ", 5, [], "x" * 201])
def test_a_call_says_why(keeper: Caller, reason: Any) -> None:
    assert_refused(keeper.tell("calls/", reason=reason), "reason")
    assert not Call.objects.exists()


# --- people/ and seats/ -------------------------------------------------------


def test_wrong_seats_are_put_right(sheet: Sheet, keeper: Caller) -> None:
    tournament = sheet.round.tournament
    newcomer = builders.entries(tournament, 1)[0]
    people = keeper.get("people/").json()["people"]
    assert [each["name"] for each in people] == [
        "Emil Hruska",
        "Marie Kubala",
        "Josef Marek",
        "Karel Novak",
        "Anna Svoboda",
    ]
    found = {each["name"]: each for each in people}
    assert found["Emil Hruska"] == {
        "entry": newcomer.pk,
        "name": "Emil Hruska",
        "label": "5",
        "sits": "",
    }
    assert found["Anna Svoboda"]["sits"] == message(
        "table {table}, seat {seat}", table=1, seat=3
    )
    ids = [found[name]["entry"] for name in ("Josef Marek", "Marie Kubala")]
    body = {"key": new_key(), "seats": [*ids, newcomer.pk, None]}
    for _ in range(2):
        told = keeper.send("seats/", body).json()
        assert told["saved"] == {"key": body["key"]}
    seats = told["state"]["seats"]
    assert [each["name"] for each in seats] == [
        "Josef Marek",
        "Marie Kubala",
        "Emil Hruska",
        message("free seat"),
    ]
    assert seats[3] == {
        "position": 4,
        "name": message("free seat"),
        "label": "",
        "entry": None,
        "free": True,
    }


def test_a_seat_taken_from_another_table_is_news_there(sheet: Sheet) -> None:
    tournament = sheet.round.tournament
    people = [*tournament.entries.all(), *builders.entries(tournament, 4)]
    rnd = builders.published_round(tournament, [people[:4], people[4:]])
    one, two = (joined(rnd.sheets.get(table=table)) for table in (1, 2))
    etag = two.get()["ETag"]
    ids = [people[4].pk, *(each.pk for each in people[1:4])]
    one.saved("seats/", seats=ids)
    answer = two.get(**{"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer.json()["seats"][0]["free"]


@in_turn(
    "seats",
    [
        None,
        [],
        [None] * 3,
        [None] * 5,
        "1234",
        {},
        *(
            [value, None, None, None]
            for value in (0, -1, 1.0, True, "1", 10**30, 2**63)
        ),
        [2**63 - 1, None, None, None],
    ],
)
def test_seats_are_four_people_or_free(keeper: Caller, seats: Any) -> None:
    assert_refused(keeper.tell("seats/", seats=seats), "seats")
    assert Seat.objects.filter(entry=None).count() == 0


def test_another_tournaments_people_do_not_sit_here(keeper: Caller) -> None:
    elsewhere = builders.tournament(builders.club("lodge-84"), name="Elsewhere")
    stranger = builders.entries(elsewhere, 1)[0]
    answer = keeper.tell("seats/", seats=[stranger.pk, None, None, None])
    assert assert_refused(answer, "seats") == message(
        "Choose people from this tournament."
    )


def test_nobody_sits_twice(keeper: Caller) -> None:
    pk = keeper.sheet.seats.get(position=1).entry_id
    assert_refused(keeper.tell("seats/", seats=[pk, pk, None, None]), "seats")
