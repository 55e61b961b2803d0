"""Tasks in Redis, for a site of several machines: RQ keeps them, with its own retries.

What RQ does not promise by itself is here: who asks twice while a task waits asks for one
(a task's place is named after its words), and no name and no traceback leaves the log.
Jobs are JSON, never pickles.
"""

import hashlib
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.backends.base import BaseTaskBackend
from django_tasks.base import Task, TaskResult, TaskResultStatus
from redis import Redis, RedisError
from rq import Queue, Retry, Worker, get_current_job
from rq.exceptions import DuplicateJobError, InvalidJobOperation, NoSuchJobError
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry, ScheduledJobRegistry, StartedJobRegistry
from rq.serializers import JSONSerializer

from clubs.jobs import DEATHS, KEPT, PAUSES, TRIES, OutOfReach, State, TryAgain, Work
from clubs.redis_caches import AWAY, connection_to

LOG = logging.getLogger("valat.jobs")
DO = "clubs.redis_jobs.do"
PLACES = 4  # of one task: it waits at one, and may be under way or paused at others
LONGEST = 60 * 60  # s for a task; no task takes so long
UNDER_WAY = {JobStatus.QUEUED, JobStatus.STARTED, JobStatus.SCHEDULED}


class Undone(Exception):
    """What RQ is told of a task that failed: the name of the reason alone."""


def queue_of(name: str, connection: Redis) -> Queue:
    return Queue(name, connection=connection, serializer=JSONSerializer)


class RedisBackend(BaseTaskBackend):
    """Puts tasks into Redis, and tells what is there of them."""

    supports_defer = True

    def __init__(self, alias: str, params: dict[str, Any]) -> None:
        super().__init__(alias, params)
        self.connection = connection_to(self.options["URL"])
        self.names = list(params["QUEUES"])
        self._away_until = 0.0

    def enqueue(self, task: Task, args: Any, kwargs: Any) -> TaskResult:
        """One place in its queue, however many ask. Raises OutOfReach."""
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
                    return key
        return key

    def _is_waiting(self, queue: Queue, key: str, until: datetime | None) -> bool:
        """Whether a job waits there, or will `until` then; what is over is taken away."""
        with suppress(NoSuchJobError):
            job = self._job(key)
            status = job.get_status(refresh=False)
            if status == JobStatus.QUEUED:
                return True
            if status == JobStatus.SCHEDULED and until:
                return (
                    ScheduledJobRegistry(queue=queue).get_scheduled_time(job) <= until
                )
            if status not in UNDER_WAY:
                job.delete()
        return False

    def is_under_way(self, task: Task, ids: tuple[int | str, ...]) -> bool:
        """Whether such a task waits or is being done. Raises OutOfReach."""
        with self._reached():
            keys = _places(task.module_path, list(ids))
            jobs = self._jobs(keys)
            return any(job.get_status(refresh=False) in UNDER_WAY for job in jobs)

    def is_anybody_there(self) -> bool:
        """Whether any machine's worker is alive. Raises OutOfReach."""
        with self._reached():
            return Worker.count(connection=self.connection) > 0

    def all_work(self, most: int) -> list[Work]:
        """At most so many tasks of each state and queue. Raises OutOfReach."""
        with self._reached():
            return [work for name in self.names for work in self._work_of(name, most)]

    def _work_of(self, name: str, most: int) -> Iterator[Work]:
        queue = queue_of(name, self.connection)
        started = StartedJobRegistry(queue=queue)
        yield from self._works("running", started.get_job_ids(end=most - 1))
        yield from self._works("waiting", queue.get_job_ids(0, most))
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
            at = {
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
                at=at,
                tries=job.meta.get("tries", 0),
                why="" if state == "running" else job.meta.get("why", ""),
                next_at=next_of(job.id) if next_of else None,
            )

    def do_again(self, key: str) -> bool:
        """Have a task that failed done once more. Raises OutOfReach."""
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
            raise OutOfReach("Redis (TASKS) did not answer a moment ago.")
        try:
            yield
        except RedisError as error:
            self._away_until = time.monotonic() + AWAY
            raise OutOfReach(f"Redis (TASKS) does not answer: {error}") from None


def _put_at(queue: Queue, key: str, task: Task, ids: list[int | str]) -> None:
    """Raises DuplicateJobError where there is a job of this key."""
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
    """The keys that such a task may have."""
    words = json.dumps([task_path, *ids])
    name = hashlib.sha256(words.encode()).hexdigest()[:32]
    return [f"{name}-{number}" for number in range(PLACES)]


def _retry(queue: str) -> Retry:
    """As often as the queue allows; what kills its worker at most so often."""
    most = max(TRIES.get(queue, 1), DEATHS) - 1
    return Retry(
        max=most, interval=[PAUSES[min(n, len(PAUSES) - 1)] for n in range(most)]
    )


def do(task_path: str, *ids: int | str) -> None:
    """Do a task in RQ's process; what it raises goes to the log, and RQ tries it again."""
    task: Task = import_string(task_path)
    job = get_current_job()
    try:
        task.call(*ids)
    except Exception as error:
        is_known = isinstance(error, TryAgain)
        LOG.error("%s %s failed: %s", task.name, ids, error, exc_info=not is_known)
        why = f"{type(error).__module__}.{type(error).__qualname__}"
        if job is not None:
            job.meta |= {"why": why, "tries": job.meta.get("tries", 0) + 1}
            job.save_meta()
            if job.meta["tries"] >= TRIES.get(job.origin, 1):
                job.retries_left = 0
        raise Undone(why) from None
