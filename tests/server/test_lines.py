"""Several questions on one line, each with its own answer and nothing in between."""

import socket
from dataclasses import dataclass

import pytest

from clubs.models import Role
from scoring.desk.inbox import news_version
from scoring.models import Tournament
from tests import builders
from tests.server.site import HOST, Caller, Site

HEAD_ALONE = (204, 304)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def question(path: str, method: str = "GET", **headers: str) -> bytes:
    named = {"Host": HOST, **{k.replace("_", "-"): v for k, v in headers.items()}}
    lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in named.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def ask(site: Site, *questions: bytes) -> list[Answer]:
    """All at once on one line, which the last one asks to end; read as a proxy reads."""
    with socket.create_connection((HOST, site.port), timeout=60) as line:
        line.sendall(b"".join(questions))
        with line.makefile("rb") as heard:
            answers = [_next(heard, asked) for asked in questions]
            assert heard.read() == b"", "nothing that nobody asked for"
    return answers


def _next(heard, asked: bytes) -> Answer:
    version, status, _ = heard.readline().decode("latin-1").split(" ", 2)
    assert version == "HTTP/1.1"
    headers = {}
    while line := heard.readline().decode("latin-1").strip():
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    alone = asked.startswith(b"HEAD") or int(status) in HEAD_ALONE
    size = 0 if alone else int(headers["content-length"])
    return Answer(int(status), headers, heard.read(size))


@pytest.fixture
def evening() -> Tournament:
    return builders.tournament(builders.club())


@pytest.fixture
def director(site: Site, evening: Tournament) -> str:
    """The cookies of a director's browser."""
    return Caller.of(
        site, builders.member(evening.club, Role.Kind.DIRECTOR, "dora")
    ).cookies


def desk(evening: Tournament) -> str:
    return f"/desk/{evening.club.slug}/{evening.slug}/"


LAST = question("/sign-in/", Connection="close")


def test_a_look_at_the_head_has_no_body(site, evening, director) -> None:
    """Or a stranger behind the same proxy would be given the director's page."""
    looks = question(desk(evening), "HEAD", Cookie=director)
    first, second = ask(site, looks, LAST)
    assert first.status == 200
    assert int(first.headers["content-length"]) > 1_000
    assert second.status == 200
    assert b"Sign in" in second.body
    assert b"dora" not in second.body


def test_a_look_at_the_head_of_a_page_that_is_not_there(site) -> None:
    first, second = ask(site, question("/no/such/page/", "HEAD"), LAST)
    assert [first.status, second.status] == [404, 200]


def test_a_look_with_a_foreign_charset(site) -> None:
    wrong = question("/", "HEAD", Content_Type="text/plain; charset=utf-16")
    first, second = ask(site, wrong, LAST)
    assert [first.status, second.status] == [400, 200]


def test_nothing_new_leaves_the_line_open(site, evening, director) -> None:
    """204 at the desk, 304 on the hall's screen, without a length and without a body."""
    nothing_new = question(
        f"{desk(evening)}news/?version={news_version(evening)}",
        **{"Cookie": director, "HX-Request": "true"},
    )
    screen = f"/{evening.club.slug}/{evening.slug}/screen/news/"
    (shown,) = ask(site, question(screen, Connection="close"))
    same = question(screen, If_None_Match=shown.headers["etag"])
    answers = ask(site, nothing_new, same, nothing_new, LAST)
    assert [each.status for each in answers] == [204, 304, 204, 200]
    assert not any("content-length" in each.headers for each in answers[:3])
    assert b"Sign in" in answers[-1].body


def test_a_line_that_is_to_end_ends_behind_a_head_alone(site) -> None:
    (only,) = ask(site, question("/sign-in/", "HEAD", Connection="close"))
    assert only.headers["connection"] == "close"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_probe_keeps_its_connection(site, path: str) -> None:
    probe, head = question(path), question(path, "HEAD")
    post = question(path, "POST", Content_Length="0")
    answers = ask(site, probe, head, post, probe, LAST)
    assert [each.status for each in answers] == [200, 200, 405, 200, 200]
    assert [each.body for each in answers[:4]] == [b"ok\n", b"", b"", b"ok\n"]


def test_what_programs_ask_keeps_its_connection(site, evening) -> None:
    missing = question(f"/api/v1/clubs/{evening.club.slug}/tournaments/none/")
    clubs = question("/api/v1/clubs/")
    answers = ask(site, missing, clubs, question("/static/no.css"), LAST)
    assert [each.status for each in answers] == [404, 200, 404, 200]


def test_a_body_with_two_lengths_smuggles_nothing(site) -> None:
    words = question(
        "/sign-in/", "POST", Content_Length="5", Transfer_Encoding="chunked"
    )
    with socket.create_connection((HOST, site.port), timeout=60) as line:
        line.sendall(words + b"0\r\n\r\n" + LAST)
        with line.makefile("rb") as heard:
            answer = heard.read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"Sign in" not in answer
