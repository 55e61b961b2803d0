"""A PostgreSQL of our own for as long as the tests need it."""

import getpass
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

SETTINGS = {"listen_addresses": "", "max_connections": "60"}
# What would be lost with the power is lost anyway: the folder is thrown away.
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
SERVER_USER = "postgres"  # made by Debian's package


@contextmanager
def throwaway_postgres(*, careful: bool = False) -> Iterator[str]:
    """The DATABASE_URL of a fresh server on a socket that only we can reach.

    A careful one flushes what is committed to the disk, as one that is kept does.
    """
    folder = Path(
        tempfile.mkdtemp(prefix="valat-pg-", dir="/tmp")
    )  # short for a socket
    if os.geteuid() == 0:
        shutil.chown(folder, SERVER_USER)
    server = None
    try:
        make_cluster(folder)
        server = start(folder, SETTINGS if careful else SETTINGS | CARELESS)
        wait_until_ready(server, folder)
        yield f"postgres://{SERVER_USER}@{quote(str(folder), safe='')}/postgres"
    finally:
        if server:
            server.terminate()
            server.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def database_beside(url: str, name: str, template: str = "template0") -> str:
    """The DATABASE_URL of a new one on the same server, empty or as the template is."""
    names = map(sql.Identifier, (name, template))
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    return f"{url.rpartition('/')[0]}/{quote(name)}"


def make_cluster(folder: Path) -> None:
    run = subprocess.run(
        [
            program("initdb"),
            "--pgdata",
            folder / "data",
            "--username",
            SERVER_USER,
            "--auth",
            "trust",
            "--encoding",
            "UTF8",
            "--locale",
            "C.UTF-8",
            "--no-sync",
        ],
        **as_unprivileged(folder),
        capture_output=True,
        text=True,
    )
    if run.returncode:
        raise RuntimeError(f"initdb failed: {run.stderr}")


def start(folder: Path, settings: dict[str, str]) -> subprocess.Popen[bytes]:
    options = [f"--{name}={value}" for name, value in settings.items()]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            [program("postgres"), "-D", folder / "data", "-k", folder, *options],
            **as_unprivileged(folder),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


def wait_until_ready(server: subprocess.Popen[bytes], folder: Path) -> None:
    for _ in range(600):
        try:
            psycopg.connect(host=str(folder), user=SERVER_USER).close()
        except psycopg.OperationalError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"PostgreSQL did not start: {(folder / 'log').read_text()}")


def program(name: str) -> str:
    """The newest one installed; Debian keeps them off the PATH."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"),
        key=lambda path: float(path.parts[4]),
    )
    found = str(debian[-1]) if debian else shutil.which(name)
    if not found:
        raise RuntimeError(f"PostgreSQL's {name} is missing; ./run test installs it")
    return found


def as_unprivileged(folder: Path) -> dict[str, object]:
    """PostgreSQL refuses to run as root; its own session keeps Ctrl-C from it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
    user = SERVER_USER if os.geteuid() == 0 else getpass.getuser()
    identity: dict[str, object] = {}
    if os.geteuid() == 0:
        identity = {"user": user, "group": user, "extra_groups": []}
    return {
        "cwd": folder,
        "env": environment,
        "start_new_session": True,
        **identity,
    }
