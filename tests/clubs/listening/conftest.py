"""The server, its clock, a call to it, and a site that is busy."""

import socket
from collections.abc import Callable, Iterator

import pytest

from clubs.management import http_server
from clubs.management.http_server import (
    HttpServer,
)
from tests.clubs.listening.lines import (
    Busy,
    Clock,
    CountedLine,
    channel_of,
    say,
    site,
    wait_for,
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(http_server, "time", clock)
    return clock


@pytest.fixture(params=[False])
def server(request: pytest.FixtureRequest, clock: Clock) -> Iterator[HttpServer]:
    listener = socket.create_server(("127.0.0.1", 0))
    made = http_server.reception(
        listener, site, threads=1, behind_proxy=request.param, probes=("/probe",)
    )
    made.channel_class = CountedLine
    yield made
    for line in made.lines:
        line.handle_close()
    made.task_dispatcher.shutdown()
    made.close()


@pytest.fixture
def call(server: HttpServer) -> Iterator[Callable[[bytes], socket.socket]]:
    """Opens a connection and says something, which the server has heard."""
    opened: list[socket.socket] = []

    def call(words: bytes = b"") -> socket.socket:
        line = socket.create_connection(server.socket.getsockname(), timeout=30)
        opened.append(line)
        wait_for(server, lambda: channel_of(server, line) is not None)
        if words:
            say(server, line, words)
        return line

    yield call
    for line in opened:
        line.close()


@pytest.fixture
def busy(server: HttpServer) -> Iterator[Busy]:
    """Three threads, so that all would be held where there were no turns."""
    server.application = busy = Busy()
    server.turns.one_at_a_time = ("/costly",)
    server.turns.threads = 3
    server.task_dispatcher.set_thread_count(4)
    yield busy
    busy.go.set()
