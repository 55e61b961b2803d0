"""A site whose tasks are in Redis: its workers are killed, and Redis is away for a time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from redis import Redis
from rq import Worker

from clubs import tasks
from clubs.tasks import TaskBackendDown, Work, exclusive
from scoring.backups.archive import open_archive
from tests import builders, redis_server
from tests.server.site import HOST, Site, database_url, free_port

PATIENCE = 120  # s, on a busy machine


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "redis").mkdir()
    with redis_server.running(tmp_path / "redis") as url:
        yield url


@pytest.fixture
def own_site(
    transactional_db: None, redis: str, settings, tmp_path: Path
) -> Iterator[Site]:
    """With its workers, and this process puts tasks as its own do."""
    backups = tmp_path / "backups"
    use(redis, settings, tmp_path)
    running = Site(tmp_path, more={"BACKUPS": str(backups), "TASKS": redis})
    running.start()
    try:
        # The day's backup is looked for at the start: before there is a club.
        until(lambda: workers(redis) == 2 and not tasks.all_work(1))
        until(lambda: looked(redis))
        yield running
    finally:
        running.stop()


def use(url: str, settings, folder: Path) -> None:
    backend = "clubs.redis_tasks.RedisBackend"
    queues = ["paper", "evening", "mail", "night", "webhooks"]
    facts = {"BACKEND": backend, "QUEUES": queues, "OPTIONS": {"URL": url}}
    settings.TASKS = {"default": facts}
    settings.DATA_DIR, settings.BACKUPS = folder, folder / "backups"


def until(is_so: Callable[[], object]) -> None:
    """Wait for it."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, tasks.all_work(9)
        time.sleep(0.02)


def workers(url: str) -> int:
    with Redis.from_url(url) as redis:
        return Worker.count(connection=redis)


def looked(url: str) -> bool:
    """Whether somebody did a task, which was that of the day."""
    with Redis.from_url(url) as redis:
        return any(worker.successful_job_count for worker in Worker.all(redis))


def at(state: str, name: str) -> list[Work]:
    try:
        return [w for w in tasks.all_work(9) if (w.state, w.name) == (state, name)]
    except TaskBackendDown:
        return []


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()]


def test_a_task_whose_process_was_killed_is_done_once(own_site: Site) -> None:
    evening = builders.tournament(builders.club())
    backups = own_site.folder / "backups"
    (own_site.folder / "locks").mkdir(exist_ok=True)
    assert own_site.process
    with exclusive(
        own_site.folder / "locks" / f"backup-{evening.pk}"
    ):  # it waits for us
        builders.opened_round(evening, 4)
        until(lambda: at("running", "keep_evening"))
        horses = []
        while not horses:
            of_site = children(own_site.process.pid)
            horses = [horse for worker in of_site for horse in children(worker)]
        for horse in horses:
            os.kill(horse, signal.SIGKILL)
        until(lambda: at("waiting", "keep_evening"))
    # A task on its way from one of Redis's lists to the next is in none that is read.
    until(lambda: list(backups.glob("*.zip")))
    until(lambda: list(own_site.folder.glob(f"packs/{evening.pk}/*.pdf")))
    until(lambda: not tasks.all_work(1))
    [kept] = backups.glob("*.zip")
    with open_archive(kept) as backup:
        assert backup.manifest.evening.startswith(evening.name)


def test_a_worker_elsewhere_waits_for_redis_and_ends_when_told(
    transactional_db: None, settings, tmp_path: Path
) -> None:
    port = free_port()
    url = f"redis://{HOST}:{port}/0"
    use(url, settings, tmp_path)
    facts = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": django_settings.SECRET_KEY,
        "TASKS": url,
    }
    command = [sys.executable, "manage.py", "work", "--processes", "1"]
    with redis_server.running(tmp_path, port):
        worker = subprocess.Popen(command, cwd=django_settings.BASE_DIR, env=facts)
        until(lambda: workers(url) == 1)
    try:
        evening = builders.tournament(builders.club())
        assert worker.poll() is None
        with redis_server.running(tmp_path, port):
            until(lambda: workers(url) == 1)
            tasks.enqueue("scoring.desk.documents.pack.make_pack", evening.pk)
            until(lambda: list(tmp_path.glob(f"packs/{evening.pk}/*.pdf")))
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(PATIENCE) == 0
            assert workers(url) == 0
    finally:
        if worker.poll() is None:
            worker.kill()
            worker.wait()
