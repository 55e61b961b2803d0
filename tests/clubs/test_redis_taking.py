"""Workers in the act of taking a task from Redis are killed, and no task is lost."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context

import pytest
from django_tasks import task
from redis import Redis
from rq import Queue
from rq.job import Job, JobStatus

from clubs import redis_tasks, tasks
from clubs.management import redis_worker
from clubs.management.redis_worker import RedisWorker
from tests import redis_server
from tests.clubs.test_redis_tasks import use
from tests.drill.figures import say, size

QUEUES = ("mail", "evening", "webhooks")
PATIENCE = 60  # s, on a busy machine
KILLS, TASKS = size((4, 40), (60, 600))
DONE = "test:done"


@task(queue_name="mail")
def note(what: int) -> None:
    with Redis.from_url(os.environ[DONE]) as redis:
        redis.rpush(DONE, what)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis_server.running(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
def redis(server: str, settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """Its workers look often for what is to be done again."""
    monkeypatch.setenv(DONE, server)
    for name in ("LOOK", "CLEAN", "TAKING"):
        monkeypatch.setattr(redis_worker, name, 1, raising=False)
    with Redis.from_url(server) as connection:
        connection.flushdb()
        use(server, settings, monkeypatch)
        yield connection


def kill_both() -> None:
    """End a task's process and the worker that began it."""
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def start_worker(url: str, dies_in: str = "", kill: Callable[[], None] = kill_itself):
    """A worker in a process of its own, which may die as it comes to a method."""
    parent = os.getpid()

    def work() -> None:
        if dies_in:
            owner = Queue if hasattr(Queue, dies_in) else RedisWorker
            setattr(owner, dies_in, lambda *args, **named: kill())
        RedisWorker(QUEUES, parent, url).work(logging_level="CRITICAL")

    process = get_context("fork").Process(target=work)
    process.start()
    return process


def done(redis: Redis) -> list[int]:
    return sorted(int(each) for each in redis.lrange(DONE, 0, -1))


def until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, tasks.all_work(9)
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("dies_in", "kill", "survives"),
    [
        ("_fetch_dequeued_job", kill_itself, False),  # taken, and nobody knows by whom
        ("execute_job", kill_itself, False),
        ("fork_work_horse", kill_itself, False),  # known, without a process of its own
        ("prepare_job_execution", kill_both, False),  # with one, and not yet started
        ("prepare_job_execution", kill_itself, True),
    ],
)
def test_a_task_is_done_though_a_worker_died_as_it_took_it(
    dies_in: str, kill: Callable[[], None], survives: bool, redis: Redis, server: str
) -> None:
    dying = start_worker(server, dies_in, kill)
    tasks.enqueue(note, 1)
    until(lambda: redis.llen(redis_tasks.queue_of("mail", redis).key) == 0)
    if survives:  # it hears of its task's death, and the task is tried again
        until(lambda: tasks.all_work(1) and tasks.all_work(1)[0].next_at)
        dying.terminate()
    dying.join(PATIENCE)
    assert done(redis) == []

    heir = start_worker(server)
    try:
        until(lambda: done(redis))
        until(lambda: not tasks.all_work(1))
    finally:
        heir.terminate()
        heir.join(PATIENCE)
    assert done(redis) == [1]
    assert not tasks.is_pending(note, 1)


def test_workers_killed_at_any_moment_lose_no_task(redis: Redis, server: str) -> None:
    workers = [start_worker(server) for _ in range(2)]
    kills = 0
    try:
        for what in range(TASKS):
            tasks.enqueue(note, what)
            if what % (TASKS // KILLS) == 0:
                until(lambda: redis.llen(redis_tasks.queue_of("mail", redis).key) == 0)
                workers[kills % 2].kill()
                workers[kills % 2].join(PATIENCE)
                workers[kills % 2] = start_worker(server)
                kills += 1
        until(lambda: set(done(redis)) == {*range(TASKS)})
    finally:
        for worker in workers:
            worker.terminate()
            worker.join(PATIENCE)
    say(f"Redis: {kills} workers killed as they took, {TASKS} tasks, 0 lost")


def test_a_job_that_no_list_holds_keeps_nobody_waiting(redis: Redis) -> None:
    """Such a job was left by a worker that took it in one step and was killed."""
    for _ in range(redis_tasks.PLACES + 1):
        tasks.enqueue(note, 1)
        assert redis.lpop(redis_tasks.queue_of("mail", redis).key)
        assert not tasks.is_pending(note, 1)
    tasks.enqueue(note, 1)
    assert [(each.state, each.ids) for each in tasks.all_work(9)] == [("waiting", (1,))]
    assert tasks.is_pending(note, 1)


@pytest.mark.parametrize("status", [JobStatus.STARTED, JobStatus.SCHEDULED])
def test_a_status_counts_only_where_its_list_bears_it_out(
    status: JobStatus, redis: Redis
) -> None:
    tasks.enqueue(note, 1)
    [work] = tasks.all_work(9)
    redis.lpop(redis_tasks.queue_of("mail", redis).key)
    redis.hset(Job.key_for(work.key), "status", status)
    assert not tasks.is_pending(note, 1)
    tasks.enqueue(note, 1)
    assert [each.key for each in tasks.all_work(9)] == [work.key]
    assert tasks.is_pending(note, 1)


def test_what_is_left_of_a_job_that_was_done_twice_is_no_job(redis: Redis) -> None:
    tasks.enqueue(note, 1)
    [work] = tasks.all_work(9)
    redis.flushdb()
    redis.hset(Job.key_for(work.key), "status", JobStatus.STARTED)
    assert not tasks.is_pending(note, 1)
    tasks.enqueue(note, 1)
    assert [each.key for each in tasks.all_work(9)] == [work.key]
