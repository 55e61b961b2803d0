"""Tasks in tests: done at once where they are put, and what they raise is seen."""

from typing import Any

from django_tasks.backends.immediate import ImmediateBackend
from django_tasks.base import Task, TaskResult


class AtOnce(ImmediateBackend):
    """As Django's own, which would only log what went wrong."""

    def enqueue(self, task: Task, args: Any, kwargs: Any) -> TaskResult:
        result = super().enqueue(task, args, kwargs)
        if result.errors:
            raise AssertionError(result.errors[0].traceback)
        return result
