"""What holds others up: slow connections, sign-ins at once, questions asked ahead.

And how long a page takes meanwhile.
"""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from django.contrib.auth.hashers import get_hasher

from config import settings as ours
from tests import builders
from tests.drill.figures import say
from tests.server.site import CSRF, HOST, Caller, Site

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


def in_words(took: list[float]) -> str:
    return f"half within {took[len(took) // 2]:.3f} s, the longest {took[-1]:.3f} s"


@pytest.mark.parametrize("how", WORDS)
def test_a_page_within_a_second(site: Site, how: str) -> None:
    pages(site, 3)  # both processes load what they need
    alone = pages(site, 5)
    with besieged(site, WORDS[how], reads=how == "slow reader") as ended:
        took = pages(site, SECONDS)
    say(
        f"{SLOW} × {how}: {len(took)} pages, {in_words(took)} (alone: {in_words(alone)}); "
        f"the site ended {ended[0]} of the slow ones"
    )
    assert took[-1] <= 1


SIGN_INS = 40
DEAF, AHEAD = 100, 20
SECRET = "felt and gold 7"


def memory(site: Site) -> int:
    """MB of all its processes, at their peak."""
    assert site.process is not None
    first = site.process.pid
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    peaks = [
        line.split()[1]
        for process in (first, *children)
        for line in Path(f"/proc/{process}/status").read_text().splitlines()
        if line.startswith("VmHWM")
    ]
    return sum(map(int, peaks)) // 1024


def test_a_page_within_a_second_while_forty_sign_in(site: Site, settings) -> None:
    """Twice: the second time the hashes are of today's size, if the first were not."""
    settings.PASSWORD_HASHERS = ours.PASSWORD_HASHERS
    hasher = get_hasher("argon2")
    hasher.memory_cost, hasher.time_cost, hasher.parallelism = 102_400, 2, 8
    old = hasher.encode(SECRET, "salt" * 6)
    for n in range(SIGN_INS):
        builders.user(f"anna{n}")
    type(builders.user("karel")).objects.update(password=old)

    def sign_in(n: int) -> int:
        stranger = Caller(site, f"csrftoken={CSRF}")
        return stranger.send("/sign-in/", {"login": f"anna{n}", "password": SECRET})[0]

    pages(site, 3)
    for which in ("old, larger hashes", "hashes of today"):
        began = time.monotonic()
        with ThreadPoolExecutor(SIGN_INS) as crowd:
            statuses = crowd.map(sign_in, range(SIGN_INS))
            took = pages(site, 3)
            assert set(statuses) == {302}
        say(
            f"{SIGN_INS} sign-ins at once ({which}), all in within "
            f"{time.monotonic() - began:.1f} s: {len(took)} pages, {in_words(took)}; "
            f"{memory(site)} MB at the peak"
        )
        assert took[-1] <= 1
        time.sleep(60)  # of the minute in which 120 may sign in from one address


def test_a_page_within_a_second_while_nobody_takes_the_answers(site: Site) -> None:
    evening = builders.tournament(builders.club())
    page = f"/{evening.club.slug}/{evening.slug}/"
    words = f"GET {page} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode() * AHEAD
    pages(site, 3)
    with ExitStack() as lines:
        for _ in range(DEAF):
            line = lines.enter_context(socket.create_connection((HOST, site.port)))
            line.sendall(words)
        took = pages(site, 10)
    say(
        f"{DEAF} × {AHEAD} asked ahead, never read: {len(took)} pages, {in_words(took)}"
    )
    assert took[-1] <= 1
