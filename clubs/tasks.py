"""Work behind the request: put as a task, done by one of the site's workers.

    put(make_pack, tournament.pk)                        # the task
    put("scoring.desk.packs.make_pack", tournament.pk)   # or its name, from a lower room

A task is put once the present transaction holds, and asked for twice while it waits it is
one. Its arguments are ids and codes, never a name, an address or a token. It may be done
twice (its worker may be killed at the end), so it looks first at what is left to do. What
must not be lost leaves a mark of its own in the transaction, and one of the functions in
the setting `HOURLY` puts it again from there: at the start, and every hour.

The queues, by who waits: `paper` (somebody, at this moment), `evening` (readers of a page
that is behind), `mail`, `webhooks` (programs of others), `night` (nobody: backups and
packs).

The database keeps the tasks, or Redis where the setting TASKS names one
(`clubs.redis_tasks`); both promise the same.
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
    """A task could not be done for a reason that one line tells; it is tried again."""


class TaskBackendDown(Exception):
    """Whoever keeps the tasks does not answer; one line says why."""


LOG = logging.getLogger("valat.jobs")
AT_ONCE = timedelta()
AN_HOUR = timedelta(minutes=50)  # an hourly check may come a little early
KEPT = timedelta(days=1)  # how long it is known what became of a task
TRIES = {"paper": 1, "evening": 6, "mail": 10, "night": 4, "webhooks": 4}
MAX_CRASHES = 3  # a task that kills this many workers is not tried again
PAUSES = (5, 30, 120, 600, 3600)  # s before the next try; from then on the last
UNDER_WAY = (TaskResultStatus.READY, TaskResultStatus.RUNNING)


def enqueue(task: Task | str, *ids: int | str, after: timedelta = AT_ONCE) -> None:
    """Have a task done after the present transaction; without one, from now on.

    Not before `after` is over, where a pause is meant. A full disk costs the task, never
    what the request has saved.
    """
    on_commit(partial(_enqueue, _task_of(task), ids, after))


def enqueue_now(task: Task | str, *ids: int | str) -> None:
    """Have a task done that rests on nothing the present transaction writes."""
    _enqueue(_task_of(task), ids, AT_ONCE)


def is_pending(task: Task | str, *ids: int | str) -> bool:
    """Whether such a task waits, or is being done; not where nobody can be asked."""
    found = _task_of(task)
    if elsewhere := _elsewhere():
        try:
            return bool(elsewhere.is_pending(found, ids))
        except TaskBackendDown as error:
            LOG.error("Nobody knows of %s: %s", found.name, error)
            return False
    return _rows_of(found, ids).filter(status__in=UNDER_WAY).exists()


def _elsewhere() -> Any:
    """Who keeps the tasks, where that is not the database."""
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
    """Whether the same will be done, and no later than it is wanted."""
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
    """Return where a function lives now that a queued task or print names by dotted path.

    Work queued by the release before may name a module that has been renamed since.
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
    """A task that waits, is being done or has failed, as the operator sees it.

    `at`: since when it waits or is being done, or when it failed; `why` it failed, as
    the name of what was raised; `next_at`: when it is tried again.
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
    """At most so many tasks of each state, the newest first. Raises TaskBackendDown."""
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
    """Have a task that failed done once more; False where it is none any more.

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
    except ValidationError:  # no key of any task
        return False
    wake_workers()
    return bool(count)


def is_due(kind: str, interval: timedelta = AN_HOUR) -> bool:
    """Whether it was last done so long ago; of all machines that ask, one is told so."""
    current_time = server_clock.now()
    late = Rhythm.objects.filter(kind=kind, last_at__lte=current_time - interval)
    if late.update(last_at=current_time):
        return True
    _, is_first = Rhythm.objects.get_or_create(
        kind=kind, defaults={"last_at": current_time}
    )
    return is_first


def note_done(kind: str) -> None:
    """It was done now, on this machine."""
    values = {"last_at": server_clock.now()}
    Rhythm.objects.update_or_create(kind=f"{kind} {machine()}", defaults=values)


def is_done_elsewhere(kind: str, period: timedelta) -> bool:
    """Whether another machine of the site did it so short a time ago."""
    others = Rhythm.objects.filter(kind__startswith=f"{kind} ")
    others = others.exclude(kind=f"{kind} {machine()}")
    return others.filter(last_at__gt=server_clock.now() - period).exists()


def machine() -> str:
    """A name for this machine's data folder, which the first who asks makes up."""
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
    """Where the workers of this machine have their bell, and a file each."""
    path = Path(settings.DATA_DIR) / "workers"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def wake_socket() -> Path:
    """A pipe: each byte in it has one worker look for something to do."""
    path = folder() / "bell"
    with suppress(FileExistsError):
        os.mkfifo(path, 0o600)
    return path


def wake_workers() -> None:
    """Wake a worker of this machine; where none listens, they look by themselves."""
    try:
        pipe = os.open(folder() / "bell", os.O_WRONLY | os.O_NONBLOCK)
        try:
            os.write(pipe, b".")
        finally:
            os.close(pipe)
    except OSError as error:
        # no pipe, nobody listens, or it rings already
        if error.errno not in {errno.ENOENT, errno.ENXIO, errno.EAGAIN}:
            LOG.warning("No worker was woken: %s", error)


def has_workers() -> bool:
    """Whether a worker of this machine (or with Redis, of any) is there for tasks."""
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
    """What keeps tasks from being done now, in a few words; "" where nothing does.

    Of tasks in Redis alone: those in the database are where the database is.
    """
    if is_out_of_reach():
        return "does not answer"
    return "no worker is there" if _elsewhere() and not has_workers() else ""


def is_out_of_reach() -> bool:
    """Whether whoever keeps the tasks does not answer: then none can be put."""
    try:
        if elsewhere := _elsewhere():
            elsewhere.has_workers()
    except TaskBackendDown:
        return True
    return False


@contextmanager
def exclusive(path: Path) -> Iterator[TextIO]:
    """Hold the lock on a file; whoever comes second waits. It ends with the process."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def is_held(path: Path) -> bool:
    """Whether a process holds the lock on this file."""
    try:
        with path.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
