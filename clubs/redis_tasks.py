"""Tasks in Redis, for a site of several machines: RQ keeps them, with its own retries.

This module adds what RQ doesn't promise. A task that is queued twice while it waits is one
task (its place is named after its arguments). A worker that is killed while it takes a task
loses none. Names and tracebacks stay in the log. Jobs are JSON, never pickles.

A worker moves a task from its queue to the list of tasks being taken, in one step, and off
that list in the step that marks it as started. So a job's status alone proves nothing: it
counts only where the list that goes with it has the job.
"""

import hashlib
import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.backends.base import BaseTaskBackend
from django_tasks.base import Task, TaskResult, TaskResultStatus
from redis import Redis, RedisError
from rq import Queue, Retry, Worker, get_current_job
from rq.exceptions import (
    DequeueTimeout,
    DuplicateJobError,
    InvalidJobOperation,
    NoSuchJobError,
)
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry, ScheduledJobRegistry, StartedJobRegistry
from rq.serializers import JSONSerializer

from clubs.redis_caches import AWAY, connection_to
from clubs.tasks import (
    KEPT,
    MAX_CRASHES,
    PAUSES,
    TRIES,
    RetryTask,
    State,
    TaskBackendDown,
    Work,
    current_path,
    known_paths,
)

LOG = logging.getLogger("valat.jobs")
# Under its former name, because a worker one release behind only knows that.
DO = "clubs.redis_jobs.do"
PLACES = 4  # of one task: one copy can wait while others are running or paused
LONGEST = 60 * 60  # s for a task; none takes this long
UNDER_WAY = {JobStatus.QUEUED, JobStatus.STARTED, JobStatus.SCHEDULED}
BELL = "valat:bell"  # a list that idle workers wait for; each entry wakes one of them
MOST_RINGS = 100
# Returns a task to the front of its queue, if no worker has started it; in any case
# removes it from the list of tasks being taken.
GIVE_BACK = """
local taken = redis.call('lrem', KEYS[1], 0, ARGV[1])
if taken == 0 or redis.call('hget', KEYS[3], 'status') ~= 'queued' then return 0 end
if redis.call('lpos', KEYS[2], ARGV[1]) then return 0 end
redis.call('lpush', KEYS[2], ARGV[1])
return 1
"""


class Undone(Exception):
    """An error raised to RQ for a failed task; carries only the name of the reason."""


class TaskQueue(Queue):
    """A queue whose tasks are always in one of Redis's lists, also as they are taken.

    RQ moves a task in one step only for a worker of a single queue. For several it pops
    the task, and one that is killed then leaves it in no list.
    """

    @classmethod
    def lpop(
        cls,
        queue_keys: Sequence[str],
        timeout: int | None,
        connection: Redis | None = None,
    ) -> Any:
        """Return a queue and the job taken from it, waiting up to the timeout.

        Raises DequeueTimeout; without a timeout, returns None if there is no job.
        """
        assert connection
        end = time.monotonic() + (timeout or 0)
        while True:
            for key in queue_keys:
                if found := cls.lmove(connection, key, None):
                    return found
            if timeout is None:
                return None
            if (left := end - time.monotonic()) <= 0:
                raise DequeueTimeout(timeout, queue_keys)
            connection.blpop([BELL], left)


def queue_of(name: str, connection: Redis) -> Queue:
    return TaskQueue(name, connection=connection, serializer=JSONSerializer)


def wake_workers(connection: Redis) -> None:
    """Wake a worker; one that misses this looks a few seconds later."""
    with connection.pipeline() as pipeline:
        pipeline.lpush(BELL, 1)
        pipeline.ltrim(BELL, 0, MOST_RINGS - 1)
        pipeline.execute()


def give_back(queue: Queue, key: str) -> bool:
    """Return a job to its queue if its worker died before starting it."""
    lists = [queue.intermediate_queue_key, queue.key, Job.key_for(key)]
    return bool(queue.connection.eval(GIVE_BACK, len(lists), *lists, key))


@dataclass(frozen=True, slots=True)
class StoredTask:
    """Redis's facts about a job, read atomically.

    `status` is None if the job doesn't exist, or if the list that belongs to its status
    lacks it: no worker will run such a job. `next_at` is the time of a scheduled job.
    """

    status: JobStatus | None
    next_at: datetime | None = None


def find_jobs(queue: Queue, keys: list[str]) -> list[StoredTask]:
    """Return the facts about each job of these keys."""
    started = StartedJobRegistry(queue=queue)
    scheduled = ScheduledJobRegistry(queue=queue)
    with queue.connection.pipeline() as pipeline:
        pipeline.zrange(started.key, 0, -1)
        for key in keys:
            pipeline.hget(Job.key_for(key), "status")
            pipeline.lpos(queue.key, key)
            pipeline.lpos(queue.intermediate_queue_key, key)
            pipeline.zscore(scheduled.key, key)
        entries, *facts = pipeline.execute()
    running = {started.parse_job_id(entry.decode()) for entry in entries}
    return [
        _found(facts[start : start + 4], is_running=key in running)
        for key, start in zip(keys, range(0, len(facts), 4), strict=True)
    ]


def _found(facts: list[Any], *, is_running: bool) -> StoredTask:
    word, waits, is_taken, score = facts
    if word is None:
        return StoredTask(None)
    status = JobStatus(word.decode())
    is_there = {
        JobStatus.QUEUED: waits is not None or is_taken is not None,
        JobStatus.STARTED: is_running,
        JobStatus.SCHEDULED: score is not None,
    }
    next_at = None if score is None else datetime.fromtimestamp(score, UTC)
    return StoredTask(status if is_there.get(status, True) else None, next_at)


class RedisBackend(BaseTaskBackend):
    """A task backend that queues tasks in Redis and reports on them."""

    supports_defer = True

    def __init__(self, alias: str, params: dict[str, Any]) -> None:
        super().__init__(alias, params)
        self.connection = connection_to(self.options["URL"])
        self.names = list(params["QUEUES"])
        self._away_until = 0.0

    def enqueue(self, task: Task, args: Any, kwargs: Any) -> TaskResult:
        """Queue a task unless an equal one is waiting. Raises TaskBackendDown."""
        self.validate_task(task)
        with self._reached():
            key = self._put(task, list(args))
        return TaskResult(
            task=task,
            id=key,
            status=TaskResultStatus.READY,
            enqueued_at=timezone.now(),
            started_at=None,
            last_attempted_at=None,
            finished_at=None,
            args=list(args),
            kwargs=kwargs,
            backend=self.alias,
            errors=[],
            worker_ids=[],
        )

    def _put(self, task: Task, ids: list[int | str]) -> str:
        queue = queue_of(task.queue_name, self.connection)
        for key in _places(task.module_path, ids):
            for _ in range(2):
                try:
                    _put_at(queue, key, task, ids)
                except DuplicateJobError:
                    if self._is_waiting(queue, key, task.run_after):
                        return key
                else:
                    if task.run_after is None:
                        wake_workers(self.connection)
                    return key
        return key

    def _is_waiting(self, queue: Queue, key: str, until: datetime | None) -> bool:
        """Return whether a job waits, or will by `until`; deletes a finished one."""
        [found] = find_jobs(queue, [key])
        if found.status == JobStatus.QUEUED:
            return True
        if found.status == JobStatus.SCHEDULED and found.next_at and until:
            return found.next_at <= until
        if found.status not in UNDER_WAY:
            with suppress(NoSuchJobError):
                self._job(key).delete()
            # A worker that finishes a job deleted by another leaves a few fields.
            self.connection.delete(Job.key_for(key))
        return False

    def is_pending(self, task: Task, ids: tuple[int | str, ...]) -> bool:
        """Return whether such a task waits or runs. Raises TaskBackendDown."""
        with self._reached():
            queue = queue_of(task.queue_name, self.connection)
            paths = known_paths(task.module_path)
            keys = chain.from_iterable(_places(path, list(ids)) for path in paths)
            return any(job.status in UNDER_WAY for job in find_jobs(queue, [*keys]))

    def has_workers(self) -> bool:
        """Return whether any machine's worker is alive. Raises TaskBackendDown."""
        with self._reached():
            return Worker.count(connection=self.connection) > 0

    def all_work(self, most: int) -> list[Work]:
        """Return up to `most` tasks by state and queue. Raises TaskBackendDown."""
        with self._reached():
            works = (self._work_of(name, most) for name in self.names)
            return [*chain.from_iterable(works)]

    def _work_of(self, name: str, most: int) -> Iterator[Work]:
        queue = queue_of(name, self.connection)
        started = StartedJobRegistry(queue=queue).get_job_ids(end=most - 1)
        yield from self._works("running", started)
        waiting = [*queue.intermediate_queue.get_job_ids(), *queue.get_job_ids(0, most)]
        yield from self._works(
            "waiting", [key for key in waiting if key not in started]
        )
        scheduled = ScheduledJobRegistry(queue=queue)
        yield from self._works(
            "waiting", scheduled.get_job_ids(end=most - 1), scheduled.get_scheduled_time
        )
        failed = FailedJobRegistry(queue=queue).get_job_ids(end=most - 1, desc=True)
        yield from self._works("failed", failed)

    def _works(
        self,
        state: State,
        keys: list[str],
        next_of: Callable[[str], datetime] | None = None,
    ) -> Iterator[Work]:
        for job in self._jobs(keys):
            moment = {
                "waiting": job.enqueued_at or job.created_at,
                "running": job.started_at,
                "failed": job.ended_at,
            }[state]
            path, *ids = job.args
            yield Work(
                key=job.id,
                state=state,
                queue=job.origin,
                name=path.rpartition(".")[2],
                ids=tuple(ids),
                at=moment,
                tries=job.meta.get("tries", 0),
                why="" if state == "running" else job.meta.get("why", ""),
                next_at=next_of(job.id) if next_of else None,
            )

    def do_again(self, key: str) -> bool:
        """Run a failed task again. Raises TaskBackendDown."""
        with self._reached():
            try:
                job = self._job(key)
                if job.get_status(refresh=False) != JobStatus.FAILED:
                    return False
                job.meta["tries"] = 0
                if retry := _retry(job.origin):
                    job.retries_left = retry.max
                job.save()
                job.requeue()
                wake_workers(self.connection)
            except (NoSuchJobError, InvalidJobOperation):
                return False
        return True

    def _job(self, key: str) -> Job:
        return Job.fetch(key, connection=self.connection, serializer=JSONSerializer)

    def _jobs(self, keys: list[str]) -> list[Job]:
        jobs = Job.fetch_many(
            keys, connection=self.connection, serializer=JSONSerializer
        )
        return [job for job in jobs if job is not None]

    @contextmanager
    def _reached(self) -> Iterator[None]:
        if time.monotonic() < self._away_until:
            raise TaskBackendDown("Redis (TASKS) did not answer a moment ago.")
        try:
            yield
        except RedisError as error:
            self._away_until = time.monotonic() + AWAY
            raise TaskBackendDown(f"Redis (TASKS) does not answer: {error}") from None


def _put_at(queue: Queue, key: str, task: Task, ids: list[int | str]) -> None:
    """Queue a job; raises DuplicateJobError if the key exists."""
    facts: dict[str, Any] = {
        "args": [task.module_path, *ids],
        "job_id": key,
        "timeout": LONGEST,
        "result_ttl": 0,
        "failure_ttl": int(KEPT.total_seconds()),
        "description": task.name,
        "retry": _retry(task.queue_name),
    }
    if task.run_after is None:
        queue.enqueue_call(DO, unique=True, **facts)
    else:
        status = JobStatus.SCHEDULED
        job = queue.create_job(DO, status=status, **facts)
        queue.schedule_job(job, task.run_after, unique=True)


def _places(task_path: str, ids: list[int | str]) -> list[str]:
    """Return the keys that such a task can have."""
    words = json.dumps([task_path, *ids])
    name = hashlib.sha256(words.encode()).hexdigest()[:32]
    return [f"{name}-{number}" for number in range(PLACES)]


def _retry(queue: str) -> Retry:
    """Return the retries of a queue; tasks that kill workers have MAX_CRASHES tries."""
    most = max(TRIES.get(queue, 1), MAX_CRASHES) - 1
    return Retry(
        max=most, interval=[PAUSES[min(n, len(PAUSES) - 1)] for n in range(most)]
    )


def do(task_path: str, *ids: int | str) -> None:
    """Run a task in RQ's process; log its exceptions and have RQ retry it."""
    task: Task = import_string(current_path(task_path))
    job = get_current_job()
    try:
        task.call(*ids)
    except Exception as error:  # a task can raise anything; RQ gets only the reason
        is_known = isinstance(error, RetryTask)
        LOG.error("%s %s failed: %s", task.name, ids, error, exc_info=not is_known)
        reason = f"{type(error).__module__}.{type(error).__qualname__}"
        if job is not None:
            job.meta |= {"why": reason, "tries": job.meta.get("tries", 0) + 1}
            job.save_meta()
            if job.meta["tries"] >= TRIES.get(job.origin, 1):
                job.retries_left = 0
        raise Undone(reason) from None
