"""A worker for the site's tasks, one at a time, as long as the site runs.

django-tasks-db stores the tasks. Its own worker would lock the database each second to
look for tasks, and would ignore tasks whose worker was killed. Ours looks when the wake
pipe signals, otherwise every ten seconds and without a lock. It takes a dead worker's
task again, and retries failed tasks after a growing pause.
"""

import fcntl
import logging
import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from secrets import token_hex

from django.conf import settings
from django.db import DatabaseError, close_old_connections, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult, DBTaskResultQuerySet

from clubs import tasks
from clubs.storage import StorageDown
from clubs.tasks import KEPT, MAX_CRASHES, PAUSES, TRIES

LOG = logging.getLogger("valat.jobs")

# People wait for the tasks in the first queue; those in the last can take minutes.
QUICK = ("paper", "evening", "mail")
ALL = ("evening", "night", "mail", "paper", "webhooks")
LOOK = 10  # s between two looks without a signal
HOURLY = 60 * 60  # s
IDLE = 300  # s without a task; then the process restarts to free memory
MOST_TASKS = 50  # then the process restarts, because printing leaks some memory
CHUNK = 4096
ELSEWHERE = timedelta(hours=1)  # no task takes this long: its machine is gone


class Worker:
    """A worker for the tasks of some queues, in order."""

    def __init__(self, queues: tuple[str, ...]) -> None:
        self.queues = queues
        self.done, self.done_at = 0, 0.0
        self.is_stopping = False
        self.looked_after = -float(HOURLY)  # last time, by the monotonic clock

    def run(self, parent: int) -> None:
        """Run until SIGTERM, or until the parent process is gone.

        Also returns after many tasks, or when idle after some tasks: then a new process
        starts.
        """
        signal.signal(signal.SIGTERM, self.stop)
        try:
            self._run(parent)
        except OSError as error:  # a full disk, or a folder without write permission
            LOG.error("A worker cannot go on: %s", error)
            time.sleep(LOOK)

    def _run(self, parent: int) -> None:
        with _name() as name, _woken() as wait:
            while not self.is_stopping and self.done < MOST_TASKS:
                if os.getppid() != parent or self._has_paused():
                    return
                try:
                    if not self.turn(name):
                        wait(LOOK)
                except DatabaseError as error:
                    LOG.error("No task could be taken: %s", error)
                    wait(LOOK)
                close_old_connections()

    def _has_paused(self) -> bool:
        return bool(self.done) and time.monotonic() - self.done_at > IDLE

    def turn(self, name: str) -> bool:
        """Run one task; return False if there is none."""
        self._look_after()
        row = take(self.queues, name)
        if row is None:
            return False
        do(row)
        self.done, self.done_at = self.done + 1, time.monotonic()
        return True

    def _look_after(self) -> None:
        """Do the hourly work, also at the start, if this worker has all queues."""
        is_its = "night" in self.queues
        if is_its and time.monotonic() - self.looked_after >= HOURLY:
            self.looked_after = time.monotonic()
            do_hourly()

    def stop(self, *_: object) -> None:
        """Stop after the current task."""
        self.is_stopping = True


def work(queues: tuple[str, ...], parent: int) -> None:
    """Run the tasks of these queues as long as the parent process lives."""
    Worker(queues).run(parent)


def works(processes: int) -> list[Callable[[int], None]]:
    """Return a function for each process, which takes the parent's process id.

    Half of several processes only take quick tasks, because people wait for them.
    """
    quick = processes // 2
    queues = [QUICK] * quick + [ALL] * (processes - quick)
    return [partial(_work, queue) for queue in queues]


def _work(queues: tuple[str, ...], parent: int) -> None:
    if queues == ALL:
        os.nice(10)  # requests of the site go first
    import_string(settings.TASK_WORK)(queues, parent)


def do_all(queues: tuple[str, ...] = ALL) -> int:
    """Run all waiting tasks in this process; return how many there were."""
    worker = Worker(queues)
    worker.looked_after = time.monotonic()
    with _name() as name:
        while worker.turn(name):
            pass
    return worker.done


def take(queues: tuple[str, ...], name: str) -> DBTaskResult | None:
    """Return the next task, claimed by this worker; duplicates of it are deleted."""
    give_back(name)
    if not _waiting(queues).exists():
        return None
    with transaction.atomic():
        for queue in queues:
            if row := _waiting((queue,)).get_locked():
                row.claim(name)
                tasks.find_same_tasks(row.task_path, row.args_kwargs).ready().delete()
                return row
    return None


def _waiting(queues: tuple[str, ...]) -> DBTaskResultQuerySet:
    return DBTaskResult.objects.ready().filter(queue_name__in=queues)


def do(row: DBTaskResult) -> None:
    """Run a task; log exceptions and retry the task if possible."""
    try:
        row.task_path = tasks.current_path(row.task_path)
        result = row.task_result
        result.task.call(*result.args, **result.kwargs)
    except Exception as error:  # a task can raise anything, and is tried again
        name, args = row.task_name, row.args_kwargs["args"]
        is_known = isinstance(error, tasks.RetryTask)
        LOG.error("%s %s failed: %s", name, args, error, exc_info=not is_known)
        _try_again(row, error)
    else:
        row.set_successful(None)


def _try_again(row: DBTaskResult, error: Exception) -> None:
    tried = len(row.worker_ids)
    if tried >= TRIES.get(row.queue_name, 1):
        row.set_failed(error)
        row.traceback = ""  # it can contain a name, and the log has it
        row.save(update_fields=["traceback"])
        return
    pause = PAUSES[min(tried, len(PAUSES)) - 1]
    row.status = TaskResultStatus.READY
    row.run_after = timezone.now() + timedelta(seconds=pause)
    row.exception_class_path = f"{type(error).__module__}.{type(error).__qualname__}"
    row.save(update_fields=["status", "run_after", "exception_class_path"])


def give_back(name: str) -> None:
    """Retry tasks whose worker died, except tasks that kill each worker.

    `name` is this worker's, and it has no task now.
    """
    for row in DBTaskResult.objects.running():
        if row.worker_ids and not _is_alive(row, name):
            is_deadly = len(row.worker_ids) >= max(
                MAX_CRASHES, TRIES.get(row.queue_name, 1)
            )
            status = TaskResultStatus.FAILED if is_deadly else TaskResultStatus.READY
            LOG.warning("The worker of task %s died: now %s", row.task_name, status)
            running = DBTaskResult.objects.running().filter(pk=row.pk)
            running.filter(worker_ids=row.worker_ids).update(
                status=status, finished_at=timezone.now() if is_deadly else None
            )


def _is_alive(row: DBTaskResult, name: str) -> bool:
    last = row.worker_ids[-1]
    if last == name:
        return False
    process, _, machine = last.partition("-")
    if machine == tasks.machine():
        return tasks.is_held(tasks.folder() / f"{process}.held")
    begun = row.started_at or row.enqueued_at
    return timezone.now() - begun < ELSEWHERE


def do_hourly() -> None:
    """Do the hourly work: queue lost tasks again; delete yesterday's results."""
    for name in settings.HOURLY:
        try:
            import_string(name)()
        except StorageDown as error:
            # The store has logged it, and can be back in an hour.
            LOG.error("%s: %s", name, error.strerror)
        except Exception:  # the other functions of the hour still run
            LOG.exception("%s failed", name)
    _forget_old()


def _forget_old() -> None:
    before = timezone.now() - KEPT
    DBTaskResult.objects.finished().filter(finished_at__lt=before).delete()


@contextmanager
def _name() -> Iterator[str]:
    """Yield an unused name, valid as long as this process locks its file."""
    machine = tasks.machine()
    path = tasks.folder() / f"{token_hex(8)}.held"
    with ExitStack() as held:
        with tasks.exclusive(tasks.folder() / "naming"):
            _forget_dead()
            lock = held.enter_context(path.open("x"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        held.callback(path.unlink, missing_ok=True)
        yield f"{path.stem}-{machine}"


def _forget_dead() -> None:
    """Delete files of killed workers; the caller holds the lock of new names."""
    for path in tasks.folder().glob("*.held"):
        if not tasks.is_held(path):
            path.unlink(missing_ok=True)


@contextmanager
def _woken() -> Iterator[Callable[[float], None]]:
    """Yield a function that waits for a wake-up or a signal, up to some seconds."""
    heard, writes = os.pipe()
    os.set_blocking(writes, False)
    usual = signal.set_wakeup_fd(writes)
    bell = _listening(tasks.wake_pipe)

    def wait(seconds: float) -> None:
        pipes = [heard] if bell is None else [heard, bell]
        ready, _, _ = select.select(pipes, [], [], seconds)
        if heard in ready:
            os.read(heard, CHUNK)
        if bell in ready:
            _read_one(bell)

    try:
        yield wait
    finally:
        signal.set_wakeup_fd(usual)
        for pipe in (heard, writes, *([] if bell is None else [bell])):
            os.close(pipe)


def _listening(bell: Callable[[], Path]) -> int | None:
    """Return the open pipe; None on a disk without pipes: nothing wakes workers."""
    try:
        # Open for writing too: otherwise the pipe would end after each writer.
        return os.open(bell(), os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        LOG.warning("Workers cannot be woken here: %s", error)
        return None


def _read_one(bell: int) -> None:
    with suppress(BlockingIOError):  # another worker was faster
        os.read(bell, 1)
