"""A Redis of Debian's for a test: on a free port of this machine, with nothing in it."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis, RedisError

from tests.server.site import HOST, free_port


@contextmanager
def running(folder: Path, port: int = 0, **more: str) -> Iterator[str]:
    """Its address, as long as it runs; `more` are settings of its own."""
    port = port or free_port()
    program = shutil.which("redis-server")
    assert program, "apt-get install redis-server"
    facts = ["--port", str(port), "--bind", HOST, "--save", "", "--dir", str(folder)]
    for name, value in more.items():
        facts += [f"--{name.replace('_', '-')}", value]
    process = subprocess.Popen([program, *facts], stdout=subprocess.DEVNULL)
    url = f"redis://{HOST}:{port}/0"
    try:
        wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str) -> None:
    """Returns once it answers."""
    end = time.monotonic() + 60
    with Redis.from_url(url) as redis:
        while True:
            try:
                redis.ping()
            except RedisError:
                assert time.monotonic() < end
                time.sleep(0.02)
            else:
                return
