"""The yearbook: what is in it, with page numbers; whose names; made anew, and kept."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from clubs.models import Season
from scoring.history.documents.yearbook import yearbook_job, yearbook_recipe
from scoring.people import players
from scoring.printing import jobs
from scoring.printing.document import NothingToPrint
from scoring.printing.render import pdf_of
from tests import builders as build
from tests.messages import message
from tests.scoring.printing.documents.pages import texts_of
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club: Any) -> Season:
    """Two evenings of one round, final."""
    for name in ("First evening", "Second evening"):
        made = build.tournament(club, name=name, rounds_planned=1)
        rnd = build.published_round(made, [build.entries(made, 4)])
        build.verified_sheet(rnd.sheets.get(), (160, 110, 80, 50))
        made.finished_at = timezone.now()
        made.save()
    found = made.season
    found.finished_at = timezone.now()
    found.save()
    return found


def headings_of(pdf: bytes) -> dict[str, int]:
    """On which page each heading of the book stands, as its outline says."""
    reader = PdfReader(BytesIO(pdf))
    pages: dict[str, int] = {}
    waiting: list[Any] = [*reader.outline]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
        else:
            pages[each.title] = (reader.get_destination_page_number(each) or 0) + 1
    return pages


def test_no_page_is_half_empty_because_a_chapter_ended(season: Season) -> None:
    found = headings_of(pdf_of(yearbook_recipe(season)()))
    chapters = ("Contents", message("The season"), "Events")
    assert [found[name] for name in chapters] == [2, 2, 2]
    assert (
        found["Players"] == found["Records"] + 1 or found["Players"] == found["Records"]
    )


def test_the_title_has_the_clubs_emblem(season: Season) -> None:
    build.look(season.club)
    [part] = yearbook_recipe(season)().parts
    assert '<div class="crest">' in part.html


def test_it_has_all_chapters_and_their_pages(season: Season) -> None:
    pdf = pdf_of(yearbook_recipe(season)())
    title, *rest = [" ".join(text.split()) for text in texts_of(pdf)]
    assert "Yearbook" in title
    assert "Final" in title
    contents, _, _ = rest[0].partition("Place Name")
    found = headings_of(pdf)
    for word in (message("The season"), "First evening", "Second evening", "Players"):
        assert re.search(rf"{word}[ .]+{found[word]}\b", contents), word
    said = " ".join(rest)
    assert "The biggest round, 160 chips" in said
    assert "Place 1=: +60" in said
    assert "Marie Kubala" in said
    season.club.shown = "short"
    season.club.save()
    assert "Kubala" not in " ".join(texts_of(pdf_of(yearbook_recipe(season)())))


def test_everybody_opens_that_of_a_final_season_until_a_name_goes(
    season: Season, tasks: Waiting
) -> None:
    club = season.club
    page = reverse("scoring:season", args=[club.slug, season.slug])
    at = reverse("scoring:season-yearbook", args=[club.slug, season.slug])
    assert Client().get(at).status_code == 404
    name = f"{club.slug}-{season.slug}-yearbook"
    key = jobs.start(
        yearbook_recipe(season, "a4"), owner=club.slug, name=name, permanent=True
    )
    again = jobs.start(
        yearbook_recipe(season), owner=club.slug, name=name, permanent=True
    )
    assert key == again
    assert tasks.do() == 1
    assert at in Client().get(page).content.decode()
    assert b"".join(Client().get(at).streaming_content).startswith(b"%PDF")
    players.erase(player=club.players.first(), actor=build.command())
    jobs.forget(club.slug)
    club.refresh_from_db()
    assert yearbook_job(season) is None
    assert at not in Client().get(page).content.decode()


def test_an_empty_season_has_none(club: Any) -> None:
    with pytest.raises(
        NothingToPrint, match=message("Nothing has been played in this season yet.")
    ):
        yearbook_recipe(build.tournament(club).season)()
