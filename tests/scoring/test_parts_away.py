"""A part of the site that is away costs one function, which says so; the evening goes on.

More of a store: `sheets/test_photo_stores.py`, `paper/test_print_stores.py`; of the
counters and the news: `clubs/test_redis_caches.py`, `core/test_news.py`.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from clubs import redis_caches
from scoring.core import push
from scoring.draw import draws
from scoring.models import Round, Tournament
from tests import builders as build
from tests.clubs import test_redis_caches as counters
from tests.clubs import test_redis_tasks as tasks
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.scoring.desk.views.test_prints import order
from tests.server.site import HOST, free_port
from tests.stores import away, in_s3

pytestmark = pytest.mark.django_db

PARTS = ("TASKS", "FILES", "CACHE", "NEWS")
Captured = Callable[..., AbstractContextManager[Any]]


def nobody() -> str:
    """An address where nobody listens."""
    return f"{HOST}:{free_port()}"


@pytest.fixture
def evening(crew: Crew) -> Tournament:
    tournament = build.tournament(crew.club)
    build.entries(tournament, 8)
    return tournament


@pytest.fixture
def no_tasks(evening: Tournament, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Redis of tasks went away."""
    tasks.use(f"redis://{nobody()}/0", settings, monkeypatch)


@pytest.fixture(params=PARTS)
def part(
    request: pytest.FixtureRequest,
    evening: Tournament,
    settings,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    """Which part went away, before anybody is seated."""
    if request.param == "TASKS":
        tasks.use(f"redis://{nobody()}/0", settings, monkeypatch)
    elif request.param == "CACHE":
        counters.use(f"redis://{nobody()}/0", settings)
    elif request.param == "NEWS":
        settings.NEWS = f"http://{nobody()}/publish"
        monkeypatch.setattr(push, "_away_until", 0.0)
    else:
        with in_s3(), away():
            yield request.param
            return
    yield request.param
    redis_caches._away_until.clear()


def draw(crew: Crew, evening: Tournament):
    form = {"scope": "whole", "spare": "sit_out", "key": "draw-1"}
    return crew.post("director", at(evening, "draw-run"), form)


def test_an_evening_goes_on(
    crew: Crew,
    evening: Tournament,
    part: str,
    django_capture_on_commit_callbacks: Captured,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert draw(crew, evening).status_code == 302
        form = {"key": "publish-1"}
        sent = crew.post("director", at(evening, "round-publish", 1), form)
        assert sent.status_code == 302
    rnd = evening.rounds.get(number=1)
    assert rnd.state == Round.State.OPEN
    with django_capture_on_commit_callbacks(execute=True):
        for sheet in rnd.sheets.all():
            build.verified_sheet(sheet)
    pages = ["tournament-desk", "prints"]
    pages += [] if part == "FILES" else ["pack"]
    for name in pages:
        assert crew.get("director", at(evening, name)).status_code == 200
    assert crew.get("director", evening.get_absolute_url()).status_code == 200


def test_a_print_says_so_in_words(
    crew: Crew, evening: Tournament, no_tasks: None
) -> None:
    under_way = build.tournament(crew.club, name="Another")
    build.published_round(under_way, 2)
    sent = order(crew, under_way, what="tables")
    assert sent.status_code == 302
    said = text_of(crew.get("director", sent.url))
    assert (
        message(
            "We can’t print right now because the task queue isn’t responding. "
            "Nothing is lost. Try again in a few minutes."
        )
        in said
    )
    assert "Nothing is lost" in said


def test_a_large_draw_says_so_in_words(
    crew: Crew, evening: Tournament, no_tasks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "takes_long", lambda request: True)
    sent = draw(crew, evening)
    said = text_of(crew.clients["director"].get(sent.url, follow=True))
    assert (
        message(
            "A draw this large can’t run right now, because the site’s background "
            "tasks aren’t running. Draw later, or seat people by hand."
        )
        in said
    )
    assert not evening.rounds.exists()
