"""Two machines that prepare one new PostgreSQL at once."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests.postgres import database_beside
from tests.server.site import HOST, database_url

WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.mark.django_db
def test_both_end_well(tmp_path: Path) -> None:
    """In a database as the gate has migrated it, all but the table of second factors.

    Until both wait nobody can note that it is made: where one start makes it beside the
    other, that is seen every time, and not only if both happen to be there at once.
    """
    if connection.vendor != "postgresql":
        pytest.skip("with SQLite a site has one machine")
    template = settings.MIGRATED or "template0"
    url = database_beside(database_url(), f"first_starts_{os.getpid()}", template)
    with psycopg.connect(url) as database:
        if settings.MIGRATED:
            database.execute("DROP TABLE mfa_authenticator")
            database.execute("DELETE FROM django_migrations WHERE app = 'mfa'")
            database.commit()
            database.execute("LOCK TABLE django_migrations IN EXCLUSIVE MODE")
        starts = both_start(url, tmp_path)
        if settings.MIGRATED:
            until_both_wait(url, starts)
    said = [start.communicate()[1] for start in starts]
    assert [start.returncode for start in starts] == [0, 0], said
    assert not any("Traceback" in each for each in said), said
    with psycopg.connect(url) as database:
        assert database.execute("SELECT count(*) FROM mfa_authenticator").fetchone()
        demos = database.execute("SELECT count(*) FROM clubs_club").fetchone()
        evenings = database.execute(
            "SELECT name, count(*) FROM scoring_tournament "
            "GROUP BY name HAVING count(*) > 1"
        ).fetchall()
    assert demos == (1,)
    assert evenings == []


def both_start(url: str, folder: Path) -> list[subprocess.Popen[str]]:
    return [
        subprocess.Popen(
            [
                sys.executable,
                settings.BASE_DIR / "manage.py",
                "serve",
                "--prepare-only",
            ],
            env={
                "PATH": os.environ["PATH"],
                "DATA_DIR": str(folder / name),
                "DATABASE_URL": url,
                "HOST": HOST,
                "BACKUPS": "off",
            },
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b")
    ]


def until_both_wait(url: str, starts: list[subprocess.Popen[str]]) -> None:
    """Or until one has ended, which the test then looks at."""
    with psycopg.connect(url, autocommit=True) as watcher:
        while all(start.poll() is None for start in starts):
            if watcher.execute(WAITING).fetchone() == (2,):
                break
            time.sleep(0.05)
