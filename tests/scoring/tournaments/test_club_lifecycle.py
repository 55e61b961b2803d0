"""Closing a club, taking that back, and erasing it: nothing of it is left anywhere."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Mail, Rhythm, Role, SignInFailure, User
from clubs.storage import Folder, StorageDown
from clubs.tasks import RetryTask
from scoring.backups import emergency_packets, retention
from scoring.backups.club_rows import rows_of_club, tables_of_clubs
from scoring.core.writes import ActionRefused
from scoring.models import Change, Tournament
from scoring.printing import jobs
from scoring.tournaments import club_lifecycle
from tests import builders as build
from tests.messages import message
from tests.scoring.backups.commands.backed_up import full_site

pytestmark = pytest.mark.django_db

SECRET = "Zyx Wvut"  # a word that stands in everything of the club


@pytest.fixture(autouse=True)
def _places(settings: Any, tmp_path: Path) -> None:
    settings.PHOTOS = tmp_path / "photos"
    settings.DATA_DIR = tmp_path
    settings.BACKUPS = tmp_path / "backups"
    settings.BACKUPS.mkdir()


def closed(club: Club) -> Club:
    typed = f"  {club.name.upper()} "
    return club_lifecycle.close(club=club, actor=build.command(), typed=typed)


def test_operators_are_reminded_once_a_day_of_who_waits(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SITE_URL = "https://tarok.example.org"
    now = timezone.now()
    root = build.user("root", is_superuser=True, email="root@example.org")
    build.user("marie", is_superuser=True)  # without an address
    build.club("new", name="Of today", waits_since=now - timedelta(hours=3))
    club_lifecycle.remind_operators()
    assert not Mail.objects.exists()
    build.club("old", name="Of last week", waits_since=now - timedelta(days=7, hours=1))
    build.club("gone", waits_since=now - timedelta(days=9), closes_at=now)
    settings.MAIL = None
    club_lifecycle.remind_operators()
    assert not Mail.objects.exists()
    settings.MAIL = "smtp://127.0.0.1"
    for _ in range(2):
        club_lifecycle.remind_operators()
    [mail] = Mail.objects.all()
    assert mail.to == root.email
    assert mail.facts["subject"] == "Valat: 1 club is waiting for approval"
    first, *_, link = mail.facts["text"].splitlines()
    assert first.startswith("Of last week: waiting for 7 days, since ")
    assert link == "https://tarok.example.org/clubs/"
    assert "Of today" not in mail.facts["text"]
    assert "gone" not in mail.facts["text"]
    Rhythm.objects.update(last_at=now - timedelta(hours=24))
    for n in range(30):
        since = now - timedelta(days=1, minutes=n)
        build.club(f"c{n}", name=f"Club {n}", waits_since=since)
    club_lifecycle.remind_operators()
    last = Mail.objects.order_by("pk").last().facts
    assert last["subject"] == "Valat: 31 clubs are waiting for approval"
    assert message("… and {n} more", n=11) in last["text"]
    assert "Club 29: waiting for 1 day, since" in last["text"]


def files_with(word: str, top: Path) -> list[str]:
    return [
        str(path)
        for path in top.rglob("*")
        if path.is_file() and (word in str(path) or word.encode() in path.read_bytes())
    ]


def rows_with(word: str) -> list[str]:
    """Tables with a row in which the word stands anywhere."""
    found = []
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            if any(word in str(row) for row in cursor.fetchall()):
                found.append(model._meta.label)
    return found


def test_nothing_of_an_erased_club_is_left_and_others_are_as_they_were(
    tmp_path: Path, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = full_site()
    club = tournament.club
    other = build.club("other", name="The other club")
    build.verified_sheet(build.open_sheet(build.tournament(other)))
    both = build.member(other, Role.Kind.OWNER, "both")
    Club.objects.filter(pk=club.pk).update(name=SECRET)
    Tournament.objects.filter(pk=tournament.pk).update(name=f"{SECRET} night")
    club.refresh_from_db()
    Role.objects.create(club=club, user=both, kind="director")
    root = build.user("root", is_superuser=True)
    Role.objects.create(club=club, user=root, kind="owner")
    gone = [role.user for role in club.roles.exclude(user__in=[both, root])]
    assert gone
    User.objects.filter(pk=gone[0].pk).update(name=SECRET, email="zyx@example.org")
    SignInFailure.objects.create(
        username=gone[0].username, address="10.0.0.1", last_at=timezone.now()
    )
    EmailAddress.objects.create(user=gone[0], email="new@example.org")
    for to in ("Zyx@Example.org", "new@example.org"):
        Mail.objects.create(to=to, facts={"text": SECRET})
    evening = settings.BACKUPS / f"valat-2026-11-20-194500-evening-{tournament.pk}.zip"
    evening.write_text(SECRET)
    emergency_packets.store_packet(tournament, 1, SECRET.encode())
    print_of(club)
    beside = everything_but(club)
    assert rows_with(SECRET)
    assert files_with(SECRET, tmp_path)

    with django_capture_on_commit_callbacks(execute=True):
        closed(club)
    club_lifecycle.erase_closed.func(club.pk)
    assert Club.objects.filter(pk=club.pk).exists()  # its time is not over
    later(club)
    with django_capture_on_commit_callbacks(execute=True):
        club_lifecycle.enqueue_due()
    assert rows_with(SECRET) == []
    assert files_with(SECRET, tmp_path) == []
    assert not (tmp_path / "packs" / str(tournament.pk)).exists()
    assert not evening.exists()
    assert not [*settings.PHOTOS.glob("*")]
    for model in tables_of_clubs():
        assert not rows_of_club(model, club.pk).exists(), model
    assert everything_but(club) == beside
    assert {*User.objects.values_list("username", flat=True)} & {
        *(user.username for user in gone)
    } == set()
    assert User.objects.filter(username__in=["both", "root"]).count() == 2
    assert not SignInFailure.objects.exists()
    assert not Mail.objects.exists()
    assert retention.stored_backups() == []


def print_of(club: Club) -> None:
    jobs.write_job(jobs.Job("a" * 32, club.slug, SECRET, state="done"))


def later(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(
        closes_at=timezone.now() - timedelta(minutes=1)
    )


def everything_but(club: Club) -> dict[str, list[Any]]:
    """All rows of other clubs."""
    return {
        model._meta.label: list(
            model._base_manager.filter(
                pk__in=rows_of_club(model, other.pk).values("pk")
            ).values_list()
        )
        for model in tables_of_clubs()
        for other in Club.objects.exclude(pk=club.pk)
    }


def test_only_its_name_closes_it_and_it_is_taken_back() -> None:
    club = build.club()
    with pytest.raises(ActionRefused, match="That isn’t the club’s name\\. Enter:"):
        club_lifecycle.close(club=club, actor=build.command(), typed="Lodge")
    first = closed(club)
    assert first.closes_at
    assert closed(club).closes_at == first.closes_at
    assert (
        "closed the club; it will be erased on" in Change.objects.get(what="club").text
    )
    assert club_lifecycle.take_back(club=club, actor=build.command())
    assert not club_lifecycle.take_back(club=club, actor=build.command())
    later(club)
    Club.objects.filter(pk=club.pk).update(closes_at=None)
    club_lifecycle.erase_closed.func(club.pk)
    assert Club.objects.filter(pk=club.pk).exists()
    assert not club_lifecycle.erase(club, due_at=timezone.now())


def test_the_demo_club_is_not_closed() -> None:
    club = build.club("demo", is_demo=True)
    with pytest.raises(
        ActionRefused,
        match=message("You can’t close the demo club. Remove it instead."),
    ):
        closed(club)


def test_an_operator_s_account_stays_with_no_club() -> None:
    club = build.club()
    build.member(club, Role.Kind.OWNER, "anna")
    User.objects.update(is_superuser=True)
    assert club_lifecycle.erase(club)
    assert not club_lifecycle.erase(club)
    assert User.objects.get().username == "anna"


def test_a_closed_club_is_shut_and_its_owner_opens_it_again(client: Client) -> None:
    club = build.club()
    tournament = build.tournament(club)
    sheet = build.open_sheet(tournament)
    owner, helper = build.member(club, "owner", "anna"), build.member(club)
    table = reverse("scoring:table", args=[sheet.token])
    page = reverse("scoring:club-close", args=[club.slug])
    client.force_login(owner)
    html = client.get(page).content.decode()
    assert "players, seasons, tournaments" in html
    wrong = client.post(page, {"typed": "Lodge", "key": "k1"}).content.decode()
    assert "That isn’t the club’s name. Enter:" in wrong
    assert client.post(page, {"typed": club.name, "key": "k2"}).status_code == 302
    desk = reverse("scoring:desk", args=[club.slug])
    assert client.get(desk)["Location"] == page
    html = client.get(page).content.decode()
    assert message("Reopen club") in html
    assert client.get(reverse("scoring:club-file", args=[club.slug])).status_code == 200
    for address in (
        reverse("scoring:club", args=[club.slug]),
        tournament.get_absolute_url(),
        table,
    ):
        assert client.get(address).status_code == 404, address
    assert club.name not in Client().get("/").content.decode()
    assert club.name in client.get("/").content.decode()
    other = Client()
    other.force_login(helper)
    assert message("Reopen club") not in other.get(page).content.decode()
    back = reverse("scoring:club-take-back", args=[club.slug])
    assert other.post(back).status_code == 403
    assert client.post(back)["Location"] == desk
    assert client.get(table).status_code == 200
    assert client.get(desk).status_code == 200


def test_files_that_cannot_go_stop_the_erasing_for_another_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = build.club()
    build.photo(build.open_sheet(build.tournament(club)))
    closed(club)
    later(club)

    def busy(*_: Any, **__: Any) -> None:
        raise StorageDown(5, "out of reach")

    monkeypatch.setattr(Folder, "delete", busy)
    with pytest.raises(RetryTask, match="out of reach"):
        club_lifecycle.erase_closed.func(club.pk)
    monkeypatch.undo()
    assert Club.objects.filter(pk=club.pk).exists()
    assert os.listdir(tmp_path / "photos")
