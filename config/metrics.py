"""What a monitor counts: answers and their time, tasks, disk, backups (OpenMetrics).

Only where the setting WATCH_TOKEN is given is this module loaded. Each process writes what
it counts into a file of its own; whichever is asked adds them up.
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

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where processes write, by the library's name
MOST_WORK = 10_000  # tasks that are counted
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
if FOLDER in os.environ:  # before anything is counted
    Path(os.environ[FOLDER]).mkdir(mode=0o700, parents=True, exist_ok=True)
ANSWERS = Counter("valat_answers", "Answers by page and status.", ["page", "status"])
TIME = Histogram(
    "valat_answer_seconds", "Time of an answer.", ["page"], buckets=SECONDS
)


def empty_folder() -> None:
    """Forget what processes counted that are gone; before the site's begin."""
    if folder := os.environ.get(FOLDER):
        for path in Path(folder).glob("*.db"):
            path.unlink(missing_ok=True)


def count_answers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Counts by the name of the page, never by an address: that may hold a token."""

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
    """What is looked at when somebody asks."""

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
    """How many wait, are being done or have failed, by queue."""
    counts = dict.fromkeys(product(settings.QUEUES, tasks.STATES.values()), 0)
    for work in tasks.all_work(MOST_WORK):
        counts[work.queue, work.state] += 1
    family = GaugeMetricFamily("valat_tasks", "Tasks.", labels=["queue", "state"])
    for labels, count in counts.items():
        family.add_metric(list(labels), count)
    return family


def text() -> tuple[bytes, str]:
    """All of it and its content type, the counts of all processes together."""
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
