"""Sites of their own: each a folder, a database and processes with its own settings."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from django.conf import settings as site

from scoring.management.arguments import MISUSED
from tests.postgres import database_beside

HOUSE = Path(__file__).resolve().parents[1]
AGREED = "no differences."
POSTGRES = os.environ.get("TEST_DATABASE_URL")  # the gate's
# On PostgreSQL, site.MIGRATED is the name of a database.
MIGRATED_FILE = os.environ.get(
    "TEST_SQLITE_MIGRATED", "" if POSTGRES else site.MIGRATED
)


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

    def refuses(self, *arguments: str | Path, status: int = MISUSED) -> str:
        """What it says, in one line and with this status."""
        done = self.manage(*arguments)
        assert done.returncode == status, done.stdout + done.stderr
        (line,) = done.stderr.strip().splitlines()
        return line

    def python(self, script: str) -> str:
        return self.does("shell", "--no-imports", "-c", script)


def command(*arguments: str | Path) -> str:
    """For a script: several commands begin but one process."""
    called = f"call_command(*{[*map(str, arguments)]})"
    return f"from django.core.management import call_command\n{called}\n"


def migrated(data: Path) -> Place:
    """An empty site of today; the gate has migrated one that is copied."""
    if not POSTGRES and copy_migrated(data):
        return Place(data)
    made = Place(data, empty_database(data.name, site.MIGRATED or "template0"))
    if not site.MIGRATED:
        made.does("migrate", "-v0")
    return made


def copy_migrated(data: Path) -> bool:
    """Put the SQLite file that the gate has migrated into a new folder, if there is one."""
    if MIGRATED_FILE:
        data.mkdir()
        shutil.copy(MIGRATED_FILE, data / "valat.sqlite3")
    return bool(MIGRATED_FILE)


def empty_database(name: str, template: str = "template0") -> str:
    """Of the kind that the tests run on: SQLite makes its own."""
    if not POSTGRES:
        return ""
    return database_beside(POSTGRES, f"{name}-{os.getpid()}", template)
