"""What every test gets: luck that comes again, and no clock.

`--hypothesis-profile=wander` looks elsewhere each time: other examples, other draws.
"""

import gc
import os
import random
import secrets
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings as site
from django.db import connection
from django.db.transaction import Atomic, on_commit
from django_tasks.base import Task
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from whitenoise.compress import Compressor

from clubs import tasks as task_queue
from scoring.api import throttling
from scoring.core import subscriptions
from scoring.core.process_cache import ProcessCache
from tests.drill.figures import size
from tests.sentences import collect
from tests.tasks import tasks
from tests.world import Evening, two_clubs

__all__ = ["tasks"]

# A busy machine is no error in the code.
settings.register_profile(
    "wander", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# What held yesterday holds today, where nobody changed anything: the same few each time,
# and more of them in a drill.
settings.register_profile(
    "house",
    settings.get_profile("wander"),
    derandomize=True,
    max_examples=size(12, 100),
)
settings.load_profile("house")

# Looking for rings of dead things less often saves some of the tests' time.
gc.set_threshold(100_000, 50, 100)

# Squeezing a script for the phone to the last byte takes half a second for each game.
Compressor.compress_brotli = staticmethod(partial(brotli.compress, quality=5))

# What gives way to the evening would give way to all tests after it in this process.
os.nice = lambda _: 0

_put, _leave = subscriptions.enqueue, Atomic.__exit__
_woken: set[tuple[str, int]] = set()


def _put_or_follow(task: Task, scope: str, pk: int) -> None:
    """What a test rolls back is never committed: there a service's end stands for it."""
    blocks = connection.atomic_blocks
    if not any(each._from_testcase for each in blocks):
        if task_queue.on_commit is on_commit:
            _put(task, scope, pk)
        else:  # tasks wait for their test, but nobody waits for a worker to follow
            on_commit(partial(task.call, scope, pk))
    elif blocks[-1]._from_testcase:
        _follow(scope, pk)
    else:
        _woken.add((scope, pk))


def _leave_and_follow(self: Atomic, *error: Any) -> None:
    _leave(self, *error)
    blocks = connection.atomic_blocks
    if _woken and not (blocks and not blocks[-1]._from_testcase):
        woken = sorted(_woken)
        _woken.clear()
        for scope, pk in woken if blocks and error[0] is None else ():
            _follow(scope, pk)


def _follow(scope: str, pk: int) -> None:
    """Follow as a worker does: in no count of what a request asks the database."""
    is_counted, connection.force_debug_cursor = connection.force_debug_cursor, False
    try:
        subscriptions.follow_changes.call(scope, pk)
    finally:
        connection.force_debug_cursor = is_counted


def _wake(call: Callable[[], object], **how: bool) -> None:
    if any(each._from_testcase for each in connection.atomic_blocks):
        call()
    else:
        on_commit(call, **how)


subscriptions.on_commit = _wake
subscriptions.enqueue = _put_or_follow
Atomic.__exit__ = _leave_and_follow

LONGEST = (
    "tests/browser/test_evening.py",
    "tests/browser/test_table_round.py",
    "tests/browser/test_another_game.py",
    "tests/browser/test_first_things.py",
    "tests/browser/test_first_sheet.py",
    "tests/browser/test_public_pictures.py",
    "tests/browser/test_series.py",
    "tests/ratchet/test_ratchet.py::test_no_walk_gets_longer",
    "tests/evenings/",
    "tests/clubs/test_redis_",
    "tests/config/test_settings.py::test_a_database_that_cannot_be_opened",
    "tests/test_kept_pages.py",
    "tests/test_permissions.py",
    "tests/scoring/backups/commands/test_backup_",
    "tests/server/",
    "tests/browser/test_twin.py",
    "tests/config/test_serve.py",
    "tests/test_no_500.py",
)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The process has its own in any case, and it is thrown away with its folder."""
    return bool(site.MIGRATED)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> None:
    """What the gate has migrated once is copied; PostgreSQL has templates for that."""
    name = site.DATABASES["default"]["TEST"].get("NAME")
    if site.MIGRATED and not site.DATABASES["default"]["TEST"].get("TEMPLATE"):
        shutil.copy(site.MIGRATED, name)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """What a process keeps for its pages is of another test's rows."""
    for each in ProcessCache.all:
        each.results.clear()
    throttling.answers.forget()


@pytest.fixture(autouse=True)
def _same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test draws its own lots and seats, and the same ones every time."""
    if request.config.getoption("--hypothesis-profile") != "wander":
        luck = random.Random(request.node.nodeid)
        monkeypatch.setattr(secrets, "randbelow", luck.randrange)


@pytest.fixture(autouse=True)
def _others_may_read() -> Iterator[None]:
    """As on most machines, whatever a command before set: who keeps a file to its owner
    says so."""
    usual = os.umask(0o022)
    yield
    os.umask(usual)


@pytest.fixture(autouse=True)
def _no_pictures_left() -> Iterator[None]:
    """Rows are rolled back after a test; the files of its pictures go with them."""
    before = _pictures()
    yield
    for each in _pictures() - before:
        each.unlink()
    if not before:
        shutil.rmtree(site.PHOTOS, ignore_errors=True)


def _pictures() -> set[Path]:
    return {each for each in site.PHOTOS.rglob("*") if each.is_file()}


@pytest.fixture(scope="module")
def _two_clubs(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Evening, Evening]]:
    with django_db_blocker.unblock(), two_clubs() as both:
        yield both
    shutil.rmtree(site.PHOTOS, ignore_errors=True)


@pytest.fixture
def here(_two_clubs: tuple[Evening, Evening]) -> Evening:
    return _two_clubs[0]


@pytest.fixture
def there(_two_clubs: tuple[Evening, Evening]) -> Evening:
    return _two_clubs[1]


def pytest_configure(config: pytest.Config) -> None:
    """The catalogue of all sentences is made once, before any process reads it."""
    if not hasattr(config, "workerinput"):
        collect()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The longest first: one of them at the end would run while the other core waits.
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
