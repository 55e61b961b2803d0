"""Tables in frames of other pages: whose, by what address, and what they never have."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from scoring.core.writes import Actor
from scoring.models import OldList, Tournament
from scoring.people import players
from scoring.sheets import rulings
from scoring.signups import rsvps
from scoring.tournaments import tournaments
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db
HOSTS = "www.lodge24.org\nlodge24.org:8080"


@pytest.fixture
def evening(club: Club) -> Tournament:
    made = build.tournament(club)
    build.verified_sheet(build.open_sheet(made), (131, 96, 104, 69))
    tournaments.finish(tournament=made, actor=build.command())
    made.refresh_from_db()
    return made


def standings(evening: Tournament) -> str:
    of = [evening.club_id, evening.file_id]
    return reverse("scoring:tournament-embed", args=of)


def season(evening: Tournament) -> str:
    of = [evening.club_id, evening.season_id]
    return reverse("scoring:season-embed", args=of)


def coming(evening: Tournament) -> str:
    return reverse("scoring:next-embed", args=[evening.club_id])


Frame = Callable[[Tournament], str]
FRAMES: list[Frame] = [standings, season, coming]


def read(where: str) -> str:
    answer = Client().get(where)
    assert answer.status_code == 200
    return str(answer.content.decode())


def ancestors(answer: HttpResponse) -> str:
    policy = answer.headers["Content-Security-Policy"]
    [found] = re.findall("frame-ancestors ([^;]+)", policy)
    return str(found)


@in_turn("frame", FRAMES)
def test_it_may_stand_where_the_club_says_and_nowhere_else(
    evening: Tournament, frame: Frame
) -> None:
    where = frame(evening)
    assert ancestors(Client().get(where)) == "'self'"
    Club.objects.update(embed_hosts=HOSTS)
    answer = Client().get(where)
    assert ancestors(answer) == "'self' www.lodge24.org lodge24.org:8080"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    other = Client().get(evening.get_absolute_url())
    assert ancestors(other) == "'none'"
    assert other.headers["X-Frame-Options"] == "DENY"


@in_turn("frame", FRAMES)
def test_it_has_no_script_form_or_menu_and_leads_out(
    evening: Tournament, frame: Frame
) -> None:
    said = read(frame(evening))
    for none in ("<script", "<form", "<nav", "hx-get", "csrf"):
        assert none not in said, none
    assert '<base target="_blank">' in said
    assert 'rel="noopener"' in said


def test_the_words_of_addresses_may_change(evening: Tournament) -> None:
    before = {frame: frame(evening) for frame in FRAMES}
    Club.objects.update(slug="another", name="Another Lodge")
    Tournament.objects.update(slug="other", name="Other Tarok")
    evening = Tournament.objects.get()
    for frame, where in before.items():
        assert frame(evening) == where
        assert "/another/" in read(where)


def test_names_are_as_the_club_shows_them(evening: Tournament) -> None:
    Club.objects.update(shown="short")
    for where in (standings(evening), season(evening)):
        said = read(where)
        assert "Marie K." in said
        assert "Kubala" not in said
    players.erase(player=evening.entries.get(number=1).player, actor=build.command())
    for where in (standings(evening), season(evening)):
        assert "Marie" not in read(where)


@pytest.mark.parametrize("since", ["waits_since", "closes_at"])
def test_a_club_that_is_shut_has_none(evening: Tournament, since: str) -> None:
    Club.objects.update(**{since: timezone.now()})
    for frame in FRAMES:
        assert Client().get(frame(evening)).status_code == 404


def test_what_is_not_public_is_in_none_for_members_either(
    evening: Tournament,
) -> None:
    Tournament.objects.update(public=False)
    member = Client()
    member.force_login(build.member(evening.club, "owner"))
    for client in (Client(), member):
        assert client.get(standings(evening)).status_code == 404
        for frame in (season, coming):
            assert evening.name not in client.get(frame(evening)).content.decode()


def test_another_clubs_is_not_found(evening: Tournament) -> None:
    other = build.club("lodge-50")
    of_it = [other.pk, evening.file_id]
    there = reverse("scoring:tournament-embed", args=of_it)
    assert Client().get(there).status_code == 404
    far = reverse("scoring:next-embed", args=[10**30])
    assert Client().get(far).status_code == 404


def test_of_a_long_list_it_has_the_first_hundred(club: Club) -> None:
    long = build.tournament(club)
    people = build.entries(long, 104)
    tables = [people[at : at + 4] for at in range(0, 104, 4)]
    for sheet in build.published_round(long, tables).sheets.all():
        build.verified_sheet(sheet)
    said = read(standings(long))
    assert len(re.findall("<tr", said)) == 1 + 100
    assert (
        message("The first {n} of {all}. The full list has everyone.", n=100, all=104)
        in said
    )


def test_before_the_first_round_it_says_so(club: Club) -> None:
    assert message("Not started yet") in read(standings(build.tournament(club)))


def test_who_comes_is_told_as_it_is_now(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = timezone.now() + timedelta(hours=1)
    made = build.tournament(club, asks=True, answers_until=until)
    where, rose = standings(made), build.player(club, "Rose Janek")
    assert message("No one has RSVP’d yet.") in read(where)
    by = Actor(None, rose.name, source="link")
    rsvps.set_going(tournament=made, player=rose, actor=by)
    said = " ".join(read(where).split())
    assert "Going: Rose Janek" in said
    assert "RSVPs closed at" not in said
    monkeypatch.setattr(timezone, "now", lambda: until)
    assert "RSVPs closed at" in read(where)


def test_an_evening_of_an_old_list_has_its_list(evening: Tournament) -> None:
    old = OldList.objects.create(club=evening.club, name="1998.csv", digest="1998")
    Tournament.objects.update(old_list=old)
    said = read(standings(evening))
    assert "Marie Kubala" in said
    assert message("Corrected") not in said


def test_rulings_are_on_the_whole_page(evening: Tournament) -> None:
    assert "#rulings" not in read(standings(evening))
    Tournament.objects.update(finished_at=None)
    rulings.adjust(
        entry=evening.entries.get(number=1),
        actor=build.command(),
        chips=-10,
        reason="late",
        key="late",
    )
    assert f'href="{evening.get_absolute_url()}#rulings"' in read(standings(evening))
    assert 'href="#rulings"' in read(evening.get_absolute_url())


def test_the_next_evening_comes_after_those_called_off(club: Club) -> None:
    today = timezone.localdate(timezone=club.zone)
    where = reverse("scoring:next-embed", args=[club.pk])
    assert message("Nothing planned yet") in read(where)
    off = build.tournament(club, name="Called Off", date=today + timedelta(days=1))
    Tournament.objects.filter(pk=off.pk).update(called_off_at=timezone.now())
    build.tournament(club, name="Secret", date=today, public=False)
    for days in (2, 3):
        build.tournament(club, name=f"In {days}", date=today + timedelta(days=days))
    said = read(where)
    assert said.index("Called Off") < said.index("In 2")
    assert "In 3" not in said
    assert "Secret" not in said


def test_the_desk_has_the_html_to_copy_and_says_who_may_show_it(
    evening: Tournament, client: Client
) -> None:
    Tournament.objects.update(name='Rock & "Roll" <Tarok>')
    club = evening.club
    client.force_login(build.member(club, "owner"))
    pages = {
        standings: reverse("scoring:export", args=[club.slug, evening.slug]),
        season: reverse("scoring:season-change", args=[club.slug, evening.season.slug]),
        coming: reverse("clubs:settings", args=[club.slug]),
    }
    for page in pages.values():
        said = client.get(page).content.decode()
        assert "&lt;iframe" not in said
    for page in (pages[standings], pages[season]):
        assert (
            message(
                "No other site can show this yet. An owner can add sites in the club "
                "settings."
            )
            in client.get(page).content.decode()
        )
    Club.objects.update(embed_hosts=HOSTS)
    for frame, page in pages.items():
        said = client.get(page).content.decode()
        assert f"&lt;iframe src=&quot;http://testserver{frame(evening)}&quot;" in said
    said = client.get(pages[standings]).content.decode()
    # Once for the frame's attribute, and once more for the page that shows it.
    assert "Rock &amp;amp; &amp;quot;Roll&amp;quot; &amp;lt;Tarok&amp;gt;" in said
    for page in pages.values():
        said = client.get(page).content.decode()
        assert "It can be shown on www.lodge24.org, lodge24.org:8080" in said
    Tournament.objects.update(public=False)
    said = client.get(pages[standings]).content.decode()
    assert "iframe" not in said


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_takes_the_theme_of_the_page_around_it(
    evening: Tournament, theme: str
) -> None:
    asked = Client().get(standings(evening), {"theme": theme}).content.decode()
    assert f'data-bs-theme="{theme}"' in asked


def test_an_unknown_theme_is_as_none(evening: Tournament) -> None:
    asked = Client().get(standings(evening), {"theme": 'x"><script>'}).content.decode()
    assert "data-bs-theme" not in asked
    assert "<script>" not in asked
