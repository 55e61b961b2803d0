"""Background work: tasks are queued in requests and run by the site's workers.

    enqueue(make_pack, tournament.pk)                        # the task
    enqueue("scoring.desk.documents.pack.make_pack", tournament.pk)  # from lower packages

A task is queued once the current transaction commits; equal tasks that wait become one.
Its arguments are ids and codes, never a name, an address or a token. A task can run
twice (its worker may be killed at the end), so it first checks what is left to do. Work
that must not be lost leaves a mark of its own in the transaction, and one of the
functions in the setting `HOURLY` queues it again from there: at the start, and every
hour.

The queues, by who waits: `paper` (a person, right now), `evening` (readers of a page
that is out of date), `mail`, `webhooks` (programs of others), `night` (no one: backups
and packs).

Tasks are stored in the database, or in Redis if the setting TASKS names one
(`clubs.redis_tasks`); both give these guarantees.
"""

import errno
import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal, TextIO

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.db.transaction import on_commit
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks import task_backends
from django_tasks.base import Task, TaskResultStatus
from django_tasks_db import DatabaseBackend
from django_tasks_db.models import DBTaskResult, DBTaskResultQuerySet

from clubs import server_clock
from clubs.models import Rhythm


class RetryTask(Exception):
    """A task failed for a reason that one line explains; it will be retried."""


class TaskBackendDown(Exception):
    """The backend that stores tasks doesn't respond; one line explains why."""


LOG = logging.getLogger("valat.jobs")
AT_ONCE = timedelta()
AN_HOUR = timedelta(minutes=50)  # an hourly check can come a little early
KEPT = timedelta(days=1)  # how long results of tasks are stored
TRIES = {"paper": 1, "evening": 6, "mail": 10, "night": 4, "webhooks": 4}
MAX_CRASHES = 3  # a task that kills this many workers isn't retried
PAUSES = (5, 30, 120, 600, 3600)  # s before the next try; later tries use the last one
UNDER_WAY = (TaskResultStatus.READY, TaskResultStatus.RUNNING)


def enqueue(task: Task | str, *ids: int | str, after: timedelta = AT_ONCE) -> None:
    """Queue a task when the current transaction commits; without one, immediately.

    The task doesn't run before the delay `after`. If the disk is full, the task is
    lost, but never the data that the request has saved.
    """
    on_commit(partial(_enqueue, _task_of(task), ids, after))


def enqueue_now(task: Task | str, *ids: int | str) -> None:
    """Queue a task that doesn't depend on the current transaction."""
    _enqueue(_task_of(task), ids, AT_ONCE)


def is_pending(task: Task | str, *ids: int | str) -> bool:
    """Return whether such a task waits or runs; False if the backend is down."""
    found = _task_of(task)
    if elsewhere := _elsewhere():
        try:
            return bool(elsewhere.is_pending(found, ids))
        except TaskBackendDown as error:
            LOG.error("Nobody knows of %s: %s", found.name, error)
            return False
    return _rows_of(found, ids).filter(status__in=UNDER_WAY).exists()


def _elsewhere() -> Any:
    """Return the backend of tasks if it isn't the database."""
    backend = task_backends["default"]
    return backend if hasattr(backend, "is_pending") else None


def _enqueue(task: Task, ids: tuple[int | str, ...], after: timedelta) -> None:
    is_ours = isinstance(task.get_backend(), DatabaseBackend)
    if after:
        task = task.using(run_after=timezone.now() + after)
    try:
        if is_ours and _waits(task, ids):
            return
        task.enqueue(*ids)
    except DatabaseError:
        LOG.exception("%s could not be put", task.name)
        return
    except TaskBackendDown as error:
        LOG.error("%s %s could not be put: %s", task.name, ids, error)
        return
    if is_ours and not after:
        wake_workers()


def _waits(task: Task, ids: tuple[int | str, ...]) -> bool:
    """Return whether an equal task will run early enough."""
    rows = _rows_of(task, ids)
    if task.run_after is None:
        return rows.ready().exists()
    by_then = rows.filter(status=TaskResultStatus.READY, run_after__lte=task.run_after)
    return rows.ready().exists() or by_then.exists()


def _task_of(task: Task | str) -> Task:
    function: Task = import_string(task) if isinstance(task, str) else task
    return function


def _rows_of(task: Task, ids: tuple[int | str, ...]) -> DBTaskResultQuerySet:
    return find_same_tasks(task.module_path, {"args": list(ids), "kwargs": {}})


def current_path(path: str) -> str:
    """Return the current dotted path of a function named in a queued task or print.

    Work queued by an earlier release can name a module that has been renamed since.
    """
    module, _, name = path.rpartition(".")
    return f"{settings.MOVED_MODULES.get(module, module)}.{name}"


def known_paths(path: str) -> list[str]:
    """Return every dotted path by which this release or the last queues a function."""
    module, _, name = current_path(path).rpartition(".")
    former = [old for old, new in settings.MOVED_MODULES.items() if new == module]
    return [f"{known}.{name}" for known in (module, *former)]


def find_same_tasks(
    task_path: str, args_kwargs: dict[str, Any]
) -> DBTaskResultQuerySet:
    """Return the rows of tasks with this function and these arguments."""
    return DBTaskResult.objects.filter(
        task_path__in=known_paths(task_path), args_kwargs=args_kwargs
    )


State = Literal["waiting", "running", "failed"]
STATES: dict[TaskResultStatus, State] = {
    TaskResultStatus.RUNNING: "running",
    TaskResultStatus.READY: "waiting",
    TaskResultStatus.FAILED: "failed",
}


@dataclass(frozen=True, slots=True)
class Work:
    """A task that waits, runs or has failed, as the site admin sees it.

    `at`: since when it waits or runs, or when it failed; `why`: the exception's name;
    `next_at`: the time of the next try.
    """

    key: str
    state: State
    queue: str
    name: str
    ids: tuple[int | str, ...]
    at: datetime | None
    tries: int
    why: str = ""
    next_at: datetime | None = None


def all_work(most: int) -> list[Work]:
    """Return up to `most` tasks by state, newest first. Raises TaskBackendDown."""
    if elsewhere := _elsewhere():
        works: list[Work] = elsewhere.all_work(most)
        return works
    rows: list[DBTaskResult] = []
    for status in STATES:
        of_status = DBTaskResult.objects.filter(status=status)
        rows += of_status.order_by("-enqueued_at")[:most]
    return [_work(row) for row in rows]


def _work(row: DBTaskResult) -> Work:
    current_time = timezone.now()
    waits_for = (
        row.run_after if row.worker_ids and row.run_after > current_time else None
    )
    state = STATES[TaskResultStatus(row.status)]
    moment = {
        "running": row.started_at,
        "waiting": row.enqueued_at,
        "failed": row.finished_at,
    }[state]
    return Work(
        key=str(row.pk),
        state=state,
        queue=row.queue_name,
        name=row.task_path.rpartition(".")[2],
        ids=tuple(row.args_kwargs["args"]),
        at=moment,
        tries=len(row.worker_ids),
        why=row.exception_class_path if state != "running" else "",
        next_at=waits_for if state == "waiting" else None,
    )


def do_again(key: str) -> bool:
    """Run a failed task again; return False if it isn't a failed task any more.

    Raises TaskBackendDown.
    """
    if elsewhere := _elsewhere():
        return bool(elsewhere.do_again(key))
    failed = DBTaskResult.objects.filter(status=TaskResultStatus.FAILED)
    try:
        count = failed.filter(pk=key).update(
            status=TaskResultStatus.READY,
            worker_ids=[],
            run_after=timezone.now(),
            finished_at=None,
        )
    except ValidationError:  # not a valid key
        return False
    wake_workers()
    return bool(count)


def is_due(kind: str, interval: timedelta = AN_HOUR) -> bool:
    """Return whether a job is due; of all machines that ask, only one gets True."""
    current_time = server_clock.now()
    late = Rhythm.objects.filter(kind=kind, last_at__lte=current_time - interval)
    if late.update(last_at=current_time):
        return True
    _, is_first = Rhythm.objects.get_or_create(
        kind=kind, defaults={"last_at": current_time}
    )
    return is_first


def note_done(kind: str) -> None:
    """Note that a job was done now, on this machine."""
    values = {"last_at": server_clock.now()}
    Rhythm.objects.update_or_create(kind=f"{kind} {machine()}", defaults=values)


def is_done_elsewhere(kind: str, period: timedelta) -> bool:
    """Return whether another machine of the site did a job within the period."""
    others = Rhythm.objects.filter(kind__startswith=f"{kind} ")
    others = others.exclude(kind=f"{kind} {machine()}")
    return others.filter(last_at__gt=server_clock.now() - period).exists()


def machine() -> str:
    """Return a random name of this machine's data folder; the first call creates it."""
    path = folder() / "name"
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        with exclusive(folder() / "naming"):
            if not path.exists():
                new = path.with_suffix(".new")
                new.write_text(token_hex(8), encoding="ascii")
                new.replace(path)
        return path.read_text(encoding="ascii")


def folder() -> Path:
    """Return the folder with the wake pipe and lock files of this machine's workers."""
    path = Path(settings.DATA_DIR) / "workers"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def wake_pipe() -> Path:
    """Return the path of the wake pipe: each byte wakes one worker."""
    path = folder() / "bell"
    with suppress(FileExistsError):
        os.mkfifo(path, 0o600)
    return path


def wake_workers() -> None:
    """Wake a worker of this machine; without the pipe, workers look every ten seconds."""
    try:
        pipe = os.open(folder() / "bell", os.O_WRONLY | os.O_NONBLOCK)
        try:
            os.write(pipe, b".")
        finally:
            os.close(pipe)
    except OSError as error:
        # No pipe, no listener, or a full pipe.
        if error.errno not in {errno.ENOENT, errno.ENXIO, errno.EAGAIN}:
            LOG.warning("No worker was woken: %s", error)


def has_workers() -> bool:
    """Return whether a worker of this machine (with Redis, of any) is running."""
    if elsewhere := _elsewhere():
        try:
            return bool(elsewhere.has_workers())
        except TaskBackendDown:
            return False
    try:
        os.close(os.open(folder() / "bell", os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


def check_tasks() -> str:
    """Return the reason why tasks can't run now; "" if they can.

    Only for tasks in Redis: tasks in the database depend on the database alone.
    """
    if is_out_of_reach():
        return "does not answer"
    return "no worker is there" if _elsewhere() and not has_workers() else ""


def is_out_of_reach() -> bool:
    """Return whether the task backend is down, so that no task can be queued."""
    try:
        if elsewhere := _elsewhere():
            elsewhere.has_workers()
    except TaskBackendDown:
        return True
    return False


@contextmanager
def exclusive(path: Path) -> Iterator[TextIO]:
    """Hold the lock on a file; a second caller waits. Ends with the process."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def is_held(path: Path) -> bool:
    """Return whether a process holds the lock on this file."""
    try:
        with path.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
