"""What stands before Django: charsets that it would fail on, and heads without a body."""

import random
from collections import Counter
from collections.abc import Iterable
from encodings.aliases import aliases
from io import BytesIO
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest

from config import wsgi
from tests.drill.figures import say, size
from tests.in_turn import in_turn

pytestmark = pytest.mark.django_db

TOKEN = "c" * 32
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
BODIES = {
    FORM: f"login=anna&csrfmiddlewaretoken={TOKEN}",
    PARTS: "--x\r\nContent-Disposition: form-data; name=csrfmiddlewaretoken\r\n\r\n"
    f"{TOKEN}\r\n--x--\r\n",
}
TAKEN = "405 Method Not Allowed"  # past the check of the token
FOREIGN = ("utf-16", "utf-7", "zlib", '"rot13"', "utf8", "us-ascii", "ascii", "latin-1")
TWICE = ("utf-8; charset=utf-8", "utf-8; charset=utf-16", "utf-8, text/plain")
OTHERWISE = ("", "'utf-8'", "utf-8\x00", "=utf-8", '"utf-8', "utf-8*=utf-16''x")


CHARSETS = (*aliases, *FOREIGN, *TWICE, *OTHERWISE, "utf-8", "x" * 900, "\u017e", "%00")
HOW = (
    "charset={}",
    'charset="{}"',
    "charset*={}''x",
    "charset*0={}",
    "x*={}'en'%ff",
    "boundary*={}''x",
    "CHARSET={}; charset=utf-8",
    "charset={}; boundary=y",
    "{}",
)
LINES = (
    "Content-Type: text/plain; {}",
    "Content-Disposition: form-data; name=a; {}",
    "Content-Transfer-Encoding: {}",
    "Content-Type: {}",
    "{}: a",
    "{}",
    "Content-Disposition: form-data; name*={}''a; filename*={}''%ff%fe",
)
FUZZ = size(400, 20_000)


def answer_to(kind: str, body: str) -> tuple[str, bytes]:
    """Status and page, to a stranger who has the forms' cookie and token."""
    sent = body.encode()
    asked: dict[str, Any] = {
        "CONTENT_TYPE": kind,
        **{"REQUEST_METHOD": "POST", "PATH_INFO": "/t/", "QUERY_STRING": "q=1"},
        **{"HTTP_HOST": "localhost", "HTTP_COOKIE": f"csrftoken={TOKEN}"},
        **{"CONTENT_LENGTH": str(len(sent)), "wsgi.input": BytesIO(sent)},
    }
    setup_testing_defaults(asked)
    statuses: list[str] = []
    page = b"".join(wsgi.application(asked, lambda status, *_: statuses.append(status)))
    return statuses[-1], page


@in_turn(
    "charset, status",
    [
        *((name, "400 Bad Request") for name in (*FOREIGN, *TWICE, *OTHERWISE)),
        *((name, TAKEN) for name in ("utf-8", "UTF-8", '"utf-8"')),
    ],
)
@in_turn("kind", [FORM, PARTS])
def test_a_foreign_charset_is_refused_before_anybody_reads(
    kind: str, charset: str, status: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    told, page = answer_to(f"{kind}; charset={charset}", BODIES[kind])
    assert told == status
    assert status == TAKEN or len(page) < 500
    assert len(caplog.text) < 250


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data; charset=utf-8; boundary=x",
        "multipart/form-data; boundary=x ; charset=utf-8 ",
    ],
)
def test_where_the_charset_stands_is_all_one(kind: str) -> None:
    assert answer_to(kind, BODIES[PARTS])[0] == TAKEN


@pytest.mark.parametrize("name", ["charset*", "charset*0", "boundary*", "x*"])
def test_a_parameter_that_brings_a_charset_of_its_own_is_refused(name: str) -> None:
    kind = f"{PARTS}; {name}=utf-16''x"
    assert answer_to(kind, BODIES[PARTS])[0] == "400 Bad Request"


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified", "200 OK"])
def test_what_has_no_body_is_closed_unread(status: str) -> None:
    """As a file that is sent in pieces: nobody else would close it."""

    class Pieces:
        closed = False

        def __iter__(self) -> Iterable[bytes]:
            pytest.fail("read")

        def close(self) -> None:
            self.closed = True

    pieces = Pieces()

    def site(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        start(status, [])
        return pieces

    method = "HEAD" if status == "200 OK" else "GET"
    answer = wsgi.without_bodies(site)({"REQUEST_METHOD": method}, lambda *_: None)
    assert answer == []
    assert pieces.closed


def fuzzed(chance: random.Random) -> tuple[str, str]:
    """A Content-Type and a body in which charsets stand wherever one can."""
    charset, how = chance.choice(CHARSETS), chance.choice(HOW)
    parameter = how.replace("{}", charset)
    if chance.random() < 0.3:
        return f"{chance.choice([FORM, PARTS])}; {parameter}", BODIES[PARTS]
    line = chance.choice(LINES).replace("{}", chance.choice([charset, parameter]))
    named = f"Content-Disposition: form-data; name={chance.choice(['a', '_charset_'])}"
    lines = chance.sample([line, named, "Content-Type: text/csv; charset=utf-8"], 2)
    part = "\r\n".join(["--x", *lines, "", charset, ""])
    return PARTS, part + BODIES[PARTS]


def test_charsets_anywhere_are_no_error_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    chance, statuses = random.Random(27), Counter[str]()
    for _ in range(FUZZ):
        kind, body = fuzzed(chance)
        caplog.clear()
        status, _ = answer_to(kind, body)
        statuses[status] += 1
        assert status in ("400 Bad Request", TAKEN, "403 Forbidden"), (kind, body)
        assert len(caplog.text) < 400, (kind, body)
    say(f"{FUZZ} charsets in heads and parts: {dict(statuses)}")
