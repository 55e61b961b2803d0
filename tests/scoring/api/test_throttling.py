"""The API's brake, and the one shape of whatever is no answer."""

import json
from typing import Any

import pytest
from django.core.cache import caches
from django.db import OperationalError
from django.test import Client

from clubs import server_clock
from clubs.models import Club
from scoring.api import queries, throttling
from scoring.models import Tournament
from tests.scoring.api.test_api import V1

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three answers a minute, in the middle of one."""
    settings.API_A_MINUTE = 3
    monkeypatch.setattr(throttling, "STEP", 1)
    now = server_clock.now().replace(second=20, microsecond=0)
    monkeypatch.setattr(server_clock, "now", lambda: now)


def test_who_asks_far_too_much_waits_until_the_minute_is_over(
    club: Club, three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        assert Client().get(V1).status_code == 200
    for address in (V1, "/api/v1/clubs/", f"{V1}players/1/"):
        answer = Client().get(address)
        assert (answer.status_code, answer["Retry-After"]) == (429, "40")
        assert json.loads(answer.content)["code"] == "too_many_requests"
        assert answer["Cache-Control"] == "no-store"
        assert answer["Access-Control-Allow-Origin"] == "*"
    assert Client(REMOTE_ADDR="198.51.100.7").get(V1).status_code == 200
    assert Client().get("/lodge-24/").status_code == 200
    later = server_clock.now().replace(minute=(server_clock.now().minute + 1) % 60)
    monkeypatch.setattr(server_clock, "now", lambda: later)
    assert Client().get(V1).status_code == 200


def test_a_304_never_counts_and_is_never_refused(club: Club, three: None) -> None:
    known = {"If-None-Match": Client().get(V1)["ETag"]}
    for _ in range(5):
        assert Client().get(V1, headers=known).status_code == 304
    assert [Client().get(V1).status_code for _ in range(3)] == [200, 200, 429]
    assert Client().get(V1, headers=known).status_code == 304
    wrong = Client().get(V1, headers={"If-None-Match": '"x"'})
    assert (wrong.status_code, "Retry-After" in wrong) == (429, True)


def test_what_is_not_there_counts_too(club: Club, three: None) -> None:
    statuses = [Client().get("/api/v1/clubs/nobody/").status_code for _ in range(4)]
    assert statuses[:3] == [404] * 3
    assert Client().get("/api/v1/clubs/nobody/").status_code == 429


def test_a_household_is_one_whatever_its_address(club: Club, three: None) -> None:
    statuses = [
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number}").get(V1).status_code
        for number in range(1, 6)
    ]
    assert statuses == [200] * 3 + [429] * 2


def test_processes_count_together(club: Club, three: None) -> None:
    Client().get(V1)
    minute = int(server_clock.now().timestamp()) // throttling.MINUTE
    caches["default"].incr(f"api-{minute}-127.0.0.1", 2)  # by another process
    assert Client().get(V1).status_code == 429


def test_most_answers_cost_no_query_for_it(
    club: Club, django_assert_num_queries: Any
) -> None:
    first = Client().get(V1)
    for _ in range(throttling.STEP - 2):
        with django_assert_num_queries(1):
            assert Client().get(V1).content == first.content


def test_without_a_limit_nobody_waits(club: Club, three: None, settings: Any) -> None:
    settings.API_A_MINUTE = 0
    assert {Client().get(V1).status_code for _ in range(9)} == {200}


def test_what_cannot_be_counted_is_answered(
    club: Club, three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(type(caches["default"]), "add", full)
    assert {Client().get(V1).status_code for _ in range(5)} == {200}


@pytest.mark.parametrize("accepted", ["application/json", "text/html"])
def test_a_trouble_of_the_machine_has_the_one_shape(
    played: Tournament, monkeypatch: pytest.MonkeyPatch, accepted: str
) -> None:
    def full(*_: Any) -> None:
        error = OperationalError("database or disk is full")
        error.__cause__ = OSError(28, "No space left on device")
        raise error

    monkeypatch.setattr(queries, "club_versioned", full)
    client = Client(raise_request_exception=False)
    answer = client.get(V1, headers={"Accept": accepted})
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert {"code", "message"} == json.loads(answer.content).keys()
