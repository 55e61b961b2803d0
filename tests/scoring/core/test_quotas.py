"""What a club may have at most, said at the act; the operator changes it."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.quotas import limit_of
from scoring.core.quotas import count_print
from scoring.core.writes import ActionRefused
from scoring.models import Change, Photo
from scoring.people import entries, players
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message
from tests.scoring.tournaments.views.test_tournaments import as_sent

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few(settings: Any, tmp_path: Any) -> None:
    settings.LIMITS = {"photos": 1, "prints": 2, "players": 2, "accounts": 2}
    settings.PHOTOS = tmp_path / "photos"


def test_each_limit_is_told_at_its_act() -> None:
    club = build.club()
    by = build.command()
    sheet = build.open_sheet(build.tournament(club))
    build.photo(sheet)
    with pytest.raises(
        ActionRefused,
        match=message(
            "The club has reached its limit of photos. Remove some, or ask the site "
            "admin for more."
        ),
    ) as photo:
        build.photo(sheet)
    assert photo.value.field == "photo"
    assert Photo.objects.count() == 1
    facts: dict[str, Any] = {"lodge": "", "actor": by, "key": "k"}
    with pytest.raises(
        ActionRefused,
        match=message(
            "The club has reached its limit of players. Ask the site admin for more."
        ),
    ):
        players.add(club=club, name="Nova Nova", **facts)
    tournament = club.tournaments.get()
    with pytest.raises(
        ActionRefused,
        match=message(
            "The club has reached its limit of players. Ask the site admin for more."
        ),
    ):
        entries.add(tournament=tournament, name="Nova Nova", **facts)
    count_print(club)
    count_print(club)
    with pytest.raises(
        ActionRefused,
        match=message(
            "The club has reached its limit of printouts for this hour. Wait until "
            "the next hour, or ask the site admin for more."
        ),
    ):
        count_print(club)
    count_print(build.club("other"))


def test_a_new_evening_beyond_the_limit_is_told_above_its_form(
    client: Client, settings: Any
) -> None:
    settings.LIMITS = {"evenings": 1}
    club = build.club()
    build.tournament(club)
    client.force_login(build.member(club, "director"))
    address = reverse("scoring:tournament-new", args=[club.slug])
    typed = as_sent(client, address, name="One more", date="2026-12-04")
    html = client.post(address, typed).content.decode()
    assert (
        message(
            "The club has reached its limit of events. Ask the site admin for more."
        )
        in html
    )
    assert "One more" in html
    assert club.tournaments.count() == 1


def test_the_demo_club_is_made_whatever_the_limits(settings: Any) -> None:
    settings.LIMITS = {"players": 1, "evenings": 0}
    club = build.club(is_demo=True)
    tournament = build.tournament(club)
    build.entries(tournament, 4)
    made = tournaments.create(
        club=club, actor=build.command(), name="Another", date=date(2026, 12, 4)
    )
    assert club.tournaments.count() == 2
    players.add(club=club, name="Nova Nova", lodge="", actor=build.command(), key="k")
    assert made.pk


def test_no_more_links_than_accounts(client: Client) -> None:
    club = build.club()
    client.force_login(build.member(club, "owner", "anna"))
    address = reverse("scoring:invite", args=[club.slug])
    assert client.post(address, {"kind": "director", "key": "a"}).status_code == 302
    again = client.post(address, {"kind": "director", "key": "a"})
    assert again.status_code == 302
    html = client.post(address, {"kind": "director", "key": "b"}).content.decode()
    assert (
        message(
            "The club has reached its limit of accounts. Remove one, or ask the site "
            "admin for more."
        )
        in html
    )
    assert club.invitations.count() == 1


def test_without_limits_nothing_is_asked(
    settings: Any, django_assert_num_queries: Any
) -> None:
    settings.LIMITS = {}
    club = build.club()
    with django_assert_num_queries(0):
        count_print(club)


def test_the_operator_gives_a_club_limits_of_its_own(client: Client) -> None:
    club = build.club()
    address = reverse("scoring:operator-club", args=[club.slug])
    client.force_login(build.user("root", is_superuser=True))
    html = client.get(address).content.decode()
    assert message("Leave blank for this site’s usual limit of {n}.", n=2) in html
    assert 'name="evenings"' in html
    assert "Enter 0 or more" in client.post(address, {"photos": "-3"}).content.decode()
    typed = {"photos": "0", "prints": "", "players": "500"}
    assert client.post(address, typed).status_code == 302
    club = Club.objects.get()
    assert club.limits == {"photos": 0, "players": 500}
    limits = [limit_of(club, kind) for kind in ("photos", "prints", "players")]
    assert limits == [0, 2, 500]
    change = Change.objects.get(what="club")
    assert (change.old, change.new) == ("", "Photos: 0, Players: 500")
    client.post(address, {})
    assert Club.objects.get().limits is None
