"""A draw that takes seconds shows how far it is, and ends as any other does."""

import pytest
from django.http import HttpResponse

from scoring.draw import draw_tasks, draws
from scoring.draw.rounds import draft_stamp
from scoring.models import Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db

BY = build.command()
WISH = {
    "scope": "whole",
    "spare": "sit_out",
    "apart_1_1": "1",
    "apart_1_2": "Josef",
    "seed": "7",
}


@pytest.fixture(autouse=True)
def _takes_long(monkeypatch: pytest.MonkeyPatch, tasks: Waiting) -> None:
    """Every draw takes long; the test has them made."""
    monkeypatch.setattr(draws, "takes_long", lambda request: True)


def draw(crew: Crew, tournament: Tournament, **more: str) -> HttpResponse:
    data = {"key": "form-1", **WISH, **more}
    return crew.post("director", at(tournament, "draw-run"), data)


def test_it_shows_how_far_it_is_and_ends_in_the_draft(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    build.entries(tournament, 8)
    sent = draw(crew, tournament)
    assert not tournament.rounds.exists()
    page = sent.url
    [(_, key)] = tasks
    draw_tasks._write(f"{key}/{draw_tasks.PROGRESS}", {"done": 3, "of": 10})

    found = text_of(crew.get("director", page))
    assert 'max="10"' in found
    assert 'value="3"' in found
    assert '<noscript><meta http-equiv="refresh"' in found
    part = crew.clients["director"].get(page, headers={"HX-Request": "true"})
    assert "<html" not in text_of(part)

    assert tasks.do() == 1
    part = crew.clients["director"].get(page, headers={"HX-Request": "true"})
    assert part["HX-Redirect"] == page
    end = crew.clients["director"].get(page, follow=True)
    assert message("Seats drawn. No one sees them until you publish.") in text_of(end)
    assert tournament.rounds.count() == 3


def test_sent_twice_it_is_one_draw(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    build.entries(tournament, 8)
    first = draw(crew, tournament).url

    assert draw(crew, tournament).url == first
    assert len(list(tasks)) == 1


def test_what_was_refused_meanwhile_stands_in_the_form_as_it_was_typed(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    build.entries(tournament, 8)
    draws.draw(tournament=tournament, actor=BY, whole_evening=True)
    page = draw(crew, tournament, drafted=draft_stamp(tournament)).url
    quicker = draws.draw(tournament=tournament, actor=BY, whole_evening=False)
    assert tasks.do() == 1

    found = text_of(crew.get("director", page))

    assert "Latest change:" in found
    assert 'name="apart_1_2" value="Josef"' in found
    assert tournament.rounds.get().draw == quicker


def test_a_process_that_stopped_is_said(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    build.entries(tournament, 8)
    page = draw(crew, tournament).url
    tasks.clear()

    assert message("The draw stopped before it finished. Draw again.") in text_of(
        crew.get("director", page)
    )


def test_only_this_tournaments_director_sees_it(
    tournament: Tournament, crew: Crew, tasks: Waiting
) -> None:
    build.entries(tournament, 8)
    key = draw(crew, tournament).url.rstrip("/").rpartition("/")[2]
    other = build.tournament(crew.club, slug="other")

    assert crew.get("director", at(other, "draw-progress", key)).status_code == 404
    assert (
        crew.get("director", at(other, "draw-progress", "nothing")).status_code == 404
    )
    assert (
        crew.get("scorekeeper", at(tournament, "draw-progress", key)).status_code == 403
    )
