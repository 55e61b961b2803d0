"""What the server bears of bad wifi and of bad people, by a clock that the test moves."""

import logging
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from clubs.households import household
from clubs.management import listening
from clubs.management.listening import (
    BEGINNING,
    HEAD,
    SILENT,
    SLOWEST,
    WHOLE,
    Reception,
)

ASKS = b"GET / HTTP/1.1\r\nHost: valat\r\n\r\n"
SENDS = b"POST / HTTP/1.1\r\nHost: valat\r\nContent-Length: 9000000\r\n\r\n"
LONG = 8 << 20  # bytes, more than a socket takes


class Clock:
    now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(listening, "time", clock)
    return clock


def site(asked: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    if asked["PATH_INFO"] == "/pieces":
        start("200 OK", [])
        return iter([] if asked["REQUEST_METHOD"] == "HEAD" else [b"a", b"b"])
    said = str(asked.get("HTTP_X_FORWARDED_PROTO")).encode()
    body = b"x" * LONG if asked["PATH_INFO"] == "/long" else said
    start("200 OK", [("Content-Length", str(len(body)))])
    return [] if asked["REQUEST_METHOD"] == "HEAD" else [body]


@pytest.fixture(params=[False])
def server(request: pytest.FixtureRequest, clock: Clock) -> Iterator[Reception]:
    listener = socket.create_server(("127.0.0.1", 0))
    made = listening.reception(listener, site, threads=1, behind_proxy=request.param)
    yield made
    for line in made.lines:
        line.handle_close()
    made.task_dispatcher.shutdown()
    made.close()


@pytest.fixture
def call(server: Reception) -> Iterator[Callable[[bytes], socket.socket]]:
    """Opens a connection and says something, which the server has heard."""
    opened: list[socket.socket] = []

    def call(words: bytes = b"") -> socket.socket:
        line = socket.create_connection(server.socket.getsockname(), timeout=30)
        opened.append(line)
        before = len(server.lines)
        while len(server.lines) == before:
            server.turn()
        if words:
            say(server, line, words)
        return line

    yield call
    for line in opened:
        line.close()


def say(server: Reception, line: socket.socket, words: bytes) -> None:
    line.sendall(words)
    for _ in range(0, len(words), server.adj.recv_bytes):
        server.turn()


def answer_to(server: Reception, line: socket.socket) -> bytes:
    """What is heard first: the head, with or without what follows it."""
    line.settimeout(0)
    while True:
        server.turn()
        try:
            return line.recv(10_000)
        except BlockingIOError:
            continue


@pytest.mark.parametrize(
    ("words", "more", "allowed"),
    [
        (b"", b"", SILENT),
        (b"\r\n\r\n", b"\r\n\r\n", SILENT),
        (ASKS[:20], b"a", HEAD),
        (SENDS, b"a", BEGINNING),
    ],
)
def test_however_slowly_a_question_drips_it_has_its_time_and_no_more(
    words: bytes, more: bytes, allowed: int, server: Reception, clock: Clock, call: Any
) -> None:
    drips = call(words)
    for _ in range(4):
        clock.now += allowed / 4
        if more:
            say(server, drips, more)
        server.tidy()
    assert server.lines
    clock.now += 1
    server.tidy()
    assert not server.lines


def test_a_body_that_comes_steadily_has_longer(
    server: Reception, clock: Clock, call: Any
) -> None:
    uploads = call(SENDS)
    began = clock.now
    while clock.now < began + WHOLE:
        say(server, uploads, b"x" * SLOWEST * 10)
        clock.now += 10
        server.tidy()
        assert server.lines
    clock.now += 1
    server.tidy()
    assert not server.lines, "not for ever"


def test_an_answer_that_nobody_takes_waits_in_no_thread(
    server: Reception, clock: Clock, call: Any
) -> None:
    deaf = call(b"GET /long HTTP/1.1\r\nHost: valat\r\n\r\n")
    while not server.lines[0].total_outbufs_len:
        server.turn()
    other = call(ASKS)
    assert answer_to(server, other).startswith(b"HTTP/1.1 200"), "of one thread"
    other.close()
    server.tidy()
    clock.now += BEGINNING + 1
    deaf.recv(10_000)
    server.turn()
    clock.now += LONG / SLOWEST
    server.tidy()
    assert not server.lines


def test_the_next_question_has_its_time_again(
    server: Reception, clock: Clock, call: Any
) -> None:
    keeps = call(ASKS)
    answer_to(server, keeps)
    clock.now += SILENT - 1
    say(server, keeps, ASKS[:20])
    clock.now += HEAD - 1
    server.tidy()
    assert server.lines


def test_who_has_too_many_loses_the_oldest_and_nobody_else(
    server: Reception, clock: Clock, call: Any
) -> None:
    server.most_of_one = 3
    opened = []
    for _ in range(3):
        clock.now += 1
        opened.append(call(ASKS[:20]))
    before = {line.addr for line in server.lines}
    newest = socket.create_connection(server.socket.getsockname())
    server.turn()
    now = {line.addr for line in server.lines}
    assert before - now == {opened[0].getsockname()}
    assert newest.getsockname() in now
    newest.close()


def test_where_all_connections_are_taken_the_busiest_gives_one_up(
    server: Reception, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MOST", 3)
    for _ in range(3):
        call()
    one = server.lines[0]
    one.household = "192.0.2.7"
    server.make_room_for("192.0.2.9")
    assert one in server.lines
    assert len(server.lines) == 2


def test_bodies_under_way_take_no_more_than_there_is(
    server: Reception, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "HELD", 1_000)
    small, large = call(SENDS + b"x" * 400), call(SENDS + b"x" * 700)
    server.tidy()
    assert [line.addr for line in server.lines] == [small.getsockname()]
    assert large.recv(10) == b""


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.0\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\nHost: valat\r\nA: " + b"a" * 70_000 + b"\r\n\r\n", b"431"),
        (SENDS.replace(b"9000000", b"90000000"), b"413"),
    ],
)
def test_what_cannot_be_a_question_is_told_so(
    words: bytes, status: bytes, server: Reception, call: Any
) -> None:
    assert answer_to(server, call(words)).split()[1] == status


def test_a_look_at_the_head_alone_is_no_news(
    server: Reception, call: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    told = answer_to(server, call(ASKS.replace(b"GET", b"HEAD")))
    assert told.startswith(b"HTTP/1.1 200")
    assert not caplog.records


def test_the_head_of_what_comes_in_pieces_ends_with_the_head(
    server: Reception, call: Any
) -> None:
    line = call(b"HEAD /pieces HTTP/1.1\r\nHost: valat\r\n\r\n" + ASKS)
    told = b""
    while told.count(b"HTTP/1.1 200 OK") < 2:
        heard = answer_to(server, line)
        assert heard, told
        told += heard
    first, _, rest = told.partition(b"\r\n\r\n")
    assert b"chunked" in first
    assert rest.startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    ("server", "kept"), [(False, b"None"), (True, b"https")], indirect=["server"]
)
def test_only_a_proxy_says_how_somebody_came(
    kept: bytes, server: Reception, call: Any
) -> None:
    words = ASKS[:-2] + b"X-Forwarded-Proto: https\r\n\r\n"
    line = call(words)
    head, _, body = answer_to(server, line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert (body or answer_to(server, line)) == kept


class Busy:
    """A site at which some addresses take until they are let go."""

    def __init__(self) -> None:
        self.begun, self.go = Counter[str](), Event()

    def __call__(self, asked: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        path = asked["PATH_INFO"]
        self.begun[path] += 1
        if path in ("/costly", "/hold"):
            self.go.wait(60)
        return site(asked, start)


@pytest.fixture
def busy(server: Reception) -> Iterator[Busy]:
    """Three threads, so that all would be held where there were no turns."""
    server.application = busy = Busy()
    server.turns.one_at_a_time = ("/costly",)
    server.task_dispatcher.set_thread_count(3)
    yield busy
    busy.go.set()


COSTS = b"POST /costly HTTP/1.1\r\nHost: valat\r\nContent-Length: 0\r\n\r\n"
AHEAD = b"GET /hold HTTP/1.1\r\nHost: valat\r\n\r\n" * 20


@pytest.mark.parametrize(("words", "path"), [(COSTS, "/costly"), (AHEAD, "/hold")])
def test_what_costs_much_or_was_asked_ahead_has_one_thread(
    words: bytes, path: str, server: Reception, busy: Busy, call: Any
) -> None:
    crowd = [call(words) for _ in range(9)]
    for _ in range(5):
        assert answer_to(server, call(ASKS)).startswith(b"HTTP/1.1 200")
    assert busy.begun[path] == 1
    busy.go.set()
    for line in crowd:
        assert answer_to(server, line).startswith(b"HTTP/1.1 200")


def test_who_takes_no_answer_gets_no_further_one(
    server: Reception, busy: Busy, call: Any
) -> None:
    deaf = call(b"GET /long HTTP/1.1\r\nHost: valat\r\n\r\n" * 3)
    while not server.lines[0].total_outbufs_len:
        server.turn()
    for _ in range(5):
        answer_to(server, call(ASKS))
    assert busy.begun["/long"] == 1
    deaf.setblocking(False)
    taken = 0
    while taken < 3 * LONG:
        server.turn()
        with suppress(BlockingIOError):
            while heard := deaf.recv(1 << 20):
                taken += len(heard)
    assert busy.begun["/long"] == 3


def test_households_take_turns() -> None:
    ring = listening.Ring()
    lines = [SimpleNamespace(asker=name) for name in "aaabab"]
    for line in lines:
        ring.add(line)
    taken = [ring.take() for _ in lines]
    assert "".join(line.asker for line in taken) == "ababaa"
    assert taken[0] is lines[0]
    assert ring.size == 0


@pytest.mark.parametrize(("server", "turn"), [(True, "192.0.2.7")], indirect=["server"])
def test_behind_a_proxy_it_is_the_turn_of_whom_it_names(
    turn: str, server: Reception, busy: Busy, call: Any
) -> None:
    named = f"X-Forwarded-For: 198.51.100.1, {turn}\r\n\r\n".encode()
    line = call(ASKS[:-2] + named)
    assert answer_to(server, line).startswith(b"HTTP/1.1 200")
    assert [line.asker for line in server.lines] == [turn]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
    ],
)
def test_a_household_is_an_address_or_all_that_one_provider_gives(
    one: str, other: str, same: bool
) -> None:
    assert (household(one) == household(other)) is same
