"""Both measurements on the database of this process; prints what it found as JSON.

BENCHMARK_DATABASE_URL names an empty database; SQLite without it.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command

from benchmarks.site import FOLDER as FOLDER  # the settings come first
from benchmarks.table import saving
from benchmarks.table.besides import besides
from benchmarks.table.hall import Hall
from benchmarks.table.phones import HOST

EVENING, ROUND = 25, 16  # tables one after the other, hands of each
TABLES, HANDS = 100, 10  # tables at once, hands of each
NEWS_EVERY = 4.0  # seconds, as static/table/sync.js


@contextmanager
def server(https: str = "off") -> Iterator[int]:
    """The site as `manage.py serve` runs it, on the port that is given."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        env=os.environ | {"HOST": HOST, "PORT": str(port), "HTTPS": https},
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until_ready(process, port)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=60)


def wait_until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    while process.poll() is None:
        try:
            socket.create_connection((HOST, port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")


def main() -> None:
    call_command("migrate", verbosity=0)
    warm, evening = Hall(1, ROUND, "Warm up"), Hall(EVENING, ROUND, "Evening")
    crowd = Hall(TABLES, HANDS, "Crowd")
    with server() as port:
        saving.alone(warm, port)
        alone = saving.alone(evening, port)
        told = {
            "alone": alone,
            "besides": besides(evening, port),
            "crowd": saving.at_once(crowd, port, NEWS_EVERY),
        }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
