"""Who looks at an action's address is led to its page."""

from importlib import import_module

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.clubs import free_slug
from clubs.models import SLUGS_TO_COME, Club, Season, refuse_reserved
from scoring.models import Tournament
from tests import builders as build
from tests.in_turn import in_turn

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


def test_signing_in_after_a_lost_session_leads_back_to_the_sheet(
    client: Client,
) -> None:
    tournament = build.tournament(build.club())
    build.open_sheet(tournament)
    build.member(tournament.club, "scorekeeper", "karel")
    at = [tournament.club.slug, tournament.slug, 1, 1]
    sent = client.post(reverse("scoring:sheet-count", args=at), {"held1": "100"})
    answer = client.post(
        sent.url,
        {
            "login": "karel",
            "password": "karel-password",
            "next": sent.url.partition("next=")[2],
        },
        headers=BROWSER,
        follow=True,
    )
    assert answer.redirect_chain[-1][0] == reverse("scoring:sheet-desk", args=at)
    assert answer.status_code == 200


def test_a_program_is_told_that_only_post_is_taken(client: Client) -> None:
    assert client.get(reverse("clubs:sign-out")).status_code == 405


@pytest.mark.parametrize("action", ["change", "end"])
def test_an_action_two_levels_down_leads_to_its_page(
    client: Client, action: str
) -> None:
    club = build.club()
    people = reverse("scoring:people", args=[club.slug])
    answer = client.get(f"{people}5/{action}/", headers=BROWSER)
    assert (answer.status_code, answer.url) == (302, people)


def test_a_browser_is_led_one_level_up(client: Client) -> None:
    answer = client.get(reverse("clubs:sign-out"), headers=BROWSER)
    assert (answer.status_code, answer.url) == (302, "/")


def renamed_as_before(club: Club) -> None:
    """As it was before the words were reserved, and the migrations after it."""
    tournament, season = club.tournaments.get(), club.seasons.get()
    Club.objects.filter(pk=club.pk).update(slug="open")
    Tournament.objects.filter(pk=tournament.pk).update(slug="calendar")
    Season.objects.filter(pk=season.pk).update(slug="feed")
    for app in ("clubs", "scoring"):
        name = next(
            path.stem
            for path in (settings.BASE_DIR / app / "migrations").glob(
                "*former_addresses*"
            )
        )
        import_module(f"{app}.migrations.{name}").rename(apps, None)


@in_turn(
    "old, new",
    [
        ("/open/", "/open-club/"),
        ("/open/calendar/", "/open-club/calendar-tournament/"),
        (
            "/open-club/calendar/?q=x&page=2",
            "/open-club/calendar-tournament/?q=x&page=2",
        ),
        ("/open/seasons/feed/", "/open-club/seasons/feed-season/"),
        ("/open/players/", "/open-club/players/"),
        ("/desk/open/calendar/", "/desk/open-club/calendar-tournament/"),
    ],
)
def test_what_was_renamed_is_found_at_its_old_address(
    client: Client, old: str, new: str
) -> None:
    club = build.club("our-lodge")
    build.verified_sheet(build.open_sheet(build.tournament(club)))
    renamed_as_before(club)
    client.force_login(build.member(club, "director"))
    answer = client.get(old)
    assert (answer.status_code, answer.headers["Location"]) == (302, new)
    assert client.get(new).status_code == 200
    assert client.post(old).status_code in (403, 404, 405)


def test_what_never_was_there_is_not_found_and_costs_no_query(client: Client) -> None:
    club = build.club("our-lodge")
    build.club("open-club")  # the new address is taken
    build.tournament(club)
    renamed_as_before(club)
    club.refresh_from_db()
    assert (club.slug, club.former_slug) == ("open-club-2", "open")
    assert client.get("/metrics/").status_code == 404
    assert client.get("/open-club/calendar/").status_code == 404
    assert client.get("/open/feed/").headers["Location"] == "/open-club-2/feed/"
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/static/nothing.js").status_code == 404
    assert not queries


@pytest.mark.parametrize("word", sorted(SLUGS_TO_COME))
def test_an_address_to_come_is_nobodys(word: str) -> None:
    with pytest.raises(ValidationError, match="The site itself uses the address “"):
        refuse_reserved(word)
    assert free_slug(Club.objects, word, "club") == f"{word}-club"


def test_audit_names_what_was_renamed(capsys: pytest.CaptureFixture[str]) -> None:
    club = build.club("our-lodge")
    build.tournament(club)
    renamed_as_before(club)
    call_command("audit", "open-club")
    said = capsys.readouterr().out
    assert "was at “open”, which is an address of the site itself now" in said
    assert "was at “calendar”" in said
    assert "no differences" in said
