"""Ticking who comes, on the web."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.models import Entry, Tournament
from tests import builders as build
from tests.markup import flowing
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = build.club()
    client.force_login(build.member(club, "director"))
    return club


@pytest.fixture
def last(club: Club) -> Tournament:
    made = build.tournament(club, name="October", date=date(2026, 10, 16))
    build.entries(made, 4)
    return made


@pytest.fixture
def tonight(club: Club, last: Tournament) -> Tournament:
    build.player(club, "Zdena Adam")
    return build.tournament(club, date=date(2026, 11, 20))


def test_nobody_is_ticked_until_last_time_is_asked_for(
    client: Client, tonight: Tournament, last: Tournament
) -> None:
    html = flowing(client.get(at(tonight, "entries-pick")))
    assert html.count('name="who"') == 5
    assert " checked" not in html
    assert message("Last time: {name}", name="October · 4") in html
    assert "Other club players · 1" in html
    ticked = client.get(f"{at(tonight, 'entries-pick')}?like={last.slug}")
    assert flowing(ticked).count(" checked") == 4


def test_the_ticked_are_entered_once(client: Client, tonight: Tournament) -> None:
    page = client.get(at(tonight, "entries-pick"))
    picks = page.context["picks"].everybody
    sent = {
        "key": page.context["form"]["key"].value(),
        "who": [each.player.pk for each in picks[:3]],
        "here": "on",
    }
    for _ in range(2):
        answer = client.post(at(tonight, "entries-pick"), sent)
        assert answer.url == at(tonight, "entries")
    assert tonight.entries.filter(state=Entry.State.HERE).count() == 3
    assert (
        message("{n} people were entered.", n=3)
        in client.get(answer.url).content.decode()
    )


def test_what_is_wrong_is_said_and_the_ticks_stay(
    client: Client, tonight: Tournament
) -> None:
    wrong = client.post(at(tonight, "entries-pick"), {"key": "k"})
    assert message("Select at least one player.") in wrong.content.decode()
    picks = wrong.context["picks"].everybody
    one = picks[0].player.pk
    for gone in ("999999", "x", "²"):
        wrong = client.post(
            at(tonight, "entries-pick"), {"key": "k", "who": [one, gone]}
        )
        assert wrong.status_code == 200
        assert f'value="{one}" checked' in flowing(wrong)
    assert not tonight.entries.exists()


def test_an_evening_of_the_same_name_elsewhere_is_not_like_it(
    client: Client, tonight: Tournament
) -> None:
    for slug in ("nothing", tonight.slug, "²"):
        html = client.get(f"{at(tonight, 'entries-pick')}?like={slug}").content.decode()
        assert " checked" not in html


def test_a_club_without_players_says_so(client: Client, club: Club) -> None:
    html = client.get(at(build.tournament(club), "entries-pick")).content.decode()
    assert message("No players to choose") in html


@pytest.mark.parametrize("people", [4, 300])
def test_the_queries_do_not_grow(
    client: Client, club: Club, people: int, django_assert_num_queries
) -> None:
    made = build.tournament(club, name="October", date=date(2026, 10, 16))
    build.entries(made, people)
    tonight = build.tournament(club, date=date(2026, 11, 20))
    with django_assert_num_queries(10):
        html = client.get(at(tonight, "entries-pick")).content.decode()
    assert html.count('name="who"') == people


def test_same_as_last_time_brings_its_people(
    client: Client, club: Club, last: Tournament
) -> None:
    """From the desk's button to the list of ticks."""
    new = f"{reverse('scoring:tournament-new', args=[club.slug])}?like={last.slug}"
    page = client.get(new).context
    fields = (field for form in (page["form"], page["rules"]) for field in form)
    # What is not ticked is not sent.
    values = ((field.html_name, field.value()) for field in fields)
    sent = {
        name: str(value)
        for name, value in values
        if value not in (None, "") and value is not False
    }
    answer = client.post(new, sent)
    made = club.tournaments.get(name=sent["name"])
    assert answer.url == f"{at(made, 'entries-pick')}?like={last.slug}"
    assert flowing(client.get(answer.url)).count(" checked") == 4


def test_an_empty_page_of_entries_offers_all_three_ways(
    client: Client, tonight: Tournament, last: Tournament
) -> None:
    html = flowing(client.get(at(tonight, "entries")))
    assert f'href="{at(tonight, "entries-pick")}?like={last.slug}"' in html
    assert message("Choose from {n} players", n=5) in html
    assert f'action="{at(tonight, "entries-paste")}"' in html
    assert f'href="{at(tonight, "door")}"' in html
    pasted = {"text": "Nora New", "here": "on"}
    preview = client.post(at(tonight, "entries-paste"), pasted)
    assert preview.context["form"]["here"].value() is True
