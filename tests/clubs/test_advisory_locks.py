"""What runs once in a site waits for whoever runs it, on whatever machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from clubs import advisory_locks, tasks
from clubs.models import Rhythm
from tests.clubs.test_counted_together import HOUSE, database_url

HOLD = """
import sys, time
from clubs.advisory_locks import site_lock
with site_lock("something"):
    print("held", flush=True)
    sys.stdin.read(1)
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, HOUSE / "manage.py", "shell", "--no-imports", "-c", HOLD],
        env={
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(folder),
            "DATABASE_URL": database_url(),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def is_free(name: str, folder: Path) -> bool:
    if connection.vendor != "postgresql":
        return not tasks.is_held(folder / "locks" / name)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s)", [advisory_locks.number_of(name)]
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
def test_it_is_held_until_it_ends_or_is_killed(tmp_path: Path, settings) -> None:
    """On PostgreSQL by a machine with another data folder, too."""
    other = tmp_path if connection.vendor == "sqlite" else tmp_path / "other"
    for end in (lambda held: held.stdin.write("."), lambda held: held.kill()):
        held = holder(other)
        assert held.stdout
        assert held.stdout.readline() == "held\n"
        assert not is_free("something", other)
        assert is_free("something-else", other)
        end(held)
        held.communicate()
        settings.DATA_DIR = other
        with advisory_locks.site_lock("something"):  # at once
            pass
        assert is_free("something", other)


@pytest.mark.django_db
def test_what_another_machine_did_is_known(tmp_path: Path, settings) -> None:
    day = tasks.timedelta(hours=20)
    settings.DATA_DIR = tmp_path / "a"
    tasks.note_done("whole backup")
    assert not tasks.is_done_elsewhere("whole backup", day)
    settings.DATA_DIR = tmp_path / "b"
    assert tasks.is_done_elsewhere("whole backup", day)
    assert not tasks.is_done_elsewhere("another", day)
    Rhythm.objects.update(last_at=tasks.server_clock.now() - day)
    assert not tasks.is_done_elsewhere("whole backup", day)
