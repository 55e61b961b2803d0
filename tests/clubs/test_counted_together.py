"""What is tried too often is counted by all processes of the site together."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from allauth.core.context import request_context
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from clubs import counters, login_throttle
from clubs.models import Counter, SignInFailure
from scoring.backups import schema
from tests import builders

HOUSE = Path(__file__).resolve().parents[2]
LIMIT = 5  # a second factor's wrong codes
TRY = """
from django.test import RequestFactory
from allauth.core.internal.ratelimit import consume
asked = RequestFactory().post("/")
how = {"app": "allauth.account", "action": "login_failed", "key": "anna"}
print(sum(consume(asked, **how) is not None for _ in range(6)))
"""
CODES = 200
USE_UP = f"""
from django.core.cache import caches
print(sum(caches["default"].use_up(f"code{{n or ''}}", 60) for n in range({CODES})))
"""


def database_url() -> str:
    """The database of this test, for a process of its own."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(str(facts['NAME']))}"
    login = ":".join(quote(facts[part], safe="") for part in ("USER", "PASSWORD"))
    port = f":{facts['PORT']}" if facts["PORT"] else ""
    return f"postgres://{login}@{quote(facts['HOST'], safe='')}{port}/{facts['NAME']}"


def printed_by_two(folder: Path, code: str, **settings: str) -> list[int]:
    """The number that each of two processes prints which do the same at once."""
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(folder),
        "DATABASE_URL": database_url(),
        **settings,
    }
    command = [sys.executable, HOUSE / "manage.py", "shell", "--no-imports", "-c", code]
    connection.close()
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    return [int(process.communicate()[0]) for process in both]


@pytest.mark.django_db(transaction=True)
def test_two_processes_let_through_what_one_would(tmp_path: Path) -> None:
    cache.clear()
    assert sum(printed_by_two(tmp_path, TRY)) == LIMIT


@pytest.mark.django_db(transaction=True)
def test_of_two_processes_one_uses_up_a_code(tmp_path: Path) -> None:
    """Also where the same code was used up an hour ago."""
    cache.clear()
    cache.add("code", "y", timeout=60)
    Counter.objects.update(ends_at=timezone.now() - timedelta(hours=1))
    assert sum(printed_by_two(tmp_path, USE_UP)) == CODES


@pytest.mark.django_db
def test_what_is_over_goes_and_nothing_else() -> None:
    cache.set("new", [1.5], timeout=60)
    cache.set("old", [1.5], timeout=60)
    Counter.objects.filter(key__endswith="old").update(ends_at=timezone.now())
    assert cache.get("old") is None
    assert cache.get("new") == [1.5]
    assert cache.add("one-more", True, timeout=60)
    assert not Counter.objects.filter(key__endswith="old").exists()
    assert cache.add("old", True, timeout=60)


@pytest.mark.django_db
def test_a_full_table_forgets_no_brake_and_no_used_code() -> None:
    """Twice as many rows as where Django’s own table throws away a third."""
    assert cache.add("allauth.mfa.totp.used?user=1&code=123456", "y", timeout=90)
    for n in range(40):
        cache.set(f"allauth:rl:login_failed:{n:02}", [1.5] * LIMIT, timeout=300)
    an_hour_on = timezone.now() + timedelta(hours=1)
    Counter.objects.bulk_create(
        Counter(key=f":1:form-{n}", value=n, ends_at=an_hour_on, household=str(n))
        for n in range(20_000)
    )
    assert cache.add("one-more", 1, timeout=60)
    assert not cache.add("allauth.mfa.totp.used?user=1&code=123456", "y", timeout=90)
    kept = [cache.get(f"allauth:rl:login_failed:{n:02}") for n in range(40)]
    assert kept == [[1.5] * LIMIT] * 40
    assert Counter.objects.count() == 20_042


@pytest.mark.django_db
def test_a_flood_from_one_household_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "MOST_OF_ONE", 20)
    flood = RequestFactory(REMOTE_ADDR="2001:db8:0:7::1").post("/")
    with request_context(flood):
        taken = [cache.add(f"flood-{n}", 1, timeout=60) for n in range(30)]
        with pytest.raises(PermissionDenied):  # or a code would work twice
            cache.set("flood-30", 1, timeout=60)
        cache.set("flood-1", 2, timeout=60)  # what it has goes on
    assert taken == [True] * 20 + [False] * 10
    assert cache.get("flood-30") is None
    assert cache.get("flood-1") == 2
    with request_context(RequestFactory(REMOTE_ADDR="2001:db8:0:8::1").post("/")):
        assert cache.add("another-house", 1, timeout=60)
    assert Counter.objects.count() == 21


@pytest.mark.django_db
def test_names_tried_from_one_household_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody in the hall waits for them, and an account's own brake is never lost."""
    monkeypatch.setattr(login_throttle, "MOST_NAMES", 20)
    builders.user("Marie")
    tried = {"address": "192.0.2.1"}
    for _ in range(login_throttle.FREE):
        assert login_throttle.begin_attempt(username="marie", **tried) is None
    waits = [
        login_throttle.begin_attempt(username=f"name-{n}", **tried) for n in range(60)
    ]
    assert waits == [None] * 60
    assert SignInFailure.objects.count() <= 20
    assert login_throttle.begin_attempt(username="anna", **tried) is None
    assert login_throttle.begin_attempt(username="marie", **tried) is not None
    assert login_throttle.begin_attempt(username="name-59", **tried) is None
    assert SignInFailure.objects.get(username="name-59").failures == 2


@pytest.mark.django_db
def test_the_director_signs_in_behind_a_flood_of_names(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login_throttle, "MOST_NAMES", 20)
    builders.user("director")
    for n in range(40):
        login_throttle.begin_attempt(username=f"name-{n}", address="127.0.0.1")
    facts = {"login": "director", "password": "director-password"}
    assert client.post(reverse("clubs:sign-in"), facts).status_code == 302


@pytest.mark.django_db
def test_a_counter_is_raised_touched_and_deleted() -> None:
    with pytest.raises(ValueError, match="nothing"):
        cache.incr("nothing")
    with pytest.raises(ValueError, match="for-good"):
        cache.set("for-good", 1, timeout=None)
    cache.set("hits", 1, timeout=60)
    assert cache.incr("hits", 2) == 3 == cache.get("hits")
    assert cache.touch("hits", 90)
    assert cache.delete("hits")
    assert not cache.delete("hits")
    assert not cache.touch("hits")


@pytest.mark.django_db
def test_they_are_in_no_backup() -> None:
    tables = {model._meta.db_table for model in schema.tables_after(schema.applied())}
    assert "clubs_player" in tables
    assert "clubs_counter" not in tables


@pytest.mark.django_db
def test_looking_at_pages_counts_nothing(client: Client) -> None:
    builders.club()
    before = _rows()
    assert client.get("/").status_code == 200
    assert client.get("/sign-in/").status_code == 200
    assert _rows() == before


def _rows() -> int:
    return Counter.objects.count()
