"""The club's log: who, when, what, from where."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.models import Change
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club(time_zone="Europe/Prague")
    client.force_login(builders.member(club, "director"))
    return club


def at(club: Club) -> str:
    return reverse("scoring:log", args=[club.slug])


def change(club: Club, n: int = 1, **facts: object) -> Change:
    return Change.objects.create(
        club=club,
        **{
            "by_name": "Marie",
            "source": "desk",
            "what": "entry",
            "text": f"did {n}",
            **facts,
        },
    )


def test_only_directors_read_it(club: Club, client: Client) -> None:
    client.force_login(builders.member(club, "scorekeeper"))
    assert client.get(at(club)).status_code == 403
    client.force_login(builders.member(builders.club("other"), "owner", "outsider"))
    assert client.get(at(club)).status_code == 404
    client.logout()
    assert client.get(at(club)).url.startswith(reverse("clubs:sign-in"))


def test_an_empty_log_says_what_will_stand_there(club: Club, client: Client) -> None:
    assert "Nothing yet" in client.get(at(club)).content.decode()


def test_newest_first_in_the_clubs_own_time(club: Club, client: Client) -> None:
    change(club, 1)
    last = change(club, 2, old="12 Marie", new="13 Marie", source="table")
    moment = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
    Change.objects.filter(pk=last.pk).update(at=moment)
    change(builders.club("other"), 3)
    html = client.get(at(club)).content.decode()
    assert html.index("did 2") < html.index("did 1")
    assert "did 3" not in html
    assert "Nov 21, 12:30 am" in html
    assert "12 Marie" in html
    assert "13 Marie" in html
    assert ", table" in html


def test_one_tournament_alone(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    change(club, 1)
    change(club, 2, tournament=tournament)
    html = client.get(at(club), {"tournament": tournament.slug}).content.decode()
    assert "did 2" in html
    assert "did 1" not in html
    assert "Nothing yet" in client.get(at(club), {"tournament": "x"}).content.decode()


def test_pages_in_a_fixed_number_of_queries(
    club: Club, client: Client, django_assert_num_queries
) -> None:
    tournament = builders.tournament(club)
    for n in range(120):
        change(club, n, tournament=tournament)
    with django_assert_num_queries(7):
        first = client.get(at(club))
    assert len(first.context["page"].object_list) == 50
    assert len(client.get(at(club), {"page": 3}).context["page"].object_list) == 21
