"""A season's prints: chosen at the desk, waited for, opened."""

from typing import Any

import pytest
from django.urls import reverse

from clubs.models import Season
from scoring.history.views import season_prints
from scoring.printing.jobs import Recipe
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, text_of
from tests.tasks import Waiting
from tests.words import NOT_OFFERED

pytestmark = pytest.mark.django_db


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be printed, by no process of its own."""
    asked: list[Any] = []

    def start(recipe: Recipe, **how: Any) -> str:
        asked.append((recipe(), how))
        return "0" * 32

    monkeypatch.setattr(season_prints, "start", start)
    return asked


def at(season: Season) -> str:
    return reverse("scoring:season-prints", args=[season.club.slug, season.slug])


def test_a_poster_is_started_once_somebody_has_a_place(
    crew: Crew, started: list[Any]
) -> None:
    evening = build.tournament(crew.club)
    chosen = {"what": "poster", "first": "20", "paper": "a4"}
    answer = crew.post("director", at(evening.season), chosen)
    assert message("No one has a place in this season yet.") in text_of(answer)
    assert started == []
    build.verified_sheet(build.open_sheet(evening))
    answer = crew.post("director", at(evening.season), chosen)
    assert answer.url.startswith(f"{at(evening.season)}{'0' * 32}/?what=poster")
    ((document, how),) = started
    slug = evening.season.slug
    assert how == {"owner": "lodge-24", "name": f"lodge-24-{slug}-poster"}
    assert "size: 210mm 297mm" in document.parts[0].html


def test_a_wrong_choice_is_told(crew: Crew, started: list[Any]) -> None:
    season = build.tournament(crew.club).season
    answer = crew.post("director", at(season), {"what": "x", "first": "7"})
    assert text_of(answer).count(NOT_OFFERED) == 2
    assert started == []


def test_two_clicks_on_the_yearbook_are_one_job(crew: Crew, tasks: Waiting) -> None:
    evening = build.tournament(crew.club)
    build.verified_sheet(build.open_sheet(evening))
    chosen = {"what": "yearbook", "first": "20", "paper": "letter"}
    pages = {crew.post("director", at(evening.season), chosen).url for _ in range(2)}
    assert (len(pages), tasks.do()) == (1, 1)
    assert crew.post("director", at(evening.season), chosen).url in pages
    assert tasks.do() == 1, "the first one ended, so it is made anew"


def test_every_print_is_a_tile_and_one_press(crew: Crew, started: list[Any]) -> None:
    evening = build.tournament(crew.club)
    build.verified_sheet(build.open_sheet(evening))
    page = text_of(crew.get("director", at(evening.season)))
    assert 'type="radio"' not in page.partition("<main")[2].partition("</main")[0]
    for what in ("poster", "yearbook"):
        assert f'name="what" value="{what}"' in page
    crew.post(
        "director",
        at(evening.season),
        {"what": "poster", "first": "10", "paper": "letter"},
    )
    assert len(started) == 1


def test_the_one_an_address_asks_for_has_the_focus(crew: Crew) -> None:
    season = build.tournament(crew.club).season
    page = text_of(crew.get("director", f"{at(season)}?what=yearbook"))
    assert 'value="yearbook" autofocus' in page
    assert page.partition("<main")[2].count("autofocus") == 1
