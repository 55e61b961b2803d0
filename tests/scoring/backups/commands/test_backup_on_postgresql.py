"""A backup of one database restored into the other, and back."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from scoring.backups.services.archive import MANIFEST
from tests.places import (
    AGREED,
    DEMO,
    POSTGRES,
    Place,
    command,
    empty_database,
    migrated,
)
from tests.scoring.backups.commands.older import brings_up_to_date

pytestmark = pytest.mark.skipif(not POSTGRES, reason="the gate has a PostgreSQL")
PLACES = "The places:"
STANDINGS = f"""
print("{PLACES}")
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
    here = server.python(DEMO + command("backup", "-o", first) + STANDINGS)
    laptop, second = Place(tmp_path / "laptop"), tmp_path / "laptop.zip"
    back = command("restore", first) + command("backup", "-o", second)
    there = laptop.python(back + STANDINGS)
    assert AGREED in there
    assert there.partition(PLACES)[2] == here.partition(PLACES)[2] != ""
    for file in laptop.data.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file

    spare, third = migrated(tmp_path / "spare"), tmp_path / "spare.zip"
    back = command("restore", second) + command("backup", "-o", third)
    assert AGREED in spare.python(back)
    rows = content(first)
    assert sum(map(len, rows.values())) > 400
    assert content(second) == rows
    assert content(third) == rows


def test_an_older_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    brings_up_to_date(Place(tmp_path / "new", empty_database("new")))
