"""Two machines that prepare one empty PostgreSQL at once."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests.postgres import database_beside
from tests.server.site import HOST, database_url


@pytest.mark.django_db
def test_both_end_well(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("with SQLite a site has one machine")
    url = database_beside(database_url(), f"first_starts_{os.getpid()}")
    starts = [
        subprocess.Popen(
            [
                sys.executable,
                settings.BASE_DIR / "manage.py",
                "serve",
                "--prepare-only",
            ],
            env={
                "PATH": os.environ["PATH"],
                "DATA_DIR": str(tmp_path / name),
                "DATABASE_URL": url,
                "HOST": HOST,
            },
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b")
    ]
    said = [start.communicate()[1] for start in starts]
    assert [start.returncode for start in starts] == [0, 0], said
    assert not any("Traceback" in each for each in said), said
    with psycopg.connect(url) as database:
        demos = database.execute("SELECT count(*) FROM clubs_club").fetchone()
        evenings = database.execute(
            "SELECT name, count(*) FROM scoring_tournament "
            "GROUP BY name HAVING count(*) > 1"
        ).fetchall()
    assert demos == (1,)
    assert evenings == []
