"""A server whose clock the test moves, a site behind it, and what is said to it."""

import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any

import pytest

from clubs.management import http_server
from clubs.management.http_server import (
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
