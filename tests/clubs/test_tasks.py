"""The operator's page of what waits behind the pages."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from django_tasks.base import TaskResultStatus as Status
from django_tasks_db.models import DBTaskResult

from clubs.tasks import all_work, enqueue
from clubs.views.task_monitor import MOST
from tests import builders, redis_server
from tests.clubs.test_redis_tasks import do_all, fail_once, note, use
from tests.messages import message
from tests.server.site import HOST, free_port
from tests.tasks import Waiting
from tests.world import client_of, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(db: None) -> Client:
    club = builders.club()
    return client_of(somebody("operator", club, club))


def page_of(operator: Client) -> str:
    return operator.get("/tasks/").content.decode()


def test_nothing_to_do(operator: Client, tasks: Waiting) -> None:
    page = page_of(operator)
    for words in ("Nothing failed", message("Nothing is waiting or running.")):
        assert words in page


def test_what_waits_runs_and_failed(operator: Client, tasks: Waiting) -> None:
    enqueue(note, 17)
    assert message("Years and seasons") in page_of(operator)
    DBTaskResult.objects.update(status=Status.RUNNING, started_at=timezone.now())
    page = page_of(operator)
    assert 'id="running"' in page
    assert 'id="waiting"' not in page
    DBTaskResult.objects.all().delete()
    enqueue(fail_once, 18)
    tasks.do()
    page = page_of(operator)
    assert 'Reason: <span class="name">clubs.tasks.RetryTask</span>' in page
    [row] = DBTaskResult.objects.all()
    answer = operator.post("/tasks/again/", {"task": str(row.pk)}, follow=True)
    assert message("We’ll try it again.") in answer.content.decode()
    assert "Nothing failed" in answer.content.decode()
    assert tasks.do() == 1
    for gone in ("x", "00000000-0000-0000-0000-000000000000", ""):
        answer = operator.post("/tasks/again/", {"task": gone}, follow=True)
        assert message("That failed task is no longer here.") in answer.content.decode()


def test_what_is_tried_again_says_when_and_why(
    operator: Client, tasks: Waiting
) -> None:
    from_now = timezone.now() + timedelta(hours=1)
    enqueue(note, 1)
    why = {"exception_class_path": "smtplib.SMTPServerDisconnected"}
    DBTaskResult.objects.update(run_after=from_now, worker_ids=["a", "b"], **why)
    page = page_of(operator)
    assert message("{n} tries", n=2) in page
    assert "next try at" in page
    assert "smtplib.SMTPServerDisconnected" in page


def test_three_hundred_are_one_page_of_few_queries(
    operator: Client, tasks: Waiting, django_assert_max_num_queries
) -> None:
    for number in range(300):
        enqueue(note, number)
    with django_assert_max_num_queries(8):
        page = page_of(operator)
    assert page.count(message("Years and seasons")) == MOST


def test_the_same_of_redis(
    operator: Client, settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with redis_server.running(tmp_path) as url:
        use(url, settings, monkeypatch)
        enqueue(fail_once, 17)
        assert "fail_once 17" in page_of(operator)
        do_all(redis_server.Redis.from_url(url), "paper")
        [work] = all_work(1)
        assert "clubs.tasks.RetryTask" in page_of(operator)
        operator.post("/tasks/again/", {"task": work.key})
        assert "Nothing failed" in page_of(operator)


def test_a_redis_that_is_away_is_told(
    operator: Client, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(f"redis://{HOST}:{free_port()}/0", settings, monkeypatch)
    answer = operator.get("/tasks/")
    assert answer.status_code == 200
    assert "Redis (TASKS) does not answer" in answer.content.decode()
    answer = operator.post("/tasks/again/", {"task": "1"}, follow=True)
    assert "Redis (TASKS) did not answer" in answer.content.decode()
