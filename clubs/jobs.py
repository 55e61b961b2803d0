"""Work behind the request: put as a task, done by one of the site's workers.

    put(make_pack, tournament.pk)                        # the task
    put("scoring.desk.packs.make_pack", tournament.pk)   # or its name, from a lower room

A task is put once the present transaction holds, and asked for twice while it waits it is
one. Its arguments are ids and codes, never a name, an address or a token. It may be done
twice (its worker may be killed at the end), so it looks first at what is left to do. What
must not be lost leaves a mark of its own in the transaction, and one of the functions in
the setting `HOURLY` puts it again from there: at the start, and every hour.

The queues, by who waits: `paper` (somebody, at this moment), `evening` (readers of a page
that is behind), `mail`, `night` (nobody: backups and packs).
"""

import errno
import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from django.conf import settings
from django.db import DatabaseError
from django.db.transaction import on_commit
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.base import Task, TaskResultStatus
from django_tasks_db import DatabaseBackend
from django_tasks_db.models import DBTaskResult, DBTaskResultQuerySet

from clubs.models import Rhythm


class TryAgain(Exception):
    """A task could not be done for a reason that one line tells; it is tried again."""


LOG = logging.getLogger("valat.jobs")
UNDER_WAY = (TaskResultStatus.READY, TaskResultStatus.RUNNING)


def put(task: Task | str, *ids: int | str) -> None:
    """Have a task done after the present transaction; without one, from now on.

    A full disk costs the task, never what the request has saved.
    """
    on_commit(partial(_enqueue, _task_of(task), ids))


def is_under_way(task: Task | str, *ids: int | str) -> bool:
    """Whether such a task waits, or is being done."""
    return _rows_of(_task_of(task), ids).filter(status__in=UNDER_WAY).exists()


def _enqueue(task: Task, ids: tuple[int | str, ...]) -> None:
    is_ours = isinstance(task.get_backend(), DatabaseBackend)
    try:
        if is_ours and _rows_of(task, ids).ready().exists():
            return
        task.enqueue(*ids)
    except DatabaseError:
        LOG.exception("%s could not be put", task.name)
        return
    if is_ours:
        ring()


def _task_of(task: Task | str) -> Task:
    found: Task = import_string(task) if isinstance(task, str) else task
    return found


def _rows_of(task: Task, ids: tuple[int | str, ...]) -> DBTaskResultQuerySet:
    return same(task.module_path, {"args": list(ids), "kwargs": {}})


def same(task_path: str, args_kwargs: dict[str, Any]) -> DBTaskResultQuerySet:
    """All that was asked for in these words."""
    return DBTaskResult.objects.filter(task_path=task_path, args_kwargs=args_kwargs)


def is_due(kind: str, every: timedelta) -> bool:
    """Whether it was last done so long ago; of all machines that ask, one is told so."""
    now = timezone.now()
    late = Rhythm.objects.filter(kind=kind, last_at__lte=now - every)
    if late.update(last_at=now):
        return True
    _, is_first = Rhythm.objects.get_or_create(kind=kind, defaults={"last_at": now})
    return is_first


def folder() -> Path:
    """Where the workers of this machine have their bell, and a file each."""
    path = Path(settings.DATA_DIR) / "workers"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def bell() -> Path:
    """A pipe: each byte in it has one worker look for something to do."""
    path = folder() / "bell"
    with suppress(FileExistsError):
        os.mkfifo(path, 0o600)
    return path


def ring() -> None:
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


def is_anybody_there() -> bool:
    """Whether a worker of this machine listens, or is at a task."""
    try:
        os.close(os.open(folder() / "bell", os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


@contextmanager
def alone(path: Path) -> Iterator[TextIO]:
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
