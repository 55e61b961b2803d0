"""What the server bears of bad wifi and of bad people, by a clock that the test moves."""

import logging
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from clubs.client_networks import household
from clubs.management import http_server
from clubs.management.http_server import (
    BEGINNING,
    HEADER_TIMEOUT,
    IDLE_TIMEOUT,
    SLOWEST,
    WHOLE,
    HttpServer,
)

HERE = "127.0.0.1"
ASKS = b"GET / HTTP/1.1\r\nHost: valat\r\n\r\n"
SENDS = b"POST / HTTP/1.1\r\nHost: valat\r\nContent-Length: 9000000\r\n\r\n"
TOKENS = [letter * 22 for letter in "abc"]  # of tables that exist
MADE_UP = "x" * 22
PATIENCE = 20  # s until a test gives up
LONG = 8 << 20  # bytes, more than a socket takes


class Clock:
    now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(http_server, "time", clock)
    return clock


def is_made_up(path: str) -> bool:
    """Whether this is a table's address with a token that isn't one of TOKENS."""
    return path.startswith("/t/") and path.split("/")[2] not in TOKENS


def site(asked: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    if is_made_up(asked["PATH_INFO"]):
        start("404 Not Found", [("Content-Length", "0")])
        return []
    if asked["PATH_INFO"] == "/pieces":
        start("200 OK", [])
        return iter([] if asked["REQUEST_METHOD"] == "HEAD" else [b"a", b"b"])
    said = str(asked.get("HTTP_X_FORWARDED_PROTO")).encode()
    body = b"x" * LONG if asked["PATH_INFO"] == "/long" else said
    start("200 OK", [("Content-Length", str(len(body)))])
    return [] if asked["REQUEST_METHOD"] == "HEAD" else [body]


class CountedLine(http_server.Connection):
    """A connection that counts the bytes that the server has read from it."""

    bytes_read = 0

    def received(self, data: bytes) -> bool:
        taken = super().received(data)
        self.bytes_read += len(data)
        return taken


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


def channel_of(server: HttpServer, line: socket.socket) -> CountedLine | None:
    """The server's end of a connection; None once the server has closed it."""
    address = line.getsockname()
    return next((each for each in server.lines if each.addr == address), None)


def wait_for(server: HttpServer, happens: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        server.turn()


def say(server: HttpServer, line: socket.socket, words: bytes) -> None:
    """Send, and return once the server has read all that it wants to read.

    On a busy machine, a turn of the server may come before the bytes do.
    """
    channel = channel_of(server, line)
    assert channel is not None
    expected = channel.bytes_read + len(words)
    line.sendall(words)
    wait_for(
        server,
        lambda: (
            channel.bytes_read >= expected
            or not channel.connected
            or not channel.readable()
        ),
    )


def first_answer_to(server: HttpServer, line: socket.socket) -> bytes:
    """What is heard first: the head, with or without what follows it."""
    line.settimeout(0)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            return line.recv(10_000)
        except BlockingIOError:
            server.turn()
    pytest.fail("No answer came.")


def answer_to(server: HttpServer, line: socket.socket) -> bytes:
    """What is heard first, once the thread that answers has come to its end.

    Until then it still has the connection, and the clock would run for it.
    """
    answer = first_answer_to(server, line)
    until = time.monotonic() + PATIENCE
    while is_pending(server, line):
        assert time.monotonic() < until
        time.sleep(0.001)
    return answer


def is_pending(server: HttpServer, line: socket.socket) -> bool:
    address = line.getsockname()
    return any(each.addr == address for _, each in list(server.turns.taken.values()))


@pytest.mark.parametrize(
    ("words", "more", "allowed"),
    [
        (b"", b"", IDLE_TIMEOUT),
        (b"\r\n\r\n", b"\r\n\r\n", IDLE_TIMEOUT),
        (ASKS[:20], b"a", HEADER_TIMEOUT),
        (SENDS, b"a", BEGINNING),
    ],
)
def test_however_slowly_a_question_drips_it_has_its_time_and_no_more(
    words: bytes, more: bytes, allowed: int, server: HttpServer, clock: Clock, call: Any
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
    server: HttpServer, clock: Clock, call: Any
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
    server: HttpServer, clock: Clock, call: Any
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
    server: HttpServer, clock: Clock, call: Any
) -> None:
    keeps = call(ASKS)
    answer_to(server, keeps)
    clock.now += IDLE_TIMEOUT - 1
    say(server, keeps, ASKS[:20])
    clock.now += HEADER_TIMEOUT - 1
    server.tidy()
    assert server.lines


@pytest.mark.parametrize("server", [True], indirect=True)
def test_a_proxy_ends_its_silent_connections_itself(
    server: HttpServer, clock: Clock, call: Any
) -> None:
    """nginx does so after 60 s, and sends no form again that met the end of one."""
    answer_to(server, call(ASKS))
    clock.now += 61
    server.tidy()
    assert server.lines
    clock.now += http_server.SILENT_PROXY
    server.tidy()
    assert not server.lines


def test_who_has_too_many_loses_the_oldest_and_nobody_else(
    server: HttpServer, clock: Clock, call: Any
) -> None:
    server.most_of_one = 3
    opened = []
    for _ in range(3):
        clock.now += 1
        opened.append(call(ASKS[:20]))
    before = {line.addr for line in server.lines}
    newest = socket.create_connection(server.socket.getsockname())
    wait_for(server, lambda: channel_of(server, newest) is not None)
    now = {line.addr for line in server.lines}
    assert before - now == {opened[0].getsockname()}
    assert newest.getsockname() in now
    newest.close()


def test_where_all_connections_are_taken_the_busiest_gives_one_up(
    server: HttpServer, clock: Clock, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "MAX_CONNECTIONS", 3)
    for _ in range(3):
        call()
    clock.now += http_server.READING
    one = server.lines[0]
    one.household = "192.0.2.7"
    server.make_room_for("192.0.2.9")
    assert one in server.lines
    assert len(server.lines) == 2


def test_bodies_under_way_take_no_more_than_there_is(
    server: HttpServer, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "HELD", 1_000)
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
    words: bytes, status: bytes, server: HttpServer, call: Any
) -> None:
    assert answer_to(server, call(words)).split()[1] == status


def test_a_look_at_the_head_alone_is_no_news(
    server: HttpServer, call: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    told = answer_to(server, call(ASKS.replace(b"GET", b"HEAD")))
    assert told.startswith(b"HTTP/1.1 200")
    assert not caplog.records


def test_the_head_of_what_comes_in_pieces_ends_with_the_head(
    server: HttpServer, call: Any
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
    kept: bytes, server: HttpServer, call: Any
) -> None:
    words = ASKS[:-2] + b"X-Forwarded-Proto: https\r\n\r\n"
    line = call(words)
    head, _, body = answer_to(server, line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert (body or answer_to(server, line)) == kept


class Busy:
    """A site at which some addresses take until they are let go."""

    def __init__(self) -> None:
        self.begun, self.order = Counter[str](), list[str]()
        self.go, self.held = Event(), Event()

    def __call__(self, asked: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        path = asked["PATH_INFO"]
        self.order.append(path)
        self.begun[path] += 1
        if path == "/costly" or path.endswith("/hold"):
            self.go.wait(PATIENCE)
        return site(asked, start)


@pytest.fixture
def busy(server: HttpServer) -> Iterator[Busy]:
    """Three threads, so that all would be held where there were no turns."""
    server.application = busy = Busy()
    server.turns.one_at_a_time = ("/costly",)
    server.turns.threads = 3
    server.task_dispatcher.set_thread_count(4)
    yield busy
    busy.go.set()


COSTS = b"POST /costly HTTP/1.1\r\nHost: valat\r\nContent-Length: 0\r\n\r\n"
AHEAD = b"GET /hold HTTP/1.1\r\nHost: valat\r\n\r\n" * 20


@pytest.mark.parametrize(("words", "path"), [(COSTS, "/costly"), (AHEAD, "/hold")])
def test_what_costs_much_or_was_asked_ahead_has_one_thread(
    words: bytes, path: str, server: HttpServer, busy: Busy, call: Any
) -> None:
    crowd = [call(words) for _ in range(9)]
    for _ in range(5):
        assert answer_to(server, call(ASKS)).startswith(b"HTTP/1.1 200")
    wait_for(server, lambda: busy.begun[path] > 0)
    assert busy.begun[path] == 1
    busy.go.set()
    for line in crowd:
        assert answer_to(server, line).startswith(b"HTTP/1.1 200")


def test_who_waited_long_for_an_answer_was_not_silent(
    server: HttpServer,
    busy: Busy,
    clock: Clock,
    call: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The loop may look between the answer and the moment that its thread is done."""
    line = call(asks_for("/hold"))
    wait_for(server, lambda: busy.begun["/hold"] == 1)
    clock.now += IDLE_TIMEOUT + 1
    end, looked = server.turns.end, Event()

    def look(asked: http_server.Request) -> None:
        if not looked.is_set():
            server.tidy()
            server.make_room_for(HERE)
            looked.set()
        end(asked)

    server.most_of_one = 1
    monkeypatch.setattr(server.turns, "end", look)
    busy.go.set()
    assert status_of(server, line) == b"200"
    assert looked.wait(PATIENCE)
    say(server, line, ASKS)
    assert status_of(server, line) == b"200"


def test_who_takes_no_answer_gets_no_further_one(
    server: HttpServer, busy: Busy, call: Any
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
    ring = http_server.RoundRobinQueue()
    lines = [SimpleNamespace(network=name) for name in "aaabab"]
    for line in lines:
        ring.add(line)
    taken = [ring.take() for _ in lines]
    assert "".join(line.network for line in taken) == "ababaa"
    assert taken[0] is lines[0]
    assert ring.size == 0


@pytest.mark.parametrize(("server", "turn"), [(True, "192.0.2.7")], indirect=["server"])
def test_behind_a_proxy_it_is_the_turn_of_whom_it_names(
    turn: str, server: HttpServer, busy: Busy, call: Any
) -> None:
    named = f"X-Forwarded-For: 198.51.100.1, {turn}\r\n\r\n".encode()
    line = call(ASKS[:-2] + named)
    assert answer_to(server, line).startswith(b"HTTP/1.1 200")
    assert [line.network for line in server.lines] == [turn]


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


def asks_for(path: str, *headers: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: valat", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def table(token: str, path: str = "") -> bytes:
    """A phone's request; behind a proxy, all phones of a hall have one address."""
    return asks_for(f"/t/{token}/{path}", "X-Forwarded-For: 192.0.2.7")


def status_of(server: HttpServer, line: socket.socket) -> bytes:
    """The status of an answer that is read to its end, so that the next one follows.

    Head and body are sent one after the other, and may be heard so.
    """
    answer, length = answer_to(server, line), None
    while length is None or len(answer) < length:
        if length is None and b"\r\n\r\n" in answer:
            [given] = re.findall(rb"Content-Length: (\d+)", answer)
            length = answer.index(b"\r\n\r\n") + 4 + int(given)
        else:
            more = first_answer_to(server, line)
            assert more, answer
            answer += more
    assert len(answer) == length
    return answer.split()[1]


both_ways = pytest.mark.parametrize("server", [False, True], indirect=True)


@both_ways
def test_a_phone_never_waits_for_pages(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    crowd = [call(asks_for("/hold")) for _ in range(9)]
    assert status_of(server, call(table(TOKENS[0], "state/"))) == b"200"
    wait_for(server, lambda: busy.begun["/hold"] > 1)
    assert busy.begun["/hold"] == 2, "one of three threads is for tables"
    busy.go.set()
    for line in crowd:
        assert status_of(server, line) == b"200"


@both_ways
def test_phones_that_save_leave_a_thread_to_those_that_look(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    saves = table(TOKENS[0], "hold").replace(b"GET", b"POST")
    savers = [call(saves) for _ in range(5)]
    assert status_of(server, call(table(TOKENS[1], "state/"))) == b"200"
    wait_for(server, lambda: busy.begun[f"/t/{TOKENS[0]}/hold"] > 0)
    assert busy.begun[f"/t/{TOKENS[0]}/hold"] == 1
    busy.go.set()
    for line in savers:
        assert status_of(server, line) == b"200"


def test_a_thread_that_ends_frees_its_own_question_alone(
    server: HttpServer,
    busy: Busy,
    call: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next one of the same connection may be under way by then."""
    end, late, ended = server.turns.end, Event(), Event()

    def end_late(asked: Any) -> None:
        is_first = not late.is_set()
        if is_first:
            late.set()
            busy.held.wait(PATIENCE)
        end(asked)
        if is_first:
            ended.set()

    monkeypatch.setattr(server.turns, "end", end_late)
    line = call(ASKS)
    assert first_answer_to(server, line).startswith(b"HTTP/1.1 200")
    assert late.wait(PATIENCE)
    say(server, line, asks_for("/hold"))
    wait_for(server, lambda: busy.begun["/hold"] == 1)
    busy.held.set()
    assert ended.wait(PATIENCE)
    assert [asked.path for asked in server.turns.taken] == ["/hold"]
    assert status_of(server, call(asks_for("/probe"))) == b"200"
    assert [asked.path for asked in server.turns.taken] == ["/hold"]
    busy.go.set()
    assert status_of(server, line) == b"200"


@both_ways
def test_while_a_phone_is_answered_one_page_is_made(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    phone = call(table(TOKENS[0], "hold"))
    wait_for(server, lambda: busy.begun[f"/t/{TOKENS[0]}/hold"] == 1)
    pages = [call(asks_for("/hold")) for _ in range(5)]
    wait_for(server, lambda: busy.begun["/hold"] > 0)
    assert status_of(server, call(asks_for("/probe"))) == b"200"
    assert busy.begun["/hold"] == 1
    busy.go.set()
    for line in [phone, *pages]:
        assert status_of(server, line) == b"200"


@both_ways
def test_tables_leave_a_thread_for_pages(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    phones = [call(table(token, "hold")) for token in TOKENS * 3]
    assert status_of(server, call(ASKS)) == b"200"
    held = [f"/t/{token}/hold" for token in TOKENS]
    wait_for(server, lambda: sum(busy.begun[path] for path in held) > 1)
    assert sum(busy.begun[path] for path in held) == 2
    busy.go.set()
    for line in phones:
        assert status_of(server, line) == b"200"


def holds_the_only_thread(server: HttpServer, busy: Busy, call: Any) -> socket.socket:
    """A phone that keeps the thread of tables; then there is one."""
    server.turns.threads = 2
    phone: socket.socket = call(table(TOKENS[0], "hold"))
    wait_for(server, lambda: busy.begun[f"/t/{TOKENS[0]}/hold"] == 1)
    return phone


@both_ways
def test_tables_take_turns_by_their_token(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    for token in TOKENS:
        status_of(server, call(table(token)))
    held = holds_the_only_thread(server, busy, call)
    one, other = (f"/t/{token}/" for token in TOKENS[1:])
    lines = [call(asks_for(path)) for path in [one, one, one, other, one, other]]
    busy.order.clear()
    busy.go.set()
    for line in [held, *lines]:
        assert status_of(server, line) == b"200"
    assert busy.order == [one, other, one, other, one, one]


@both_ways
def test_a_made_up_token_costs_its_address_the_lane_of_tables(
    server: HttpServer, busy: Busy, clock: Clock, call: Any
) -> None:
    assert status_of(server, call(table(TOKENS[0]))) == b"200"
    assert status_of(server, call(table(MADE_UP))) == b"404"
    crowd = [call(asks_for("/hold")) for _ in range(9)]
    guesses = [call(table(f"{n:022}")) for n in range(3)]
    unknown = call(table(TOKENS[1]))
    known = call(table(TOKENS[0], "state/"))
    assert status_of(server, known) == b"200", "tables that play lose nothing"
    assert not busy.begun[f"/t/{TOKENS[1]}/"]
    busy.go.set()
    assert status_of(server, unknown) == b"200"
    assert [status_of(server, line) for line in guesses] == [b"404"] * 3
    for line in crowd:
        assert status_of(server, line) == b"200"
    assert server.turns.tables.is_barred("192.0.2.7" if server.behind_proxy else HERE)
    clock.now += http_server.BARRED + 1
    assert not server.turns.tables.is_barred(
        "192.0.2.7" if server.behind_proxy else HERE
    )


def test_tokens_that_nobody_has_seen_take_turns_by_address(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    for token in TOKENS:
        status_of(server, call(table(token)))
    held = holds_the_only_thread(server, busy, call)
    guesses = [call(table(f"{n:022}")) for n in range(5)]
    known = call(table(TOKENS[1]))
    busy.order.clear()
    busy.go.set()
    for line in [*guesses, known, held]:
        status_of(server, line)
    assert busy.order[1] == f"/t/{TOKENS[1]}/"


def test_what_the_server_remembers_of_tokens_has_an_end(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr(http_server, "REMEMBERED", 2)
    tables = http_server.Tables()
    for token in TOKENS:
        tables.learn(token, HERE, "200 OK")
    assert [tables.is_known(token) for token in TOKENS] == [False, True, True]
    for address in "abc":
        tables.learn(MADE_UP, address, "404 Not Found")
    assert [tables.is_barred(address) for address in "abc"] == [False, True, True]


def test_a_known_table_keeps_its_lane_when_a_page_of_it_is_not_there(
    clock: Clock,
) -> None:
    tables = http_server.Tables()
    tables.learn(TOKENS[0], HERE, "304 Not Modified")
    tables.learn(TOKENS[0], HERE, "404 Not Found")
    assert tables.is_known(TOKENS[0])
    assert not tables.is_barred(HERE)


def test_a_crowd_of_the_same_address_ends_no_phones_connection(
    server: HttpServer, clock: Clock, call: Any
) -> None:
    server.most_of_one = 3
    phone = call(table(TOKENS[0]))
    assert status_of(server, phone) == b"200"
    for _ in range(6):
        clock.now += http_server.READING
        assert status_of(server, call(ASKS)) == b"200"
    assert len(server.lines) == 1 + 3
    say(server, phone, table(TOKENS[0]))
    assert status_of(server, phone) == b"200"


def test_one_table_has_so_many_connections(
    server: HttpServer, clock: Clock, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "MOST_OF_TABLE", 2)
    status_of(server, call(table(TOKENS[0])))
    for _ in range(4):
        clock.now += http_server.READING
        status_of(server, call(table(TOKENS[1])))
    server.tidy()
    assert sorted(line.table for line in server.lines) == [
        TOKENS[0],
        TOKENS[1],
        TOKENS[1],
    ]


def test_a_connection_that_just_came_is_read_before_it_may_be_ended(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    """Behind a proxy that HTTPS doesn't name, each was a 502 to somebody."""
    server.most_of_one = 3
    crowd = [call(asks_for("/hold")) for _ in range(3)]
    fresh = [call() for _ in range(3)]
    for line in fresh:
        say(server, line, ASKS)
    busy.go.set()
    for line in [*crowd, *fresh]:
        assert status_of(server, line) == b"200"


def test_a_full_house_answers_probes_and_tables_and_tells_others_at_once(
    server: HttpServer, busy: Busy, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    status_of(server, call(table(TOKENS[0])))
    monkeypatch.setattr(http_server, "MAX_CONNECTIONS", 7)
    crowd = [call(asks_for("/hold")) for _ in range(6)]
    assert status_of(server, call(asks_for("/probe"))) == b"200"
    assert status_of(server, call(table(TOKENS[0]))) == b"200"
    late = call(ASKS)
    head = answer_to(server, late)
    assert head.startswith(b"HTTP/1.0 503") or head.startswith(b"HTTP/1.1 503")
    assert b"Retry-After: " in head
    busy.go.set()
    for line in crowd:
        assert status_of(server, line) == b"200"


def test_silence_never_fills_the_house(
    server: HttpServer, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "MAX_CONNECTIONS", 3)
    monkeypatch.setattr(http_server, "SPARE", 2)
    for _ in range(5):
        call()
    newest = socket.create_connection(server.socket.getsockname())
    wait_for(server, lambda: channel_of(server, newest) is not None)
    assert len(server.lines) == 5
    assert newest.getsockname() in {line.addr for line in server.lines}
    newest.close()


def test_a_probe_is_answered_while_all_threads_are_held(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    pages = [call(asks_for("/hold")) for _ in range(5)]
    phones = [call(table(TOKENS[0], "hold")) for _ in range(5)]
    probe = call(asks_for("/probe"))
    for _ in range(2):
        assert status_of(server, probe) == b"200", "on the same connection"
        say(server, probe, asks_for("/probe"))
    busy.go.set()
    for line in [*pages, *phones]:
        assert status_of(server, line) == b"200"


CHUNKED = "Transfer-Encoding: chunked"
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: valat\r\n\r\n"


@pytest.mark.parametrize(
    "lengths",
    [
        ["Content-Length: 4", CHUNKED],
        [CHUNKED, "content-length: 4"],
        ["Content-Length: 4", "Content-Length: 4"],
        [CHUNKED, CHUNKED],
        ["Transfer-Encoding: chunked, chunked"],
        ["Transfer-Encoding:", " chunked"],
    ],
)
@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_body_with_two_lengths_is_refused_and_the_connection_ends(
    lengths: list[str], version: str, server: HttpServer, busy: Busy, call: Any
) -> None:
    head = [f"POST / HTTP/{version}", "Host: valat", "Connection: keep-alive"]
    words = "\r\n".join([*head, *lengths, "", "0\r\n\r\n"]) + SMUGGLED
    line = call(words.encode())
    heard = answer_to(server, line)
    assert heard.split()[1] == b"400"
    while more := answer_to(server, line):
        heard += more
    assert heard.count(b"Date: ") == heard.count(b"Connection: ") == 1
    assert not busy.begun


def test_a_chunked_body_of_http_1_0_is_refused(server: HttpServer, call: Any) -> None:
    words = f"POST / HTTP/1.0\r\nHost: valat\r\n{CHUNKED}\r\n\r\n0\r\n\r\n"
    assert status_of(server, call(words.encode())) == b"400"


def test_a_chunked_body_alone_is_read(server: HttpServer, call: Any) -> None:
    words = f"POST / HTTP/1.1\r\nHost: valat\r\n{CHUNKED}\r\n\r\n1\r\na\r\n0\r\n\r\n"
    assert status_of(server, call(words.encode())) == b"200"


def test_a_request_has_so_many_headers(server: HttpServer, call: Any) -> None:
    most = http_server.MOST_HEADERS
    assert status_of(server, call(asks_for("/", *["A: b"] * (most - 1)))) == b"200"
    assert status_of(server, call(asks_for("/", *["A: b"] * most))) == b"431"


@pytest.mark.parametrize("pieces", [b"0" * 70_000, b"0\r\nA: " + b"a" * 70_000])
def test_what_is_told_between_and_after_chunks_has_an_end(
    pieces: bytes, server: HttpServer, call: Any
) -> None:
    words = f"POST / HTTP/1.1\r\nHost: valat\r\n{CHUNKED}\r\n\r\n".encode()
    line = call(words + pieces)
    assert status_of(server, line) == b"431"
