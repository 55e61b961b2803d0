"""A backup of one database restored into the other, and back."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from scoring.backups.services.archive import MANIFEST
from tests.places import AGREED, DEMO, POSTGRES, Place, empty_database, migrated
from tests.scoring.backups.commands.older import brings_up_to_date

pytestmark = pytest.mark.skipif(not POSTGRES, reason="the gate has a PostgreSQL")
STANDINGS = """
from django.core.management import call_command
from scoring.models import Tournament
for each in Tournament.objects.all():
    call_command("standings", each.club.slug, each.slug)
"""


def content(path: Path) -> dict[str, list[object]]:
    """The rows of a backup; the order of keys in JSON is no part of them."""
    with ZipFile(path) as file:
        return {
            name: [json.loads(line) for line in file.read(name).splitlines()]
            for name in file.namelist()
            if name != MANIFEST
        }


def test_to_sqlite_and_back(tmp_path: Path) -> None:
    """The laptop's folder is new, as a club's is: what is there is migrated."""
    server, first = migrated(tmp_path / "server"), tmp_path / "server.zip"
    server.python(DEMO)
    assert "Wrote" in server.does("backup", "-o", first)
    laptop = Place(tmp_path / "laptop")
    assert AGREED in laptop.does("restore", first)
    assert laptop.python(STANDINGS) == server.python(STANDINGS) != ""
    laptop.does("backup", "-o", tmp_path / "laptop.zip")
    for file in laptop.data.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file

    spare = migrated(tmp_path / "spare")
    assert AGREED in spare.does("restore", tmp_path / "laptop.zip")
    spare.does("backup", "-o", tmp_path / "spare.zip")
    rows = content(first)
    assert sum(map(len, rows.values())) > 400
    assert content(tmp_path / "laptop.zip") == rows
    assert content(tmp_path / "spare.zip") == rows


def test_an_older_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    brings_up_to_date(Place(tmp_path / "new", empty_database("new")))
