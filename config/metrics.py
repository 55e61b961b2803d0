"""Metrics for monitors: responses and their time, tasks, disk, backups (OpenMetrics).

Only imported if the setting WATCH_TOKEN is set. Each process writes its counts into a
file of its own; the process that is asked adds them up.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.openmetrics.exposition import (
    CONTENT_TYPE_LATEST,
    generate_latest,
)
from prometheus_client.registry import Collector

from clubs import tasks
from config.health import backup_age, free_bytes, parts

# The library's setting for the folder where processes write.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
MOST_WORK = 10_000  # maximum number of tasks to count
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
if FOLDER in os.environ:  # before anything is counted
    Path(os.environ[FOLDER]).mkdir(mode=0o700, parents=True, exist_ok=True)
ANSWERS = Counter("valat_answers", "Answers by page and status.", ["page", "status"])
TIME = Histogram(
    "valat_answer_seconds", "Time of an answer.", ["page"], buckets=SECONDS
)


def empty_folder() -> None:
    """Delete the counts of ended processes, before the site's processes start."""
    if folder := os.environ.get(FOLDER):
        for path in Path(folder).glob("*.db"):
            path.unlink(missing_ok=True)


def count_answers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Count responses by view name, never by address, which can contain a token."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        found = request.resolver_match
        page = (found.view_name if found else "") or "none"
        ANSWERS.labels(page, str(response.status_code)).inc()
        TIME.labels(page).observe(time.perf_counter() - began)
        return response

    return middleware


class Now(Collector):
    """A collector of values that are read when metrics are requested."""

    def collect(self) -> Iterator[Metric]:
        labels = {"version": settings.VERSION}
        info = GaugeMetricFamily("valat_build", "Its version.", labels=list(labels))
        info.add_metric(list(labels.values()), 1)
        yield info
        values = {
            "valat_disk_free_bytes": ("Free for the site's data.", free_bytes()),
            "valat_backup_age_seconds": ("Of the newest backup.", backup_age()),
        }
        for name, (words, value) in values.items():
            if value is not None:
                yield GaugeMetricFamily(name, words, value=value)
        around = GaugeMetricFamily(
            "valat_part_ok", "Whether a part answers.", labels=["part"]
        )
        for name, word in parts().items():
            around.add_metric([name], word == "ok")
        yield around
        with suppress(DatabaseError, tasks.TaskBackendDown):
            yield _tasks()


def _tasks() -> Metric:
    """Return how many tasks wait, run or have failed, by queue."""
    counts = dict.fromkeys(product(settings.QUEUES, tasks.STATES.values()), 0)
    for work in tasks.all_work(MOST_WORK):
        counts[work.queue, work.state] += 1
    family = GaugeMetricFamily("valat_tasks", "Tasks.", labels=["queue", "state"])
    for labels, count in counts.items():
        family.add_metric(list(labels), count)
    return family


def text() -> tuple[bytes, str]:
    """Return all metrics and their content type, with the counts of all processes."""
    registry = CollectorRegistry()
    registry.register(Now())
    counted: CollectorRegistry = REGISTRY
    if FOLDER in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)
    whole = generate_latest(counted).removesuffix(b"# EOF\n") + generate_latest(
        registry
    )
    return whole, CONTENT_TYPE_LATEST
