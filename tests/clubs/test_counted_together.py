"""What is tried too often is counted by all processes of the site together."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from tests import builders

HOUSE = Path(__file__).resolve().parents[2]
LIMIT = 5  # a second factor's wrong codes
TRY = """
from django.test import RequestFactory
from allauth.core.internal.ratelimit import consume
asked = RequestFactory().post("/")
how = {"app": "allauth.account", "action": "login_failed", "key": "anna"}
print(sum(consume(asked, **how) is not None for _ in range(6)))
"""


def database_url() -> str:
    """The database of this test, for a process of its own."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(str(facts['NAME']))}"
    login = ":".join(quote(facts[part], safe="") for part in ("USER", "PASSWORD"))
    port = f":{facts['PORT']}" if facts["PORT"] else ""
    return f"postgres://{login}@{quote(facts['HOST'], safe='')}{port}/{facts['NAME']}"


@pytest.mark.django_db(transaction=True)
def test_two_processes_let_through_what_one_would(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": database_url(),
    }
    command = [sys.executable, HOUSE / "manage.py", "shell", "--no-imports", "-c", TRY]
    cache.clear()  # no table of a model: no test empties it
    connection.close()
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    let_through = [int(process.communicate()[0]) for process in both]
    assert sum(let_through) == LIMIT


@pytest.mark.django_db
def test_what_is_old_goes(settings) -> None:
    """Beyond the most rows, those that count for nothing any more go first."""
    small = {**settings.CACHES["default"], "OPTIONS": {"MAX_ENTRIES": 3}}
    settings.CACHES = {"default": small}
    for n in range(3):
        cache.set(f"old-{n}", 1, timeout=-1)
        cache.set(f"new-{n}", 1)
    cache.set("one-more", 1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM valat_cache WHERE cache_key LIKE '%old%'")
        assert cursor.fetchone()[0] == 0


@pytest.mark.django_db
def test_looking_at_pages_counts_nothing(client: Client) -> None:
    builders.club()
    before = _rows()
    assert client.get("/").status_code == 200
    assert client.get("/sign-in/").status_code == 200
    assert _rows() == before


def _rows() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM valat_cache")
        return cursor.fetchone()[0]
