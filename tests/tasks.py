"""Tasks in tests: done at once where they are put, and what they raise is seen."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django_tasks.backends.immediate import ImmediateBackend
from django_tasks.base import Task
from django_tasks.base import TaskResultStatus as Status
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from clubs import tasks as task_queue
from clubs.management import worker
from clubs.tasks import RetryTask


class AtOnce(ImmediateBackend):
    """As Django's own, which would only log what went wrong beyond what is known."""

    supports_defer = True

    def enqueue(self, task: Task, args: Any, kwargs: Any) -> Any:
        if task.run_after is not None:  # a test has it done itself
            return None
        result = super().enqueue(task, args, kwargs)
        if any(
            not issubclass(each.exception_class, RetryTask) for each in result.errors
        ):
            raise AssertionError(result.errors[0].traceback)
        return result


class Waiting:
    """The tasks that wait for a worker, in the order they were put."""

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        rows = DBTaskResult.objects.filter(status=Status.READY).order_by("enqueued_at")
        for row in rows:
            yield (row.task_path.rpartition(".")[2], *row.args_kwargs["args"])

    def __eq__(self, other: object) -> bool:
        return list(self) == other

    def __repr__(self) -> str:
        return repr(list(self))

    def clear(self) -> None:
        """As if nobody had asked."""
        DBTaskResult.objects.all().delete()

    def do(self) -> int:
        """What a worker does; gives how many tasks."""
        return worker.do_all()


@pytest.fixture
def tasks(
    db: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Waiting:
    """Tasks wait until the test has them done; they go with the test's transaction."""
    backend = "django_tasks_db.DatabaseBackend"
    queues = ["paper", "evening", "mail", "night", "webhooks"]
    settings.TASKS = {"default": {"BACKEND": backend, "QUEUES": queues}}
    settings.DATA_DIR = tmp_path

    def at_once(call: Callable[[], object]) -> None:
        call()

    monkeypatch.setattr(task_queue, "on_commit", at_once)
    return Waiting()
