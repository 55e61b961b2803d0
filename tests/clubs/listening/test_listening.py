"""What the server bears of bad wifi and of bad people, by a clock that the test moves."""

import logging
import socket
from typing import Any

import pytest

from clubs.management import http_server
from clubs.management.http_server import (
    BEGINNING,
    HEADER_TIMEOUT,
    IDLE_TIMEOUT,
    SLOWEST,
    WHOLE,
    HttpServer,
)
from tests.clubs.listening.lines import (
    ASKS,
    LONG,
    SENDS,
    Busy,
    Clock,
    answer_to,
    asks_for,
    channel_of,
    say,
    status_of,
    wait_for,
)


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
