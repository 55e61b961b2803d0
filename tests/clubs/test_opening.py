"""Opening a club by oneself: who may, what waits, and what the operator says."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as django_settings
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import forms
from clubs.management.commands import serve
from clubs.models import Club, Mail, Role, User
from config import env
from scoring.core.writes import ActionRefused
from scoring.draw import rounds
from scoring.models import Change, Tournament
from scoring.tournaments import club_lifecycle
from tests import builders as build
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db
FACTS = {
    "club_name": "Taroky Žižkov",
    "town": "Praha",
    "time_zone": "Europe/Prague",
    "paper": "a4",
}


@pytest.fixture(autouse=True)
def _allowed(settings: Any) -> None:
    settings.OPEN_CLUBS = settings.MAIL = True


def somebody(name: str = "anna", *, confirmed: bool = True) -> User:
    user = build.user(name, email=f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=confirmed)
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def sent(client: Client, **more: str) -> Any:
    facts = {**FACTS, "shown": build.form_shown(20), **more}
    return client.post(reverse("clubs:open"), facts)


def test_it_is_off_unless_the_operator_allows_it(client: Client, settings: Any) -> None:
    assert message("Open your own club") in client.get("/").content.decode()
    settings.OPEN_CLUBS = False
    assert client.get(reverse("clubs:open")).status_code == 404
    assert message("Open your own club") not in client.get("/").content.decode()


def test_who_has_no_confirmed_address_reads_what_to_do(client: Client) -> None:
    html = client.get(reverse("clubs:open")).content.decode()
    assert message("Create an account") in html
    assert "club_name" not in html
    waits = signed_in(somebody(confirmed=False))
    assert (
        message("Confirm my address")
        in waits.get(reverse("clubs:open")).content.decode()
    )
    assert sent(waits).status_code == 200
    assert not Club.objects.exists()


def test_a_club_that_was_opened_prepares_and_waits() -> None:
    root = build.user("root", is_superuser=True, email="root@example.org")
    anna = signed_in(somebody())
    html = anna.get(reverse("clubs:open")).content.decode()
    assert 'name="club_name"' in html
    assert 'name="username"' not in html
    answer = sent(anna, evening="on", evening_date="2026-12-01")
    club = Club.objects.get()
    evening = Tournament.objects.get()
    assert answer["Location"] == reverse(
        "scoring:entries", args=[club.slug, evening.slug]
    )
    assert (club.waits_since is not None, club.currency) == (True, "CZK")
    assert Role.objects.get(club=club).kind == "owner"
    assert not User.objects.get(username="anna").is_superuser
    assert log_text("club.opened") in Change.objects.get(what="club").text
    assert Mail.objects.get().to == root.email
    # Nothing is public; its desk is open.
    assert Client().get(f"/{club.slug}/").status_code == 404
    assert Client().get(evening.get_absolute_url()).status_code == 404
    assert club.name not in Client().get("/").content.decode()
    home = anna.get("/").content.decode()
    assert message("Waiting for approval") in home
    assert anna.get(reverse("scoring:desk", args=[club.slug])).status_code == 200
    build.entries(evening, 4)
    with pytest.raises(
        ActionRefused,
        match=message(
            "The site admin hasn’t approved this club yet. You can open rounds after "
            "that."
        ),
    ):
        build.opened_round(evening)
    again = sent(anna, club_name="Another").content.decode()
    assert (
        message(
            "One of your clubs is waiting for approval. You can open the next one "
            "after that."
        )
        in again
    )
    # The operator approves it.
    page = signed_in(root).get(reverse("scoring:operator")).content.decode()
    assert message("{n} club is waiting for approval", n=1) in page
    at = [club.slug]
    assert "anna@example.org" in text(root, "scoring:operator-club", at)
    signed_in(root).post(reverse("scoring:club-approve", args=at))
    club.refresh_from_db()
    assert club.waits_since is None
    assert Client().get(f"/{club.slug}/").status_code == 200
    told = Mail.objects.get(to="anna@example.org").facts
    assert told["subject"] == "Valat: Your club was approved"
    assert not club_lifecycle.approve(club=club, actor=build.command())
    assert not mail.outbox


def test_the_site_admin_learns_that_no_email_reaches_them(settings: Any) -> None:
    """At the start, on the page of clubs, and by a monitor."""
    settings.WATCH_TOKEN = "a-token-of-the-monitor"
    root = build.user("root", is_superuser=True)
    build.user("gone", is_superuser=True, is_active=False, email="gone@example.org")
    add = reverse("account_email")
    assert add in serve.welcome()
    assert add in text(root, "scoring:operator", [])
    assert readiness() == ("limited\n", "no site admin has an email address")
    User.objects.filter(pk=root.pk).update(email="root@example.org")
    assert add not in serve.welcome()
    assert add not in text(root, "scoring:operator", [])
    assert readiness() == ("ok\n", "ok")
    User.objects.filter(pk=root.pk).update(email="")
    settings.OPEN_CLUBS = False  # nobody waits for approval then
    assert add not in serve.welcome()
    assert add not in text(root, "scoring:operator", [])
    assert readiness() == ("ok\n", None)


def readiness() -> tuple[str, str | None]:
    """What everyone reads of the site's health, and the token's part of it."""
    bearer = {"Authorization": f"Bearer {django_settings.WATCH_TOKEN}"}
    told = Client().get("/readyz", headers=bearer).json()
    return Client().get("/readyz").content.decode(), told.get("approvals")


def text(user: User, name: str, at: list[str], **sent: str) -> str:
    client = signed_in(user)
    address = reverse(name, args=at)
    answer = client.post(address, sent) if sent else client.get(address)
    return answer.content.decode()


def test_a_refusal_says_why_by_mail_and_leaves_the_account() -> None:
    root = build.user("root", is_superuser=True)
    sent(signed_in(somebody()))
    slug = Club.objects.get().slug
    assert "Enter a reason" in text(root, "scoring:club-refuse", [slug], why=" ")
    assert Club.objects.exists()
    text(root, "scoring:club-refuse", [slug], why="No cards are played there.")
    assert not Club.objects.exists()
    assert User.objects.filter(username="anna").exists()
    assert "No cards are played there." in Mail.objects.get().facts["text"]


def test_scripts_are_told_apart(settings: Any) -> None:
    anna = signed_in(somebody())
    for wrong in (
        {"website": "https://example.org"},
        {"shown": build.form_shown(-60)},
        {"shown": build.form_shown(60 * 60 * 25)},
        {"shown": ""},
        {"shown": "form:1:x"},
    ):
        html = sent(anna, **wrong).content.decode()
        assert message("Check the form and send it again.") in html, wrong
        assert 'value="Taroky Žižkov"' in html
        assert not Club.objects.exists()
    anew = re.search(r'name="shown" value="([^"]+)"', html)
    assert anew
    assert forms.SHOWN.unsign(anew[1]) == "form"


def test_a_household_opens_five_a_day_and_a_name_is_one_club_s() -> None:
    for number in range(6):
        anna = signed_in(somebody(f"anna{number}"))
        answer = sent(anna, club_name=f"Club {number}", slug=f"club-{number}")
        assert answer.status_code == (429 if number == 5 else 302), number
    assert Club.objects.count() == 5


def test_an_address_that_is_taken_is_told_at_its_field() -> None:
    build.club("zizkov")
    html = sent(signed_in(somebody()), slug="zizkov").content.decode()
    assert "already exists" in html
    assert Club.objects.count() == 1


def test_the_settings_say_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMITS", "photos=50, prints=6")
    known = ("photos", "prints")
    assert env.limits("LIMITS", *known) == {"photos": 50, "prints": 6}
    for wrong in ("photos", "photos=x", "cups=3", "photos=-1"):
        monkeypatch.setenv("LIMITS", wrong)
        with pytest.raises(ImproperlyConfigured, match="LIMITS takes photos=N"):
            env.limits("LIMITS", *known)


def test_waiting_clubs_publish_nothing_by_the_service() -> None:
    club = build.club(waits_since=timezone.now())
    tournament = build.tournament(club)
    build.entries(tournament, 4)
    with pytest.raises(
        ActionRefused,
        match=message(
            "The site admin hasn’t approved this club yet. You can open rounds after "
            "that."
        ),
    ):
        build.opened_round(tournament)
    assert not tournament.rounds.filter(state="open").exists()
    assert rounds
