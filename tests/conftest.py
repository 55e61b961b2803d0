"""What every test gets: luck that comes again, and no clock.

`--hypothesis-profile=wander` looks elsewhere each time: other examples, other draws.
"""

import gc
import os
import random
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import brotli
import pytest
from django.conf import settings as site
from django.db import connection
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from whitenoise.compress import Compressor

from scoring.api import brake
from scoring.core.kept import Kept
from scoring.results import standings
from scoring.years.following import follow
from tests.drill.figures import size
from tests.gate import HOUSE
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

_ask_to_follow = standings.ask_to_follow


def _follow_at_once(tournament: int) -> None:
    """What a test rolls back is never committed: there the years follow in place."""
    if any(each._from_testcase for each in connection.atomic_blocks):
        follow(tournament)
    else:
        _ask_to_follow(tournament)


standings.ask_to_follow = _follow_at_once

LONGEST = (
    "tests/browser/test_evening.py",
    "tests/browser/test_table_round.py",
    "tests/browser/test_another_game.py",
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
    """What the gate has migrated once is copied; PostgreSQL does so by itself."""
    name = site.DATABASES["default"]["TEST"].get("NAME")
    if site.MIGRATED and not site.DATABASES["default"]["TEST"].get("TEMPLATE"):
        shutil.copy(site.MIGRATED, name)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """What a process keeps for its pages is of another test's rows."""
    for each in Kept.all:
        each.results.clear()
    brake.answers.forget()


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
        made = [sys.executable, "-m", "tests.sentences"]
        subprocess.run(made, cwd=HOUSE, check=True, stdout=subprocess.DEVNULL)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The longest first: one of them at the end would run while the other core waits.
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
