"""A Redis of tasks that is away costs what workers make, and says so; the evening goes on.

Of a store: `sheets/test_photo_stores.py`, `paper/test_print_stores.py`; of the counters and
the news: `clubs/test_redis_caches.py`, `core/test_news.py`.
"""

import pytest

from scoring.draw import draws
from scoring.models import Round, Tournament
from tests import builders as build
from tests.clubs.test_redis_jobs import use
from tests.scoring.crew import Crew, at, text_of
from tests.scoring.desk.pages.test_prints import order
from tests.server.site import HOST, free_port

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(crew: Crew, settings, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """It is about to begin, and nobody keeps tasks any more."""
    tournament = build.tournament(crew.club)
    build.entries(tournament, 8)
    use(f"redis://{HOST}:{free_port()}/0", settings, monkeypatch)
    return tournament


def draw(crew: Crew, evening: Tournament):
    form = {"scope": "whole", "spare": "sit_out", "key": "draw-1"}
    return crew.post("director", at(evening, "draw-run"), form)


def test_an_evening_goes_on(crew: Crew, evening: Tournament) -> None:
    assert draw(crew, evening).status_code == 302
    sent = crew.post("director", at(evening, "round-publish", 1), {"key": "publish-1"})
    assert sent.status_code == 302
    rnd = evening.rounds.get(number=1)
    assert rnd.state == Round.State.OPEN
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    for name in ("tournament-desk", "prints", "pack"):
        assert crew.get("director", at(evening, name)).status_code == 200
    assert crew.get("director", evening.get_absolute_url()).status_code == 200


def test_a_print_says_so_in_words(crew: Crew, evening: Tournament) -> None:
    under_way = build.tournament(crew.club, name="Another")
    build.published_round(under_way, 2)
    sent = order(crew, under_way, what="tables")
    assert sent.status_code == 302
    said = text_of(crew.get("director", sent.url))
    assert "Nothing can be printed at this moment" in said
    assert "nothing is lost" in said


def test_a_large_draw_says_so_in_words(
    crew: Crew, evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "takes_long", lambda request: True)
    sent = draw(crew, evening)
    said = text_of(crew.clients["director"].get(sent.url, follow=True))
    assert "So large a draw cannot be made at this moment" in said
    assert not evening.rounds.exists()
