"""A backup restored on another machine: other folders, the other database, a later day.

Each place is a process of its own with its own settings, as it is for a club.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from zipfile import ZipFile

import psycopg
import pytest
from django.conf import settings as site

from scoring.backups.services.archive import MANIFEST
from tests.postgres import SERVER_USER, throwaway_postgres

HOUSE = Path(__file__).resolve().parents[4]
AGREED = "every number follows from the facts."

# A table with four seats, as the first release would have saved it.
OLD_EVENING = """
from datetime import date
from django.db import connection
from django.db.migrations.loader import MigrationLoader
loader = MigrationLoader(connection)
then = loader.project_state([
    ("clubs", "0001_initial"), ("scoring", "0001_initial"),
]).apps.get_model
day = date(2026, 11, 20)
club = then("clubs", "Club").objects.create(name="Lodge 24", slug="lodge-24")
season = then("clubs", "Season").objects.create(
    club=club, name="2026", slug="2026", starts=day, ends=day)
tournament = then("scoring", "Tournament").objects.create(
    club=club, season=season, name="Fall", slug="fall", date=day)
rnd = then("scoring", "Round").objects.create(
    tournament=tournament, number=1, state="open")
sheet = then("scoring", "Sheet").objects.create(
    round=rnd, table=1, code="ACDEF", token="a-token-of-then")
for n in (1, 2, 3, 4):
    entry = then("scoring", "Entry").objects.create(
        tournament=tournament, number=n, name=f"Marie {n}", state="here")
    then("scoring", "Seat").objects.create(
        sheet=sheet, round=rnd, position=n, entry=entry, credit=entry)
"""
LOOK = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from scoring.models import Sheet
waiting = MigrationExecutor(connection)
print(waiting.migration_plan(waiting.loader.graph.leaf_nodes()))
sheet = Sheet.objects.get()
print(sheet.token, sheet.version, sheet.seats.count(), sheet.round.tournament.wifi_name)
"""
DEMO = """
from django.core.management import call_command
from scoring.desk.services import demo_past
demo_past.seasons_past = lambda *facts: None
call_command("load_demo")
"""
STANDINGS = """
from django.core.management import call_command
from scoring.models import Tournament
for each in Tournament.objects.all():
    call_command("standings", each.club.slug, each.slug)
"""

# No demo any more, and its round that waits is published.
PUBLISH = """
from clubs.models import Club
from scoring.models import Round
from scoring.draw.services import rounds
from scoring.core.services import background
from scoring.core.services.changes import Actor
Club.objects.update(is_demo=False)
rounds.publish(rnd=Round.objects.get(state="draft"), by=Actor(None, "x", "command"))
(child,) = (each for each in background._children if "backup" in each.args)
assert child.wait() == 0
"""
EVENING = """
from scoring.models import Round, Sheet
evening = Round.objects.order_by("published_at").last().tournament
print(evening, *evening.rounds.values_list("state", flat=True))
print(*Sheet.objects.filter(round__tournament=evening).values_list("token", flat=True))
"""


@dataclass(frozen=True)
class Place:
    """A Valat of its own; `database` is empty for SQLite in its folder."""

    data: Path
    database: str = ""
    program: ClassVar = (sys.executable, "-W", "error", HOUSE / "manage.py")

    def manage(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.program, *arguments],
            cwd=HOUSE,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONUTF8": "1",
                "DATA_DIR": str(self.data),
                "DATABASE_URL": self.database,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def does(self, *arguments: str | Path) -> str:
        done = self.manage(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, *arguments: str | Path) -> str:
        """What it says, in one line and with status 2."""
        done = self.manage(*arguments)
        assert done.returncode == 2, done.stdout + done.stderr
        (line,) = done.stderr.strip().splitlines()
        return line

    def python(self, script: str) -> str:
        return self.does("shell", "--no-imports", "-c", script)


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """With the demo club: its evenings of this season, in which there is some of all."""
    made = Place(tmp_path_factory.mktemp("laptop"))
    if site.MIGRATED:
        shutil.copy(site.MIGRATED, made.data / "valat.sqlite3")
    else:
        made.does("migrate", "-v0")
    made.python(DEMO)
    return made


@pytest.fixture(scope="module")
def backup(laptop: Place, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backup") / "laptop.zip"
    assert "Wrote" in laptop.does("backup", "-o", path)
    return path


@pytest.fixture(scope="module")
def old_backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a site whose code is new already and whose database is not."""
    folder = tmp_path_factory.mktemp("old")
    old = Place(folder / "data")
    old.does("migrate", "-v0", "scoring", "0001")
    old.python(OLD_EVENING)
    assert "Wrote" in old.does("backup", "-o", folder / "old.zip")
    return folder / "old.zip"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with throwaway_postgres() as url:
        yield url


@pytest.fixture
def empty_postgres(postgres: str) -> str:
    """The address of a database without a table."""
    folder = postgres.partition("@")[2].removesuffix("/postgres")
    with psycopg.connect(
        host=folder.replace("%2F", "/"), user=SERVER_USER, autocommit=True
    ) as server:
        server.execute("DROP DATABASE IF EXISTS elsewhere")
        server.execute("CREATE DATABASE elsewhere ENCODING UTF8 TEMPLATE template0")
    return postgres.removesuffix("postgres") + "elsewhere"


def content(path: Path) -> dict[str, list[object]]:
    """The rows of a backup; the order of keys in JSON is no part of them."""
    with ZipFile(path) as file:
        return {
            name: [json.loads(line) for line in file.read(name).splitlines()]
            for name in file.namelist()
            if name != MANIFEST
        }


def test_from_sqlite_to_postgresql_and_back(
    laptop: Place, backup: Path, empty_postgres: str, tmp_path: Path
) -> None:
    server = Place(tmp_path / "server", empty_postgres)
    assert AGREED in server.does("restore", backup)
    assert server.python(STANDINGS) == laptop.python(STANDINGS) != ""
    server.does("backup", "-o", tmp_path / "server.zip")

    spare = Place(tmp_path / "spare")
    assert AGREED in spare.does("restore", tmp_path / "server.zip")
    spare.does("backup", "-o", tmp_path / "spare.zip")
    rows = content(backup)
    assert sum(map(len, rows.values())) > 400
    assert content(tmp_path / "server.zip") == rows
    assert content(tmp_path / "spare.zip") == rows
    for file in spare.data.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    assert "not empty" in server.refuses("restore", backup)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_older_backup_is_brought_up_to_date(
    old_backup: Path, tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    database = request.getfixturevalue("empty_postgres") if kind != "sqlite" else ""
    new = Place(tmp_path / "new", database)
    assert "Restored the backup of" in new.manage("restore", old_backup).stdout
    assert new.python(LOOK) == "[]\na-token-of-then 0 4 \n"


def test_a_newer_database_is_not_backed_up(tmp_path: Path) -> None:
    newer = Place(tmp_path / "newer")
    newer.python(
        "from django.db import connection\n"
        "from django.db.migrations.recorder import MigrationRecorder\n"
        "MigrationRecorder(connection).record_applied('scoring', '0999_future')"
    )
    said = newer.refuses("backup", "-o", tmp_path / "site.zip")
    assert "belongs to a newer Valat" in said
    assert not (tmp_path / "site.zip").exists()


def test_a_site_that_was_never_started_has_nothing(tmp_path: Path) -> None:
    said = Place(tmp_path / "new").refuses("backup", "-o", tmp_path / "site.zip")
    assert "There is nothing to back up" in said


def test_a_database_that_does_not_answer_is_told(backup: Path, tmp_path: Path) -> None:
    gone = Place(tmp_path / "data", "postgres://valat@%2Fnowhere/valat")
    for arguments in (("backup", "-o", tmp_path / "x.zip"), ("restore", backup)):
        said = gone.manage(*arguments).stderr
        assert "The database" in said
        assert "Traceback" not in said


def test_a_damaged_backup_makes_no_database(tmp_path: Path) -> None:
    (tmp_path / "site.zip").write_bytes(b"a letter to the lodge")
    spare = Place(tmp_path / "spare")
    assert "damaged" in spare.refuses("restore", tmp_path / "site.zip")
    assert not (spare.data / "valat.sqlite3").exists()


def test_a_round_that_opens_is_backed_up_by_itself(
    laptop: Place, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    shutil.copytree(laptop.data, data)
    club = Place(data)
    club.python(PUBLISH)
    (made,) = data.joinpath("backups").glob("*.zip")
    spare = Place(tmp_path / "spare")
    said = spare.does("restore", made)
    assert "1 tournament audited: every number" in said
    assert spare.python(EVENING) == club.python(EVENING)
