"""The operator's tables."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Invitation, User
from scoring.models import Count, Sheet
from tests import builders

pytestmark = pytest.mark.django_db
MODELS = sorted(admin.site._registry, key=lambda model: model.__name__)


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(builders.user("root", is_superuser=True, is_staff=True))
    return client


def tables(model: type, page: str, *args: object) -> str:
    meta = model._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_{page}", args=args)


def test_every_table_opens(operator: Client) -> None:
    club = builders.club()
    sheet = builders.open_sheet(builders.tournament(club))
    builders.verified_sheet(sheet)
    club.invitations.create(kind="owner")
    asked = {each: operator.get(tables(each, "changelist")) for each in MODELS}
    assert [each for each, answer in asked.items() if answer.status_code != 200] == []


def test_facts_are_read_only_and_tokens_do_not_show(operator: Client) -> None:
    sheet = builders.open_sheet(builders.tournament(builders.club()))
    count = builders.verified_sheet(sheet)
    for row in (sheet, count):
        page = operator.get(tables(type(row), "change", row.pk))
        assert page.status_code == 200
        assert sheet.token not in page.content.decode()
        assert b'name="_save"' not in page.content
        removal = tables(type(row), "delete", row.pk)
        assert operator.post(removal, {"post": "yes"}).status_code == 403
    assert Sheet.objects.exists()
    assert Count.objects.exists()


def test_an_invitations_token_does_not_show(operator: Client) -> None:
    link = Invitation.objects.create(kind="owner", club=builders.club())
    page = operator.get(tables(Invitation, "change", link.pk))
    assert page.status_code == 200
    assert link.token not in page.content.decode()


def test_a_club_can_be_made_but_not_deleted(operator: Client) -> None:
    assert operator.get(tables(Club, "add")).status_code == 200
    club = builders.club()
    assert operator.get(tables(Club, "delete", club.pk)).status_code == 403


def test_an_account_can_be_made_and_changed(operator: Client) -> None:
    facts = {
        "username": "karel",
        "name": "Karel Novak",
        "usable_password": "true",
        "password1": "felt and gold 7",
        "password2": "felt and gold 7",
    }
    operator.post(tables(User, "add"), facts)
    karel = User.objects.get(username="karel")
    assert karel.name == "Karel Novak"
    assert operator.get(tables(User, "change", karel.pk)).status_code == 200


def test_only_operators_come_in(client: Client) -> None:
    login = reverse("admin:login")
    assert client.get(login).url.startswith(reverse("clubs:sign-in"))
    client.force_login(builders.user("anna"))
    assert client.get(login).status_code == 403
    assert client.get(reverse("admin:index")).status_code == 302


def test_no_table_shows_a_secret_of_the_second_factor() -> None:
    assert not admin.site.is_registered(Authenticator)
