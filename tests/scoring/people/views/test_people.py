"""Roles and invitations, for owners."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs import accounts
from clubs.models import Club, Role, User
from tests import builders
from tests.words import USED_BEFORE

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club: Club, client: Client) -> User:
    owner = builders.member(club, "owner")
    client.force_login(owner)
    return owner


def page(club: Club, name: str = "people", *args: object) -> str:
    space = "clubs" if name == "settings" else "scoring"
    return reverse(f"{space}:{name}", args=[club.slug, *args])


def role_of(user: User) -> Role:
    return Role.objects.get(user=user)


def test_the_page_lists_people_in_a_fixed_number_of_queries(
    club: Club, owner: User, client: Client, django_assert_num_queries
) -> None:
    for n in range(6):
        builders.member(club, "scorekeeper", f"keeper{n}")
        accounts.invite(club=club, kind="scorekeeper", by=owner)
    with django_assert_num_queries(6):
        answer = client.get(page(club))
    assert answer.content.decode().count("data-copy") == 6


def test_a_link_is_made_once_per_form(club: Club, owner: User, client: Client) -> None:
    facts = {"key": "k1", "kind": "director"}
    first = client.post(page(club, "invite"), facts)
    client.post(page(club, "invite"), facts)
    link = club.invitations.get()
    assert first.url.endswith(f"#invitation-{link.pk}")
    assert f"/join/{link.token}/" in client.get(page(club)).content.decode()


def test_links_use_the_address_for_phones(
    club: Club, owner: User, client: Client
) -> None:
    club.phone_address = "http://192.168.1.20:8000"
    club.save()
    link = accounts.invite(club=club, kind="director", by=owner)
    html = client.get(page(club)).content.decode()
    assert f"http://192.168.1.20:8000/join/{link.token}/" in html


def test_links_use_the_sites_public_address(
    club: Club, owner: User, client: Client, settings
) -> None:
    """An address for phones may be one of the hall's wifi, and people open links at home."""
    settings.SITE_URL = "https://tarok.example.org"
    club.phone_address = "http://192.168.1.20:8000"
    club.save()
    link = accounts.invite(club=club, kind="director", by=owner)
    html = client.get(page(club)).content.decode()
    assert f"https://tarok.example.org/join/{link.token}/" in html


def test_an_unknown_kind_is_refused(club: Club, owner: User, client: Client) -> None:
    answer = client.post(page(club, "invite"), {"key": "k", "kind": "king"})
    assert answer.status_code == 200
    assert "kind" in answer.context["form"].errors
    assert not club.invitations.exists()


def test_a_link_is_withdrawn(club: Club, owner: User, client: Client) -> None:
    link = accounts.invite(club=club, kind="director", by=owner)
    for _ in range(2):
        client.post(page(club, "invitation-close", link.pk))
    link.refresh_from_db()
    assert link.closed_at is not None


def test_nobody_withdraws_another_clubs_link(
    club: Club, owner: User, client: Client
) -> None:
    other = builders.club("other")
    link = accounts.invite(club=other, kind="director", by=owner)
    address = page(club, "invitation-close", link.pk)
    assert client.post(address).status_code == 404


def test_roles_change_both_ways(club: Club, owner: User, client: Client) -> None:
    keeper = builders.member(club)
    address = page(club, "role-change", role_of(keeper).pk)
    client.post(address, {"kind": "director"})
    assert role_of(keeper).kind == "director"
    client.post(address, {"kind": "scorekeeper"})
    assert role_of(keeper).kind == "scorekeeper"
    client.post(address, {"kind": "king"})
    assert role_of(keeper).kind == "scorekeeper"


def test_the_last_owner_stays(club: Club, owner: User, client: Client) -> None:
    own = role_of(owner).pk
    down = client.post(
        page(club, "role-change", own), {"kind": "director"}, follow=True
    )
    assert "needs an owner" in down.content.decode()
    end = client.post(page(club, "role-end", own), follow=True)
    assert "needs an owner" in end.content.decode()
    assert role_of(owner).kind == "owner"


def test_with_a_second_owner_the_first_may_go(
    club: Club, owner: User, client: Client
) -> None:
    builders.member(club, "owner", "second")
    answer = client.post(page(club, "role-end", role_of(owner).pk))
    assert answer.url == reverse("clubs:home")
    assert not Role.objects.filter(user=owner).exists()
    assert client.get(page(club)).status_code == 404


def test_ending_a_role_twice_is_once(club: Club, owner: User, client: Client) -> None:
    role = role_of(builders.member(club))
    for _ in range(2):
        assert client.post(page(club, "role-end", role.pk)).status_code == 302
    assert not Role.objects.filter(pk=role.pk).exists()


def test_an_operator_is_an_owner_everywhere(club: Club, client: Client) -> None:
    client.force_login(builders.user("root", is_superuser=True))
    assert client.get(page(club)).status_code == 200


def test_a_form_sent_to_another_club_makes_no_link_there(client: Client) -> None:
    one, other = builders.club(), builders.club("lodge-84")
    owner = builders.member(one, Role.Kind.OWNER)
    Role.objects.create(club=other, user=owner, kind=Role.Kind.OWNER)
    client.force_login(owner)
    form = {"kind": "scorekeeper", "key": "the-same-key"}
    client.post(reverse("scoring:invite", args=[one.slug]), form)
    answer = client.post(reverse("scoring:invite", args=[other.slug]), form)
    assert answer.status_code == 200
    assert USED_BEFORE in answer.content.decode()
    assert not other.invitations.exists()
