"""Debian's nginx in front, which keeps its lines to the site for whoever comes next."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from clubs.models import Role
from scoring.desk.inbox import news_version
from scoring.models import Tournament
from tests import builders, world
from tests.drill.figures import say
from tests.server.proxy import proxy
from tests.server.site import Caller, Site
from tests.server.test_lines import LAST, Answer, ask, desk, evening, question

__all__ = ["evening"]
TRIES = 50
LONGEST = 60  # s until whoever is erased is gone for everybody
OLDEST = 41  # s, just more than what is shown while the next is made


@pytest.fixture
def behind(site: Site, tmp_path: Path):
    with proxy(site, tmp_path) as port:
        yield Site(site.folder, port)


def closing(path: str, method: str, **headers: str) -> bytes:
    return question(path, method, Connection="close", **headers)


def test_nobody_is_given_the_page_of_somebody_else(site, behind, evening) -> None:
    dora = builders.member(evening.club, Role.Kind.DIRECTOR, "dora")
    own = {"Cookie": Caller.of(site, dora).cookies, "HX-Request": "true"}
    screen = f"/{evening.club.slug}/{evening.slug}/screen/news/"
    (shown,) = ask(behind, closing(screen, "GET"))
    kinds = {
        "HEAD": closing(desk(evening), "HEAD", Cookie=own["Cookie"]),
        "204": closing(
            f"{desk(evening)}news/?version={news_version(evening)}", "GET", **own
        ),
        "304": closing(screen, "GET", If_None_Match=shown.headers["etag"]),
    }
    for kind, first in kinds.items():
        wrong = sum(not is_sign_in(_after(behind, first, kind)) for _ in range(TRIES))
        say(f"after {kind}: {wrong} of {TRIES} strangers got something else")
        assert wrong == 0


def _after(behind: Site, first: bytes, kind: str) -> Answer:
    """What a stranger gets who comes next."""
    (looked,) = ask(behind, first)
    assert looked.status == (200 if kind == "HEAD" else int(kind))
    (answer,) = ask(behind, LAST)
    return answer


def is_sign_in(answer: Answer) -> bool:
    return b"Sign in" in answer.body and b"dora" not in answer.body


def test_what_is_kept_is_for_strangers_and_soon_gone(site, behind, evening) -> None:
    dora = builders.member(evening.club, Role.Kind.DIRECTOR, "dora")
    own = {"Cookie": Caller.of(site, dora).cookies}
    page = evening.get_absolute_url()

    def shown(**headers: str) -> Answer:
        return ask(behind, closing(page, "GET", **headers))[0]

    def renamed(name: str) -> bytes:
        Tournament.objects.update(name=name)
        return name.encode()

    first = shown()
    winter = renamed("Winter Tarok")
    assert shown().body == first.body, "the store answers"
    again = shown(If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    of_dora = shown(**own)
    assert winter in of_dora.body
    assert b"Open at the desk" in of_dora.body
    assert "private" in of_dora.headers["cache-control"]
    assert shown().body == first.body, "and not with what somebody signed in saw"

    seconds = _until(lambda: winter in shown().body)
    spring = renamed("Spring Tarok")
    time.sleep(OLDEST)
    assert spring in shown().body, "asked once, after a while in which nobody did"
    Tournament.objects.update(public=False)
    gone = _until(lambda: shown().status == 404)
    say(
        f"kept by nginx: another name after {seconds} s, an evening gone after {gone} s"
    )
    assert max(seconds, gone) <= LONGEST


def test_no_answer_to_somebody_signed_in_is_kept(site, behind) -> None:
    """Every address that is read: first by a director, then by a stranger behind nginx."""
    here = world.evening()
    dora = builders.member(here.club, Role.Kind.DIRECTOR, "dora-drill")
    own = Caller.of(behind, dora)
    asked, wrong = 0, []
    for name in sorted(world.PARTS):
        path = here.address(name)
        first, _ = own.get(path)
        status, body = Caller(behind).get(path)
        straight, _ = Caller(site).get(path)
        asked += first == 200
        if status != straight or b"dora-drill" in body:
            wrong.append(f"{name}: {status}, straight {straight}")
    say(f"{asked} pages of a director's were not shown to a stranger after him")
    assert wrong == []
    assert asked > 100


def _until(happens: Callable[[], bool]) -> int:
    """Seconds until it does, looking once in each."""
    for seconds in range(LONGEST + 1):
        if happens():
            return seconds
        time.sleep(1)
    return LONGEST + 1
