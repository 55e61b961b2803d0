"""A large site's backup by PostgreSQL's own means, as docs/operations/machines.md has it: a base, its
journal, and the files beside; then the site as of a moment, on another cluster."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings

from tests import postgres
from tests.drill.figures import say

PLAY = """
import itertools, sys, time, django; django.setup()
from tests import builders
builders._serial = itertools.count(int(time.time()))
club = builders.club(sys.argv[1])
evening = builders.tournament(club)
sheet = builders.open_sheet(evening)
builders.photo(sheet)
builders.verified_sheet(sheet)
"""
CLUBS = """
import django; django.setup()
from clubs.models import Club
print(*Club.objects.order_by("slug").values_list("slug", flat=True))
"""
PATIENCE = 120  # s


@pytest.fixture
def folder() -> Iterator[Path]:
    """Short enough for a socket, and PostgreSQL's own."""
    path = Path(tempfile.mkdtemp(prefix="valat-wal-", dir="/tmp"))
    for each in ("archive", "one", "two"):
        (path / each).mkdir()
    give(path)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def give(path: Path) -> None:
    if os.geteuid() == 0:
        subprocess.run(["chown", "-R", postgres.SERVER_USER, path], check=True)


class Site:
    """What is asked of a site whose database is in a cluster."""

    def __init__(self, cluster: Path, data: Path) -> None:
        self.cluster, self.data = cluster, data

    def python(self, *what: str) -> str:
        socket = quote(str(self.cluster), safe="")
        done = subprocess.run(
            [sys.executable, *what],
            cwd=settings.BASE_DIR,
            env={
                "PATH": os.environ["PATH"],
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": f"postgres://{postgres.SERVER_USER}@{socket}/postgres",
                "DATA_DIR": str(self.data),
                "BACKUPS": "evenings",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def play(self, club: str) -> None:
        """An evening with a picture of its sheet."""
        self.python("-c", PLAY, club)

    def asked(self, sql: str) -> str:
        server = {"host": str(self.cluster), "user": postgres.SERVER_USER}
        with psycopg.connect(**server, autocommit=True) as connection:
            (answer,) = connection.execute(sql).fetchone()
        return str(answer)


def test_a_site_comes_back_as_of_a_moment(folder: Path, tmp_path: Path) -> None:
    one, two, archive = folder / "one", folder / "two", folder / "archive"
    postgres.make_cluster(one)
    server = postgres.start(one, postgres.SETTINGS | journal(archive))
    try:
        postgres.wait_until_ready(server, one)
        site = Site(one, tmp_path / "data")
        site.python("manage.py", "migrate", "-v", "0")
        site.play("before-the-base")
        begun = time.monotonic()
        run_in(folder, "pg_basebackup", f"-h{one}", f"-D{two}/data", "-cfast")
        say(f"base of {size(two)} MB in {time.monotonic() - begun:.1f} s")
        site.play("after-the-base")
        moment = site.asked("SELECT now()")
        time.sleep(1.1)
        site.play("too-late")
        archived(site)
        files = shutil.copytree(
            tmp_path / "data" / "photos", tmp_path / "new" / "photos"
        )
    finally:
        os.kill(server.pid, signal.SIGKILL)  # this machine is no more
        server.wait()

    begun = time.monotonic()
    (two / "data" / "recovery.signal").touch()
    with (two / "data" / "postgresql.auto.conf").open("a") as told:
        told.write(f"restore_command = 'cp {archive}/%f %p'\n")
        told.write(f"recovery_target_time = '{moment}'\n")
        told.write("recovery_target_action = 'promote'\n")
    give(two)
    again = postgres.start(two, postgres.SETTINGS)
    try:
        postgres.wait_until_ready(again, two)
        back = Site(two, tmp_path / "new")
        end = time.monotonic() + PATIENCE
        while back.asked("SELECT pg_is_in_recovery()") == "True":
            assert time.monotonic() < end
            time.sleep(0.1)
        say(f"back at the moment in {time.monotonic() - begun:.1f} s")
        assert back.python("-c", CLUBS) == "after-the-base before-the-base"
        audited = back.python("manage.py", "audit")
        say(audited.splitlines()[-1])
        assert len(list(Path(files).iterdir())) == 3
        back.play("goes-on")
    finally:
        again.terminate()
        again.wait(timeout=30)


def journal(archive: Path) -> dict[str, str]:
    """As the page on operations has it."""
    command = f"test ! -f {archive}/%f && cp %p {archive}/%f"
    return {"archive_mode": "on", "archive_command": command, "archive_timeout": "60"}


def archived(site: Site) -> None:
    """Returns once all that was written so far is in the archive."""
    last = site.asked("SELECT pg_walfile_name(pg_switch_wal())")
    end = time.monotonic() + PATIENCE
    while (
        site.asked("SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver")
        < last
    ):
        assert time.monotonic() < end
        time.sleep(0.1)


def run_in(folder: Path, name: str, *arguments: str) -> None:
    subprocess.run(
        [postgres.program(name), *arguments, f"-U{postgres.SERVER_USER}"],
        **postgres.as_unprivileged(folder),
        check=True,
    )


def size(folder: Path) -> int:
    return (
        sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) >> 20
    )
