"""60 connections that are slow on purpose, and how long a page takes meanwhile."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import pytest

from tests.drill.figures import say
from tests.server.site import HOST, Caller, Site

SLOW = 60
SECONDS = 25  # of each of the four kinds: three minutes in all
EVERY = 4  # s, a byte
A_FORM = (
    b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken="
    + b"c" * 32
    + b"\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 100000\r\n\r\n"
)
WORDS = {
    "silent": b"",
    "slow head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "slow body": A_FORM,
    "slow reader": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200,
}


@contextmanager
def besieged(site: Site, words: bytes, *, reads: bool) -> Iterator[list[int]]:
    """So many connections, opened anew where the site ends them; counts what it ended."""
    over, ended = Event(), [0]

    def visit() -> None:
        while not over.is_set():
            with suppress(OSError), socket.create_connection((HOST, site.port)) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                line.sendall(words)
                while not over.wait(EVERY):
                    line.recv(1) if reads else line.sendall(b"a" if words else b"")
                return
            ended[0] += 1

    threads = [Thread(target=visit, daemon=True) for _ in range(SLOW)]
    for thread in threads:
        thread.start()
    time.sleep(EVERY)
    try:
        yield ended
    finally:
        over.set()
        for thread in threads:
            thread.join(2 * EVERY)  # one that still waits for the site ends with us


def pages(site: Site, seconds: float) -> list[float]:
    """How long each page took, in order of that."""
    took, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        assert Caller(site).get("/")[0] == 200
        took.append(time.monotonic() - began)
        time.sleep(0.2)
    return sorted(took)


def said_of(took: list[float]) -> str:
    return f"half within {took[len(took) // 2]:.3f} s, the longest {took[-1]:.3f} s"


@pytest.mark.parametrize("how", WORDS)
def test_a_page_within_a_second(site: Site, how: str) -> None:
    pages(site, 3)  # both processes load what they need
    alone = pages(site, 5)
    with besieged(site, WORDS[how], reads=how == "slow reader") as ended:
        took = pages(site, SECONDS)
    say(
        f"{SLOW} × {how}: {len(took)} pages, {said_of(took)} (alone: {said_of(alone)}); "
        f"the site ended {ended[0]} of the slow ones"
    )
    assert took[-1] <= 1
