"""Tasks in Redis keep what tasks in the database promise."""

import json
import zlib
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks import task, task_backends
from redis import Redis
from rq import SimpleWorker
from rq.job import Job, JobStatus
from rq.registry import ScheduledJobRegistry
from rq.serializers import JSONSerializer

from clubs import redis_tasks, tasks
from clubs.tasks import RetryTask, TaskBackendDown, Work
from tests import redis_server
from tests.server.site import HOST, free_port

QUEUES = ["paper", "evening", "mail", "night", "webhooks"]
done: list[object] = []


@task(queue_name="evening")
def note(what: int) -> None:
    done.append(what)


@task(queue_name="mail")
def fail(what: int) -> None:
    raise ValueError("Josef Novak")


@task(queue_name="paper")
def fail_once(what: int) -> None:
    raise RetryTask("the printer is out")


@task(queue_name="evening")
def ask_again(what: int) -> None:
    """While it is done somebody asks for it, whose change it may not have seen."""
    done.append(what)
    if len(done) == 1:
        assert tasks.is_pending(ask_again, what)
        tasks.enqueue(ask_again, what)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis_server.running(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
def redis(server: str, settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    done.clear()
    with Redis.from_url(server) as connection:
        connection.flushdb()
        use(server, settings, monkeypatch)
        yield connection


def use(url: str, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = "clubs.redis_tasks.RedisBackend"
    facts = {"BACKEND": backend, "QUEUES": QUEUES, "OPTIONS": {"URL": url}}
    settings.TASKS = {"default": facts}
    monkeypatch.setattr(tasks, "on_commit", lambda call: call())


def do_all(redis: Redis, *queues: str) -> None:
    """What workers do, in this process and until nothing waits."""
    SimpleWorker(
        list(queues or QUEUES), connection=redis, serializer=JSONSerializer
    ).work(burst=True, logging_level="CRITICAL")


def works() -> list[Work]:
    return tasks.all_work(100)


def job_of(redis: Redis, work: Work) -> Job:
    return Job.fetch(work.key, connection=redis, serializer=JSONSerializer)


def test_who_asks_twice_asks_for_one(redis: Redis) -> None:
    for _ in range(3):
        tasks.enqueue(note, 1)
    tasks.enqueue(note, 2)
    assert [(each.state, each.ids) for each in works()] == [
        ("waiting", (1,)),
        ("waiting", (2,)),
    ]
    assert tasks.is_pending(note, 1)
    assert not tasks.is_pending(note, 3)
    do_all(redis)
    assert done == [1, 2]
    assert works() == []
    assert not tasks.is_pending(note, 1)
    tasks.enqueue(note, 1)
    do_all(redis)
    assert done == [1, 2, 1]


def test_who_asks_while_it_is_done_is_not_forgotten(redis: Redis) -> None:
    tasks.enqueue(ask_again, 1)
    do_all(redis)
    assert done == [1, 1]


def test_what_is_wanted_later_waits_until_then_and_is_one(redis: Redis) -> None:
    hour, minute = timedelta(hours=1), timedelta(minutes=1)
    for after in (hour, minute, hour, minute):
        tasks.enqueue(note, 1, after=after)
    pauses = [(each.next_at - timezone.now()).total_seconds() for each in works()]
    assert sorted(round(seconds, -1) for seconds in pauses) == [60, 3600]
    do_all(redis)
    assert done == []
    assert tasks.is_pending(note, 1)
    tasks.enqueue(note, 1)
    do_all(redis)
    assert done == [1]
    for work in works():
        let_come(redis, work)
    do_all(redis)
    assert done == [1, 1, 1]
    assert works() == []


def test_what_fails_is_tried_again_after_growing_pauses(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    tasks.enqueue(fail, 1)
    pauses = []
    for _ in range(tasks.TRIES["mail"]):
        do_all(redis)
        [work] = works()
        assert work.why == "builtins.ValueError"
        if work.next_at:
            pauses.append((work.next_at - timezone.now()).total_seconds())
            assert tasks.is_pending(fail, 1)
            let_come(redis, work)
    assert [round(seconds, -1) for seconds in pauses[:5]] == [0, 30, 120, 600, 3600]
    assert len(pauses) == tasks.TRIES["mail"] - 1
    assert work.state == "failed"
    assert work.tries == tasks.TRIES["mail"]
    assert not tasks.is_pending(fail, 1)
    assert "Novak" in caplog.text  # the log says why; Redis repeats no name
    assert b"Novak" not in b"".join(everything(redis))


def let_come(redis: Redis, work: Work) -> None:
    """As if its pause were over."""
    registry = ScheduledJobRegistry(work.queue, connection=redis)
    registry.connection.zadd(registry.key, {work.key: 0})
    job = job_of(redis, work)
    redis_tasks.queue_of(work.queue, redis)._enqueue_job(job)
    registry.remove(job)


def everything(redis: Redis) -> Iterator[bytes]:
    for key in redis.scan_iter():
        yield key
        yield redis.dump(key) or b""
        if redis.type(key) == b"hash":
            yield from redis.hgetall(key).values()


def test_a_print_that_fails_is_not_tried_again_by_itself(redis: Redis) -> None:
    tasks.enqueue(fail_once, 1)
    do_all(redis)
    [work] = works()
    assert (work.state, work.queue, work.tries) == ("failed", "paper", 1)
    tasks.enqueue(fail_once, 1)  # somebody presses again: the old one is over
    [work] = works()
    assert work.state == "waiting"


def test_the_operator_has_one_done_again(redis: Redis) -> None:
    tasks.enqueue(fail_once, 1)
    do_all(redis)
    [work] = works()
    assert tasks.do_again(work.key)
    assert not tasks.do_again(work.key)
    assert not tasks.do_again("nothing")
    [work] = works()
    assert work.state == "waiting"
    do_all(redis)
    [work] = works()
    assert (work.state, work.tries) == ("failed", 1)


def test_the_task_of_a_dead_worker_is_tried_again(redis: Redis) -> None:
    """RQ's own cleaning, once nothing is heard of the worker any more."""
    tasks.enqueue(note, 1)
    [work] = works()
    queue = redis_tasks.queue_of("evening", redis)
    redis.lrem(queue.key, 1, work.key)
    job = job_of(redis, work)
    job.set_status(JobStatus.STARTED)
    registry = queue.started_job_registry
    redis.zadd(registry.key, {f"{work.key}:gone": 1})
    assert tasks.is_pending(note, 1)
    registry.cleanup()
    [work] = works()
    assert work.state == "waiting"
    assert work.next_at - timezone.now() < timedelta(seconds=6)


def test_a_task_queued_before_its_module_was_renamed_is_done(
    redis: Redis, settings
) -> None:
    settings.MOVED_MODULES = {"tests.clubs.former_jobs": __name__}
    redis_tasks.do("tests.clubs.former_jobs.note", 7)
    assert done == [7]


def test_nothing_is_pickled(redis: Redis) -> None:
    tasks.enqueue(note, 1)
    [work] = works()
    data = zlib.decompress(redis.hget(f"rq:job:{work.key}", "data"))
    assert json.loads(data)[2] == [f"{__name__}.note", 1]


def test_one_that_is_away_costs_the_task_alone(
    settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    use(f"redis://{HOST}:{free_port()}/0", settings, monkeypatch)
    tasks.enqueue(note, 1)
    assert "could not be put: Redis (TASKS) does not answer" in caplog.text
    assert "Traceback" not in caplog.text
    assert not tasks.is_pending(note, 1)
    assert not tasks.has_workers()
    with pytest.raises(TaskBackendDown, match="a moment ago"):
        works()
    with pytest.raises(TaskBackendDown):
        tasks.do_again("nothing")


def test_the_usual_backend_is_the_database(settings) -> None:
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    assert not hasattr(task_backends["default"], "is_pending")
