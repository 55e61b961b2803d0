"""What counts down, and what is counted, goes by the database's clock on every machine."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubs import login_throttle, server_clock
from clubs.tasks import is_due
from scoring.core.page_context import NOW
from scoring.desk import clocks
from scoring.models import Clock
from tests import builders

pytestmark = pytest.mark.django_db
AHEAD = timedelta(minutes=7)
RIGHT = timezone.now  # before any test sets it forward


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The database says what time it is; this machine's clock is seven minutes ahead."""
    server_clock.forget()
    if connection.vendor == "postgresql":
        server_clock.learn(connection)
    else:  # as a server would have said
        server_clock.note(RIGHT(), time.clock_gettime(server_clock.CLOCK))
    monkeypatch.setattr(timezone, "now", lambda: RIGHT() + AHEAD)
    yield
    server_clock.forget()


def is_now(at: datetime) -> bool:
    return abs(at - RIGHT()) < timedelta(minutes=1)


def test_a_clock_that_is_ahead_tells_the_same_time(machine: None) -> None:
    assert is_now(server_clock.now())
    assert not is_now(timezone.now())


def test_a_countdown_does_not_jump_from_machine_to_machine(machine: None) -> None:
    rnd = builders.opened_round(builders.tournament(builders.club(), public=True))
    clocks.start(rnd=rnd, actor=builders.command(), key="1", minutes=45)
    assert is_now(Clock.objects.get().started_at)
    evening = rnd.tournament
    answer = Client().get(f"/{evening.club.slug}/{evening.slug}/screen/news/")
    left = answer.json()["clock"]["ends"] - int(answer.headers[NOW])
    assert 44 * 60_000 < left <= 45 * 60_000


def test_a_brake_holds_on_a_machine_whose_clock_is_ahead(machine: None) -> None:
    for _ in range(login_throttle.FREE):
        login_throttle.begin_attempt(username="anna", address="192.0.2.1")
    server_clock.note(RIGHT(), time.clock_gettime(server_clock.CLOCK))
    assert (
        login_throttle.begin_attempt(username="anna", address="192.0.2.1") is not None
    )


def test_once_an_hour_is_once_an_hour_for_all_machines(machine: None) -> None:
    assert is_due("something", timedelta(minutes=5))
    assert not is_due("something", timedelta(minutes=5))


def test_each_connection_learns_the_time() -> None:
    server_clock.forget()
    another = connection.copy()
    another.ensure_connection()
    another.close()
    assert (server_clock._learnt is not None) == (connection.vendor == "postgresql")
    assert is_now(server_clock.now())
