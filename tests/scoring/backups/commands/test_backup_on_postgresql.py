"""A backup of one database restored into the other, and back."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from scoring.backups.archive import MANIFEST
from tests.places import POSTGRES, Place, command, copy_migrated, empty_database
from tests.scoring.backups.commands.backed_up import full_site
from tests.scoring.backups.commands.older import brings_up_to_date
from tests.scoring.backups.commands.test_restore import (
    AGREED,
    backed_up,
    empty,
    restore,
    standings,
)

pytestmark = [
    # Both databases are needed: what is tested is the way from one to the other.
    pytest.mark.skipif(
        not POSTGRES, reason="needs PostgreSQL; the gate runs it there too"
    ),
    pytest.mark.django_db(transaction=True),
]
STANDINGS = ("standings", "lodge-24", "fall-tarok", "--format", "json")


def content(path: Path) -> dict[str, list[object]]:
    """Rows and pictures of a backup; the order of keys in JSON is no part of them."""
    with ZipFile(path) as file:
        return {
            name: [
                json.loads(line) if name.endswith(".jsonl") else line
                for line in file.read(name).splitlines()
            ]
            for name in file.namelist()
            if name != MANIFEST
        }


def test_to_sqlite_and_back(tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"{n}.zip" for n in (1, 2, 3))
    full_site()
    backed_up(first)
    here = standings()
    empty()
    laptop = Place(tmp_path / "laptop")
    copy_migrated(laptop.data)  # a new folder is migrated in the tests of older backups
    there = laptop.python(
        command("restore", first)
        + command("backup", "-o", second)
        + command(*STANDINGS)
    )
    assert AGREED in there
    assert json.loads(there[there.index("\n[\n") :]) == here

    status, said = restore(second)
    assert (status, said.endswith(AGREED)) == (0, True)
    backed_up(third)
    rows = content(first)
    assert content(second) == rows
    assert content(third) == rows


def test_an_older_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    brings_up_to_date(Place(tmp_path / "new", empty_database("new")))
