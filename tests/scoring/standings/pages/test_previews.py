"""What a link shows where somebody sends it: names as shown, and nobody hidden."""

import re

import pytest
from django.test import Client

from clubs.models import Club, Player, Shown
from scoring.models import Tournament
from scoring.tournaments import tournaments
from tests import builders as build

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(club: Club) -> Tournament:
    made = build.tournament(club)
    build.verified_sheet(build.open_sheet(made), (131, 96, 104, 69))
    tournaments.finish(tournament=made, by=build.command())
    made.refresh_from_db()
    return made


def meta(where: str) -> dict[str, str]:
    text = Client().get(where).content.decode()
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', text)
    return {
        name: content for name, content in found if name.startswith(("og:", "desc"))
    }


def test_a_tournament_says_when_it_was_and_who_was_first(played: Tournament) -> None:
    of = meta(played.get_absolute_url())
    assert of["og:title"] == f"{played} · {played.club}"
    assert "Nov 20, 2026" in of["og:description"]
    assert (
        "Final: 1. Marie Kubala, 2. Anna Svoboda, 3. Josef Marek" in of["description"]
    )
    assert of["description"] == of["og:description"]


def test_season_and_player_have_one_too(played: Tournament) -> None:
    club = played.club
    season = meta(f"/{club.slug}/seasons/2026/")
    assert season["og:title"] == f"Season 2026 · {club}"
    assert "1. Marie Kubala, 2. Anna Svoboda, 3. Josef Marek" in season["description"]
    player = meta(Player.objects.get(name="Marie Kubala").get_absolute_url())
    assert player["og:title"] == f"Marie Kubala · {club}"
    assert "1 evening" in player["og:description"]


def test_names_are_as_the_club_shows_them(played: Tournament) -> None:
    Club.objects.update(shown="short")
    for where in (played.get_absolute_url(), f"/{played.club.slug}/seasons/2026/"):
        of = meta(where)
        assert "Marie K." in of["description"]
        assert "Kubala" not in str(of)


def test_who_wishes_not_to_be_named_is_in_none(played: Tournament) -> None:
    Player.objects.filter(name="Marie Kubala").update(shown=Shown.HIDDEN)
    Club.objects.update(names_version=1)
    for where in (played.get_absolute_url(), f"/{played.club.slug}/seasons/2026/"):
        of = meta(where)
        assert "Marie" not in str(of)
        assert "1." not in of["description"]
        assert "2. Anna Svoboda" in of["description"]


def test_what_is_not_public_says_nothing(played: Tournament) -> None:
    played.public = False
    played.save()
    client = Client()
    client.force_login(build.member(played.club))
    assert "og:title" not in client.get(played.get_absolute_url()).content.decode()


def test_before_the_first_round_there_are_no_names(club: Club) -> None:
    made = build.tournament(club)
    assert meta(made.get_absolute_url())["description"].endswith("Not started")
