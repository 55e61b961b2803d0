"""What monitors ask: any Host, plain http, no session, one query at most."""

import socket
from collections import namedtuple
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings

from clubs.tasks import enqueue
from config import health
from tests import redis_server
from tests.clubs.test_redis_tasks import note, use
from tests.in_turn import in_turn
from tests.server.site import HOST, free_port
from tests.stores import BUCKET, away, in_s3
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db

TOKEN = "a-token-of-the-monitor"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
COUNTED = "config.metrics.count_answers"


@pytest.fixture
def watched(settings, tmp_path: Path) -> Client:
    """Its client counts what it asks."""
    settings.WATCH_TOKEN, settings.DATA_DIR = TOKEN, tmp_path
    settings.MIDDLEWARE = [settings.MIDDLEWARE[0], COUNTED, *settings.MIDDLEWARE[1:]]
    return Client()


@in_turn("path", ["/healthz", "/readyz"])
def test_any_host_is_answered_on_plain_http(path: str) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True):
        client = Client(headers={"host": "10.0.0.7:8000"})
        answer = client.get(path)
        assert (answer.status_code, answer.content) == (200, b"ok\n")
        assert answer.headers["Cache-Control"] == "no-store"
        assert not answer.cookies
        assert client.head(path).status_code == 200
        assert client.post(path).status_code == 405


def test_who_lives_asks_nothing_and_who_is_ready_asks_once(
    client: Client, django_assert_num_queries
) -> None:
    client.get("/readyz")  # reads the migrations of the code
    with django_assert_num_queries(0):
        client.get("/healthz")
    with django_assert_num_queries(1):
        client.get("/readyz")


def test_a_database_that_is_away_or_behind_is_not_ready(
    watched: Client, caplog: pytest.LogCaptureFixture
) -> None:
    MigrationRecorder.Migration.objects.filter(app="clubs").order_by("-pk")[0].delete()
    answer = watched.get("/readyz", headers=BEARER)
    assert answer.status_code == 503
    assert answer.json()["database"] == "1 migrations are missing"

    def away(*_: object) -> None:
        raise OperationalError("password of valat is wrong")

    with connection.execute_wrapper(away):
        answer = watched.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready\n")
    assert caplog.text == ""
    assert watched.get("/healthz").status_code == 200


def test_a_later_database_is_named_and_leaves_the_machine_in_its_place(
    watched: Client,
) -> None:
    """While machines are updated one after the other, the old code runs on it."""
    MigrationRecorder.Migration.objects.create(app="scoring", name="9999_later")
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"limited\n")
    answer = watched.get("/readyz", headers=BEARER)
    assert answer.status_code == 200
    assert answer.json()["schema"] == "of a later version: scoring.9999_later"


def test_a_full_disk_is_not_ready(
    watched: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: usage(9, 9, 0))
    answer = watched.get("/readyz", headers=BEARER)
    assert answer.status_code == 503
    assert answer.json()["disk"] == "is full"

    def gone(_: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(health.shutil, "disk_usage", gone)
    assert watched.get("/readyz", headers=BEARER).json()["disk"] == "is not there"


def test_a_store_that_is_away_leaves_the_machine_in_its_place(
    watched: Client, settings, django_assert_num_queries
) -> None:
    settings.BUCKET = BUCKET
    with in_s3():
        assert Client().get("/readyz").content == b"ok\n"
        assert watched.get("/readyz", headers=BEARER).json()["store"] == "ok"
        with away():
            with django_assert_num_queries(1):
                answer = Client().get("/readyz")
            assert (answer.status_code, answer.content) == (200, b"limited\n")
            answer = watched.get("/readyz", headers=BEARER)
            assert answer.status_code == 200
            assert answer.json()["store"] == "does not answer"
            counted = watched.get("/metrics", headers=BEARER).content
            assert b'valat_part_ok{part="store"} 0' in counted
        settings.BUCKET = "another"
        assert (
            "no such bucket" in watched.get("/readyz", headers=BEARER).json()["store"]
        )


def test_a_store_that_never_answers_is_waited_for_a_second(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the question and says nothing."""
    from clubs import s3  # noqa: PLC0415  (a second that few tests need)

    settings.BUCKET = BUCKET
    with in_s3(), socket.create_server((HOST, 0)) as silent:
        asked = s3._glancing.__wrapped__(0).meta.config
        assert (asked.connect_timeout, asked.read_timeout) == (1, 1)
        assert asked.retries["total_max_attempts"] == 1
        address = f"http://{HOST}:{silent.getsockname()[1]}"
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", address)
        s3._glancing.cache_clear()
        assert Client().get("/readyz").content == b"limited\n"
    s3._glancing.cache_clear()


def test_a_redis_of_tasks_that_is_away_leaves_the_machine_in_its_place(
    watched: Client, settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with redis_server.running(tmp_path) as url:
        settings.REDIS_OF_TASKS = url
        use(url, settings, monkeypatch)
        facts = watched.get("/readyz", headers=BEARER).json()
        assert facts["tasks"] == "no worker is there"
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"limited\n")
    facts = watched.get("/readyz", headers=BEARER).json()
    assert facts["tasks"] == "does not answer"


def test_details_and_metrics_are_for_the_token_alone(watched: Client) -> None:
    wrong = {"Authorization": "Bearer wrong"}
    for headers in ({}, wrong, {"Authorization": f"Basic {TOKEN}"}):
        assert watched.get("/readyz", headers=headers).content == b"ok\n"
        assert watched.get("/metrics", headers=headers).status_code == 404
    facts = watched.get("/readyz", headers=BEARER).json()
    assert facts["database"] == facts["disk"] == "ok"
    assert facts["newest_backup_seconds"] is None
    assert watched.get("/metrics", headers=BEARER).status_code == 200


@in_turn("headers", [{}, BEARER, {"Authorization": "Bearer "}])
def test_without_a_token_nobody_is_told(headers: dict[str, str]) -> None:
    assert Client().get("/metrics", headers=headers).status_code == 404
    assert Client().get("/readyz", headers=headers).content == b"ok\n"


def test_metrics_count_by_page_and_never_by_address(
    watched: Client, tasks: Waiting
) -> None:
    enqueue(note, 1)
    watched.get("/")
    watched.get("/t/k3yOfTheTable_0-9abcDE/")
    answer = watched.get("/metrics", headers=BEARER)
    assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
    text = answer.content.decode()
    assert 'valat_answers_total{page="clubs:home",status="200"}' in text
    assert 'valat_answer_seconds_bucket{le="0.1",page="clubs:home"}' in text
    assert 'valat_tasks{queue="evening",state="waiting"} 1' in text
    assert "valat_disk_free_bytes " in text
    assert "k3yOf" not in text
    assert text.count("# EOF") == 1
    assert text.endswith("# EOF\n")


def test_a_redis_that_is_away_costs_the_count_of_tasks_alone(
    watched: Client, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(f"redis://{HOST}:{free_port()}/0", settings, monkeypatch)
    answer = watched.get("/metrics", headers=BEARER)
    assert answer.status_code == 200
    assert b"valat_tasks" not in answer.content
    assert b"valat_build" in answer.content
