"""A worker for tasks from Redis: RQ's worker, one task at a time, each in a fork.

RQ notices immediately when a task's process was killed, and within two minutes when a
worker was; both tasks are retried. A worker killed while it was taking a task doesn't
count as a try: the task returns to its queue within a minute. Every ten seconds, our
worker enqueues tasks due for a retry (RQ would need a separate process for that). It
also does the hourly work, and ends with the site.
"""

import logging
import os
import time
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import connections
from redis import Redis
from rq import Worker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.queue import Queue
from rq.registry import clean_registries
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer
from rq.utils import now as utc_now
from rq.worker_registration import register

from clubs.management.worker import HOURLY, LOOK, do_hourly
from clubs.redis_tasks import TaskQueue, give_back

LOG = logging.getLogger("valat.jobs")
TAKING = 30  # s; taking a task is much faster, so its worker died
CLEAN = 60  # s between two searches for tasks whose worker died
SILENT = 30  # s between two heartbeats of a task


class RedisWorker(Worker):
    """A worker for some queues, in order, until `parent` is gone."""

    max_connection_wait_time = LOOK  # s between two attempts if Redis is down

    def __init__(self, queues: tuple[str, ...], parent: int, url: str) -> None:
        self.parent = parent
        self.is_all = "night" in queues
        self.looked_after = -float(HOURLY)  # last time, by the monotonic clock
        self.cleaned_at = -float(CLEAN)
        self.taken: dict[str, float] = {}  # since when a job appears as being taken
        super().__init__(
            list(queues),
            connection=Redis.from_url(url),
            serializer=JSONSerializer,
            queue_class=TaskQueue,
            maintenance_interval=LOOK,
            worker_ttl=CLEAN,
            job_monitoring_interval=SILENT,
        )

    @property
    def dequeue_timeout(self) -> int:
        return LOOK

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        if not self.is_horse and os.getppid() != self.parent:
            raise StopRequested
        super().heartbeat(timeout, pipeline)

    def run_maintenance_tasks(self) -> None:
        """Enqueue retries and due tasks, and tasks that dead workers were running."""
        scheduler = RQScheduler(
            self.queues,
            connection=self.connection,
            logging_level="WARNING",
            serializer=self.serializer,
        )
        if scheduler.acquire_locks():
            try:
                scheduler.enqueue_scheduled_jobs()
            finally:
                scheduler.release_locks()
        self._say_it_is_here()
        moment = time.monotonic()
        self._give_back(moment)
        if moment - self.cleaned_at >= CLEAN:
            self.cleaned_at = moment
            for queue in self.queues:
                clean_registries(queue, self._exc_handlers)
        if self.is_all and moment - self.looked_after >= HOURLY:
            self.looked_after = moment
            do_hourly()
            connections.close_all()
        self.last_cleaned_at = utc_now()  # type: ignore[assignment]  # RQ says None

    def _give_back(self, moment: float) -> None:
        """Queue tasks again whose workers, on any machine, died taking them."""
        pending = {}
        for queue in self.queues:
            for key in queue.intermediate_queue.get_job_ids():
                since = self.taken.get(key, moment)
                if moment - since < TAKING:
                    pending[key] = since
                elif give_back(queue, key):
                    LOG.warning("The worker that took task %s died", key)
        self.taken = pending

    def _say_it_is_here(self) -> None:
        """Register this worker again, because a restarted Redis has no workers."""
        with self.connection.pipeline() as pipeline:
            pipeline.hset(self.key, mapping=self.serialize())
            pipeline.expire(self.key, self.worker_ttl + CLEAN)
            register(self, pipeline)
            pipeline.execute()

    def prepare_job_execution(
        self, job: Job, remove_from_intermediate_queue: bool = False
    ) -> None:
        """Mark a task as started and, in the same step, as no longer being taken."""
        super().prepare_job_execution(job, remove_from_intermediate_queue=True)

    def execute_job(self, job: Job, queue: Queue) -> None:
        connections.close_all()  # the task's process opens its own
        super().execute_job(job, queue)

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Do nothing: `clubs.redis_tasks.do` logs the exception."""

    def handle_work_horse_killed(self, job: Job, *details: Any) -> None:
        LOG.warning("The process of task %s died", job.description)


def work(queues: tuple[str, ...], parent: int) -> None:
    """Run the tasks of these queues until SIGTERM."""
    for name in settings.TASKS_NEED:  # import once, not in each task's process
        import_module(name)
    RedisWorker(queues, parent, settings.REDIS_OF_TASKS).work(logging_level="WARNING")
