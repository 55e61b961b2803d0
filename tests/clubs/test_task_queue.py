"""Work behind the request: put after the commit, once; done, tried again, taken again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks import task
from django_tasks.base import TaskResultStatus as Status
from django_tasks_db.models import DBTaskResult

from clubs import email, tasks
from clubs.management import worker
from clubs.storage import StorageDown
from tests.gate import HOUSE
from tests.places import migrated

# What queues and stores of earlier releases name by dotted path (cb23fcdd and f619cb56).
FORMER_PATHS = (
    "clubs.mail.send",
    "clubs.pages.mail.write_reset",
    "scoring.api.telling.call",
    "scoring.audit.documents.podium.read_podium",
    "scoring.backups.keeping.keep_daily",
    "scoring.backups.keeping.keep_evening",
    "scoring.backups.keeping.keep_whole",
    "scoring.backups.packs.renew_packs",
    "scoring.core.readings.read_next",
    "scoring.core.subscriptions.follow_changes",
    "scoring.desk.documents.pack.make_pack",
    "scoring.desk.documents.prints.read_print",
    "scoring.draw.long_draws.make_draw",
    "scoring.exports.evening_files.checked_text",
    "scoring.history.documents.poster.read_poster",
    "scoring.letters.pages.sending.send",
    "scoring.old_lists.drafts.sheets_of",
    "scoring.paper.jobs.clear_prints",
    "scoring.paper.jobs.forget_prints",
    "scoring.paper.jobs.make_print",
    "scoring.paper.jobs.warm_up",
    "scoring.people.spreadsheets.rows_of",
    "scoring.sheets.photos.forget_file",
    "scoring.tournaments.club_lives.erase_closed",
    "scoring.years.following.follow_evening",
)
QUEUES = ["paper", "evening", "mail", "night", "webhooks"]
done: list[object] = []


@task(queue_name="evening")
def note(number: int) -> None:
    done.append(number)


@task(queue_name="paper")
def note_first(number: int) -> None:
    done.append(f"paper {number}")


@task(queue_name="evening")
def fail(number: int) -> None:
    done.append(number)
    raise ValueError("Novak, Anna")


@task(queue_name="paper")
def fail_once(number: int) -> None:
    fail.call(number)


@pytest.fixture(autouse=True)
def _kept_tasks(settings, tmp_path: Path) -> Iterator[None]:
    backend = "django_tasks_db.DatabaseBackend"
    settings.TASKS = {"default": {"BACKEND": backend, "QUEUES": QUEUES}}
    settings.DATA_DIR = tmp_path
    settings.HOURLY = []
    done.clear()
    yield
    done.clear()


def waiting() -> list[DBTaskResult]:
    return list(DBTaskResult.objects.filter(status=Status.READY))


@pytest.mark.django_db(transaction=True)
def test_a_task_is_put_when_the_transaction_holds() -> None:
    with transaction.atomic():
        tasks.enqueue(note, 1)
        assert waiting() == []
    assert len(waiting()) == 1
    assert tasks.is_pending(note, 1)
    assert not tasks.is_pending(note, 2)
    with transaction.atomic():
        tasks.enqueue(note, 2)
        transaction.set_rollback(True)
    assert worker.do_all() == 1
    assert done == [1]
    assert not tasks.is_pending(note, 1)


@pytest.mark.django_db(transaction=True)
def test_a_task_may_be_named() -> None:
    tasks.enqueue("tests.clubs.test_task_queue.note", 3)
    assert worker.do_all() == 1
    assert done == [3]


@pytest.mark.django_db(transaction=True)
def test_asked_for_twice_while_it_waits_it_is_one() -> None:
    for number in (1, 1, 2, 1):
        tasks.enqueue(note, number)
    note.enqueue(2)  # two who asked at once both saw that nobody had
    assert worker.do_all() == 2
    assert done == [1, 2]
    tasks.enqueue(note, 1)  # what was written since
    worker.do_all()
    assert done == [1, 2, 1]


@pytest.mark.django_db(transaction=True)
def test_who_asks_while_it_is_done_gets_another() -> None:
    tasks.enqueue(note, 1)
    assert worker.take(("evening",), "7-elsewhere")
    tasks.enqueue(note, 1)
    assert len(waiting()) == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_wanted_later_waits_until_then_and_is_one() -> None:
    hour, minute = timedelta(hours=1), timedelta(minutes=1)
    for after in (hour, minute, hour, minute):  # the first hour, and a minute before
        tasks.enqueue(note, 1, after=after)
    assert len(waiting()) == 2
    assert worker.do_all() == 0
    assert tasks.is_pending(note, 1)
    tasks.enqueue(note, 1)  # whoever wants it now does not wait
    tasks.enqueue(note, 1, after=hour)
    assert len(waiting()) == 3
    assert worker.do_all() == 1
    DBTaskResult.objects.filter(status=Status.READY).update(run_after=timezone.now())
    assert worker.do_all() == 1
    assert done == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_its_first_queue_first_and_no_others() -> None:
    tasks.enqueue(note, 1)
    tasks.enqueue(note_first, 2)
    assert worker.do_all(("night",)) == 0
    assert worker.do_all(("paper", "evening")) == 2
    assert done == ["paper 2", 1]


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_costs_the_task_alone(monkeypatch, caplog) -> None:
    def full(*args: object) -> None:
        raise DatabaseError("database or disk is full")

    monkeypatch.setattr(tasks, "_rows_of", full)
    tasks.enqueue(note, 1)
    assert "note could not be put" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_what_fails_is_tried_again_later_and_then_no_more(caplog) -> None:
    tasks.enqueue(fail, 1)
    pauses = []
    for _ in range(worker.TRIES["evening"]):
        assert worker.do_all() == 1
        [row] = DBTaskResult.objects.all()
        pauses.append((row.run_after - timezone.now()).total_seconds())
        DBTaskResult.objects.filter(status=Status.READY).update(
            run_after=timezone.now()
        )
    *waited, _ = pauses
    assert [round(seconds, -1) for seconds in waited] == [0, 30, 120, 600, 3600]
    assert row.status == Status.FAILED
    assert "Novak" in caplog.text  # the log says why; the table repeats no name
    assert "Novak" not in repr(list(DBTaskResult.objects.values()))
    assert worker.do_all() == 0


@pytest.mark.django_db(transaction=True)
def test_a_print_that_fails_is_not_tried_again() -> None:
    tasks.enqueue(fail_once, 1)
    worker.do_all()
    assert DBTaskResult.objects.get().status == Status.FAILED
    assert worker.do_all() == 0


@pytest.mark.django_db(transaction=True)
def test_the_task_of_a_dead_worker_is_taken_again() -> None:
    tasks.enqueue(note, 1)
    with worker._name() as name:
        assert worker.take(("evening",), name)
        with worker._name() as other:
            assert worker.take(("evening",), other) is None  # somebody is at it
    assert worker.do_all() == 1
    assert done == [1]


@pytest.mark.django_db(transaction=True)
def test_the_task_of_a_dead_worker_is_not_that_of_the_next_to_start() -> None:
    """Another had its place at once, and is at nothing yet."""
    tasks.enqueue(note, 1)
    with worker._name() as dead:
        assert worker.take(("evening",), dead)
    with worker._name() as next_one, worker._name() as looking:
        assert next_one != dead
        assert worker.take(("evening",), looking)


def test_the_files_of_dead_workers_go() -> None:
    killed = tasks.folder() / "1.held"
    killed.touch()
    with worker._name() as one, worker._name() as other:
        there = {path.stem for path in tasks.folder().glob("*.held")}
        assert there == {one.partition("-")[0], other.partition("-")[0]}
    assert not list(tasks.folder().glob("*.held"))


@pytest.mark.django_db(transaction=True)
def test_what_kills_each_worker_is_given_up() -> None:
    tasks.enqueue(note_first, 1)
    for _ in range(worker.MAX_CRASHES):
        with worker._name() as name:
            assert worker.take(("paper",), name)
    assert worker.do_all() == 0
    assert DBTaskResult.objects.get().status == Status.FAILED


@pytest.mark.django_db(transaction=True)
def test_another_machines_task_waits_for_an_hour() -> None:
    tasks.enqueue(note, 1)
    assert worker.take(("evening",), "1-another")
    assert worker.do_all() == 0
    begun = timezone.now() - worker.ELSEWHERE - timedelta(minutes=1)
    DBTaskResult.objects.update(started_at=begun)
    assert worker.do_all() == 1


@pytest.mark.django_db(transaction=True)
def test_to_look_locks_nothing(django_assert_num_queries) -> None:
    with django_assert_num_queries(2) as asked:
        assert worker.take(worker.ALL, "1-here") is None
    assert all(query["sql"].startswith("SELECT") for query in asked)


@pytest.mark.django_db
def test_what_was_done_is_known_for_a_day(settings) -> None:
    settings.HOURLY = ["tests.clubs.test_task_queue.fail.func", f"{__name__}.hourly"]
    for age in (1, 30):
        at = timezone.now() - timedelta(hours=age)
        DBTaskResult.objects.create(
            task_path=note.module_path,
            args_kwargs={"args": [1], "kwargs": {}},
            status=Status.SUCCESSFUL,
            finished_at=at,
            run_after=at,
        )
    worker.do_hourly()
    assert DBTaskResult.objects.count() == 1
    assert done == ["hourly"]  # though the other one failed


@pytest.mark.django_db
def test_a_store_that_is_away_is_one_line_an_hour(
    settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.HOURLY = [f"{__name__}.away", f"{__name__}.hourly"]
    worker.do_hourly()
    assert caplog.messages == [f"{__name__}.away: The store does not answer."]
    assert caplog.records[0].exc_info is None
    assert done == ["hourly"]


def away() -> None:
    raise StorageDown(0, "The store does not answer.")


def hourly() -> None:
    done.append("hourly")


@pytest.mark.django_db
def test_of_all_who_ask_one_is_due() -> None:
    assert tasks.is_due("x", timedelta(hours=1))
    assert not tasks.is_due("x", timedelta(hours=1))
    assert tasks.is_due("y", timedelta(hours=1))
    assert tasks.is_due("x", timedelta(0))


def test_the_bell_wakes_one_and_rings_into_the_void(tmp_path: Path) -> None:
    tasks.wake_workers()  # nobody has ever listened
    with worker._woken() as wait, worker._woken() as wait_too:
        tasks.wake_workers()
        for one in (wait, wait_too):
            began = time.monotonic()
            one(0.3)
            if one is wait:
                assert time.monotonic() - began < 0.3
    tasks.wake_workers()
    assert not tasks.is_held(tmp_path / "nothing")


WORKER = """
import os, sys, django
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
from clubs.management.worker import QUICK, Worker
print("here", flush=True)
Worker(QUICK).run(os.getppid())
"""


@pytest.fixture
def site(tmp_path: Path) -> dict[str, str]:
    data = migrated(tmp_path / "site").data
    facts = {**os.environ, "DATA_DIR": str(data), "BACKUPS": "off"}
    del facts["DJANGO_SETTINGS_MODULE"]
    return facts


def test_a_worker_gives_way_to_another_in_a_pause() -> None:
    """What it loaded for a print is given back."""
    one = worker.Worker(worker.QUICK)
    assert not one._has_paused(), "it has loaded nothing yet"
    one.done, one.done_at = 1, time.monotonic() - worker.IDLE + 60
    assert not one._has_paused()
    one.done_at -= 61
    assert one._has_paused()


def test_a_worker_ends_when_it_is_told(site: dict[str, str]) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", WORKER],
        cwd=HOUSE,
        env=site,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout
        assert child.stdout.readline() == "here\n"
        workers = Path(site["DATA_DIR"]) / "workers"
        while not any(map(tasks.is_held, workers.glob("*.held"))):
            time.sleep(0.02)
        child.send_signal(signal.SIGTERM)
        assert child.wait(worker.LOOK / 2) == 0


@pytest.mark.django_db(transaction=True)
def test_a_task_queued_before_its_module_was_renamed_is_done(settings) -> None:
    settings.MOVED_MODULES = {"tests.clubs.former_jobs": __name__}
    tasks.enqueue(note, 7)
    DBTaskResult.objects.update(task_path="tests.clubs.former_jobs.note")
    assert worker.do_all() == 1
    assert done == [7]


def test_renamed_modules_are_gone_and_their_new_ones_there(settings) -> None:
    for old, new in settings.MOVED_MODULES.items():
        assert find_spec(new)
        with suppress(ModuleNotFoundError):  # its package may be gone, too
            assert find_spec(old) is None, old


@pytest.mark.parametrize("path", FORMER_PATHS)
def test_what_earlier_releases_queued_still_has_its_function(path: str) -> None:
    found = import_string(tasks.current_path(path))
    assert callable(getattr(found, "call", found))  # a task, or a reader of a print


@pytest.mark.django_db(transaction=True)
def test_work_queued_by_its_former_path_is_pending() -> None:
    tasks.enqueue(email.send, 1)
    DBTaskResult.objects.update(task_path="clubs.mail.send")
    assert tasks.is_pending(email.send, 1)
    tasks.enqueue(email.send, 1)
    assert DBTaskResult.objects.count() == 1
