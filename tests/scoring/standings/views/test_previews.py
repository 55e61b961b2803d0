"""What a link shows where somebody sends it, words and picture: nobody who is hidden."""

import re
from datetime import time
from html import unescape
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from clubs.models import Club, Player, Shown
from scoring.core import page_context
from scoring.core.social_images import LinkPicture
from scoring.models import OldList, Tournament
from scoring.people import players
from scoring.people.merges import merge
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(club: Club) -> Tournament:
    made = build.tournament(club)
    build.verified_sheet(build.open_sheet(made), (131, 96, 104, 69))
    tournaments.finish(tournament=made, actor=build.command())
    made.refresh_from_db()
    return made


def meta(where: str) -> dict[str, str]:
    text = Client().get(where).content.decode()
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', text)
    return {
        name: unescape(content)
        for name, content in found
        if name.startswith(("og:", "desc", "twitter"))
    }


def picture(where: str) -> str:
    """The address of the link's picture within the site."""
    return meta(where)["og:image"].removeprefix("http://testserver")


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
    assert season["og:title"] == message(
        "Season {season} · {club}", season=2026, club=club
    )
    assert "1. Marie Kubala, 2. Anna Svoboda, 3. Josef Marek" in season["description"]
    player = meta(Player.objects.get(name="Marie Kubala").get_absolute_url())
    assert player["og:title"] == f"Marie Kubala · {club}"
    assert message("{n} event", n=1) in player["og:description"]


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
    assert meta(made.get_absolute_url())["description"].endswith(message("Not started"))


def test_before_the_first_round_it_says_who_comes(club: Club) -> None:
    made = build.tournament(club, starts_at=time(19, 0), asks=True)
    of = meta(made.get_absolute_url())
    assert "Friday, November 20, 2026, 7:00 pm" in of["description"]
    assert message("No one has RSVP’d yet.") in of["description"]


def test_a_link_has_a_picture_whose_address_is_its_content(played: Tournament) -> None:
    season = f"/{played.club.slug}/seasons/2026/"
    player = Player.objects.get(name="Anna Svoboda").get_absolute_url()
    for where in (played.get_absolute_url(), season, player):
        of, before = meta(where), picture(where)
        assert of["og:image:alt"] == f"{of['og:title']}. {of['og:description']}"
        assert of["twitter:card"] == "summary_large_image"
        answer = Client().get(before)
        assert answer.headers["Content-Type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
        known = {"If-None-Match": answer.headers["ETag"]}
        assert Client().get(before, headers=known).status_code == 304
        assert picture(where) == before
        Club.objects.update(colour="#1d4c8a")
        assert picture(where) != before
        Club.objects.update(colour="")


def test_the_picture_is_absolute_by_the_sites_own_address(
    played: Tournament, settings: Any
) -> None:
    settings.SITE_URL = "https://tarok.example.org"
    at = meta(played.get_absolute_url())["og:image"]
    assert at.startswith(
        f"https://tarok.example.org{played.get_absolute_url()}picture-"
    )


def test_names_change_and_the_old_picture_is_gone(played: Tournament) -> None:
    for where in (played.get_absolute_url(), f"/{played.club.slug}/seasons/2026/"):
        at = picture(where)
        full = Client().get(at).content
        Club.objects.update(shown="short")
        assert picture(where) != at
        assert Client().get(at).content == Client().get(picture(where)).content != full
        Club.objects.update(shown="full")


def test_who_wishes_not_to_be_named_is_in_no_picture(
    played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[LinkPicture] = []
    monkeypatch.setattr(page_context, "png_of", lambda of: drawn.append(of) or b"")
    Player.objects.filter(name="Marie Kubala").update(shown=Shown.HIDDEN)
    Club.objects.update(names_version=1)
    for where in (played.get_absolute_url(), f"/{played.club.slug}/seasons/2026/"):
        Client().get(picture(where))
    assert len(drawn) == 2
    for of in drawn:
        assert [first.names for first in of.first] == ["Anna Svoboda", "Josef Marek"]


def test_who_is_erased_is_in_no_picture(played: Tournament) -> None:
    marie = played.entries.get(name="Marie Kubala").player
    pages = (played.get_absolute_url(), f"/{played.club.slug}/seasons/2026/")
    before = {where: picture(where) for where in pages}
    full = {where: Client().get(at).content for where, at in before.items()}
    players.erase(player=marie, actor=build.command())
    for where, at in before.items():
        now = Client().get(at).content
        assert now != full[where]
        assert now == Client().get(picture(where)).content


def test_a_player_who_is_hidden_has_no_picture_and_one_who_was_merged_anothers(
    played: Tournament,
) -> None:
    anna = Player.objects.get(name="Anna Svoboda")
    at, kept = picture(anna.get_absolute_url()), build.player(played.club, "Anna S.")
    merge(target=kept, duplicate=anna, actor=build.command(), key="one")
    answer = Client().get(at, follow=True)
    assert answer.redirect_chain == [
        (at.replace(f"/{anna.number}/", f"/{kept.number}/"), 302)
    ]
    assert answer.status_code == 200
    Player.objects.filter(pk=kept.pk).update(shown=Shown.HIDDEN)
    Club.objects.update(names_version=F("names_version") + 1)
    assert Client().get(at, follow=True).status_code == 404


def test_what_is_not_public_has_no_picture(played: Tournament) -> None:
    at = picture(played.get_absolute_url())
    Tournament.objects.update(public=False)
    assert Client().get(at).status_code == 404


def test_an_evening_of_an_old_list_has_one_too(played: Tournament) -> None:
    old = OldList.objects.create(club=played.club, name="1998.csv", digest="1998")
    Tournament.objects.update(old_list=old)
    assert Client().get(picture(played.get_absolute_url())).status_code == 200
