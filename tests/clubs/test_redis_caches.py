"""Counters, used codes and boards in Redis, and what becomes of them without it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.core.context import request_context
from allauth.core.internal.ratelimit import consume
from django.core.cache import cache, caches
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client, RequestFactory
from redis import Redis, RedisError

from clubs import redis_caches
from clubs.models import Counter
from config import env
from tests import builders, redis_server
from tests.clubs.test_counted_together import CODES, LIMIT, TRY, USE_UP, printed_by_two
from tests.clubs.test_login_throttle import sign_in
from tests.server.site import HOST, free_port

HOUSE = Path(__file__).resolve().parents[2]
WRONG_CODE = {"app": "allauth.account", "action": "login_failed", "key": "anna"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis_server.running(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
def redis(server: str, settings) -> Iterator[Redis]:
    with Redis.from_url(server) as connection:
        connection.flushall()
        use(server, settings)
        yield connection
    redis_caches._away_until.clear()


def use(url: str, settings) -> None:
    redis_caches._away_until.clear()
    of = "clubs.redis_caches.{}"
    boards = env.next_database(url)
    settings.REDIS_OF_COUNTERS, settings.REDIS_OF_BOARDS = url, boards
    settings.CACHES = {
        "default": {"BACKEND": of.format("CounterRedis"), "LOCATION": url},
        "boards": {"BACKEND": of.format("BoardRedis"), "LOCATION": boards},
    }


def use_up(code: str) -> bool:
    return bool(caches["default"].use_up(code, 90))


def tries(number: int) -> int:
    """How many wrong codes of one account are let through."""
    asked = RequestFactory().post("/")
    return sum(consume(asked, **WRONG_CODE) is not None for _ in range(number))


@pytest.mark.django_db(transaction=True)
def test_two_processes_let_through_what_one_would(
    redis: Redis, server: str, tmp_path: Path
) -> None:
    assert sum(printed_by_two(tmp_path, TRY, CACHE=server)) == LIMIT
    assert not Counter.objects.exists()  # all of it was counted in Redis
    assert tries(1) == 0


@pytest.mark.django_db(transaction=True)
def test_of_two_processes_one_uses_up_a_code(
    redis: Redis, server: str, tmp_path: Path
) -> None:
    assert sum(printed_by_two(tmp_path, USE_UP, CACHE=server)) == CODES
    assert redis.ttl(":1:code7") > 0


@pytest.mark.django_db
def test_a_redis_that_lost_its_memory_lets_no_code_work_twice(redis: Redis) -> None:
    assert use_up("123456")
    assert not use_up("123456")
    redis.flushall()
    assert not use_up("123456")


@pytest.mark.django_db
def test_a_database_that_was_restored_lets_no_code_work_twice(redis: Redis) -> None:
    assert use_up("123456")
    Counter.objects.all().delete()
    assert not use_up("123456")


@pytest.mark.django_db
def test_who_is_second_at_the_table_takes_the_code_from_nobody(redis: Redis) -> None:
    """The one who was first has not yet asked Redis when the second one is refused."""
    table = caches["default"].table
    assert table.use_up("123456", 90)
    assert not use_up("123456")
    assert not redis.exists(":1:123456")


@pytest.mark.django_db
def test_one_that_is_away_is_stood_in_for_by_the_table(
    redis: Redis, settings, caplog: pytest.LogCaptureFixture
) -> None:
    assert use_up("123456")
    use(f"redis://{HOST}:{free_port()}/0", settings)
    assert not use_up("123456")
    assert use_up("654321")
    assert tries(LIMIT + 2) == LIMIT
    caches["boards"].set("board", ["a"], 60)
    assert caches["boards"].get("board", "none") == "none"
    cache.set("hits", 1, timeout=60)
    assert cache.incr("hits") == 2 == cache.get("hits")
    assert cache.touch("hits", 30)
    assert cache.delete("hits")
    said = [line for line in caplog.messages if "Redis (CACHE)" in line]
    assert len(said) == 2  # of each database one, not of each question


@pytest.mark.django_db
def test_without_it_people_sign_in_and_read(settings) -> None:
    use(f"redis://{HOST}:{free_port()}/0", settings)
    club = builders.club()
    builders.user("anna")
    client = Client()
    assert sign_in(client, "anna", "anna-password").status_code == 302
    assert client.get(f"/{club.slug}/records/").status_code == 200
    redis_caches._away_until.clear()


@pytest.mark.django_db
def test_a_flood_from_one_household_ends(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_caches, "MOST_OF_ONE", 20)
    flood = RequestFactory(REMOTE_ADDR="2001:db8:0:7::1").post("/")
    with request_context(flood):
        for n in range(100):  # what is over makes room
            assert cache.add(f"lock-{n}", 1, timeout=60)
            assert not cache.add(f"lock-{n}", 1, timeout=60)
            assert cache.delete(f"lock-{n}")
        taken = [cache.add(f"flood-{n}", 1, timeout=60) for n in range(30)]
        with pytest.raises(PermissionDenied):
            cache.set("flood-30", 1, timeout=60)
        cache.set("flood-1", 2, timeout=60)
    assert taken == [True] * 20 + [False] * 10
    assert cache.get("flood-30") is None
    assert cache.get("flood-1") == 2
    with request_context(RequestFactory(REMOTE_ADDR="2001:db8:0:8::1").post("/")):
        assert cache.add("another-house", 1, timeout=60)
    assert 0 < redis.ttl(_crowd(redis)) <= 60 * 60


def _crowd(redis: Redis) -> bytes:
    [key] = redis.keys("*household:2001:0db8:0000:0007")
    return bytes(key)


@pytest.mark.django_db
def test_counters_are_raised_kept_and_never_for_good(redis: Redis) -> None:
    with pytest.raises(ValueError, match="nothing"):
        cache.incr("nothing")
    with pytest.raises(ValueError, match="for-good"):
        cache.set("for-good", 1, timeout=None)
    cache.set("hits", 1, timeout=60)
    assert cache.incr("hits", 2) == 3 == cache.get("hits")
    cache.set("history", [1.5, 2.5], timeout=60)
    assert redis.get(":1:history") == b"[1.5, 2.5]"  # data, and no pickle
    caches["boards"].set("board", ("a", [1]), 60)
    assert caches["boards"].get("board") == ("a", [1])
    assert redis.keys("*board*") == []  # they are in the database beside it


@pytest.mark.django_db
def test_a_full_one_keeps_the_brakes_and_the_table_goes_on(
    tmp_path: Path, settings
) -> None:
    with redis_server.running(tmp_path) as url, Redis.from_url(url) as redis:
        use(url, settings)
        assert tries(LIMIT) == LIMIT
        redis.config_set("maxmemory", "1")  # what is there is too much already
        with pytest.raises(RedisError, match="maxmemory"):
            redis.set("one-more", 1)
        assert redis.exists(*redis.keys("*login_failed*")) == 1
        assert cache.get("no-such") is None
        # What is counted from now on is in the table, from nothing on: twice as many
        # as the limit are let through at most.
        assert tries(LIMIT + 2) == LIMIT
        assert use_up("123456")
        assert not use_up("123456")
    redis_caches._away_until.clear()


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl"])
def test_one_that_forgets_ends_the_start_in_one_line(
    policy: str, tmp_path: Path, settings
) -> None:
    with redis_server.running(tmp_path, maxmemory_policy=policy) as url:
        use(url, settings)
        with pytest.raises(SystemCheckError, match="CACHE names a Redis that throws"):
            call_command("check", deploy=True)
        run = subprocess.run(
            [sys.executable, HOUSE / "manage.py", "serve", "--prepared"],
            env={
                "PATH": os.environ["PATH"],
                "DATA_DIR": str(tmp_path / "data"),
                "HOST": HOST,
                "PORT": str(free_port()),
                "CACHE": url,
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert run.returncode == 1
    [line] = run.stderr.splitlines()
    assert "the setting CACHE names a Redis that throws keys away" in line
    assert policy in line


def test_what_is_wrong_is_told(server: str, tmp_path: Path) -> None:
    trouble_of = redis_caches.trouble_of
    assert trouble_of(server, env.next_database(server)) == (False, "")
    away = f"redis://:secret@{HOST}:{free_port()}/0"
    is_for_good, trouble = trouble_of(away, env.next_database(away))
    assert not is_for_good
    assert "does not answer" in trouble
    assert "secret" not in trouble
    last = server.replace("/0", "/15")
    assert "out of range" in trouble_of(last, env.next_database(last))[1]


@pytest.mark.parametrize(
    ("url", "after"),
    [
        ("", ""),
        ("redis://h", "redis://h/1"),
        ("redis://h:6379/3", "redis://h:6379/4"),
        ("rediss://u:p%40@h/0", "rediss://u:p%40@h/1"),
        ("unix:///run/redis.sock", "unix:///run/redis.sock?db=1"),
    ],
)
def test_boards_are_in_the_next_database(url: str, after: str) -> None:
    assert env.next_database(url) == after
