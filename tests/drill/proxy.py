"""Debian's nginx in front, which keeps its lines to the site for whoever comes next."""

from pathlib import Path

import pytest

from clubs.models import Role
from scoring.desk.selectors.news import news_version
from tests import builders
from tests.drill.figures import say
from tests.server.proxy import proxy
from tests.server.site import Caller, Site
from tests.server.test_lines import LAST, Answer, ask, desk, evening, question

__all__ = ["evening"]
TRIES = 50


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
