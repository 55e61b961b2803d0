"""Joining a club by a link from its owner."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import accounts
from clubs.models import Club, Invitation, Role, User
from tests import builders

pytestmark = pytest.mark.django_db
FACTS = {
    "name": "Karel Novak",
    "username": "karel",
    "password": "felt and gold 7",
    "password_again": "felt and gold 7",
}


@pytest.fixture
def invitation(club: Club) -> Invitation:
    return accounts.invite(
        club=club, kind="director", by=builders.member(club, "owner")
    )


def at(invitation: Invitation) -> str:
    return reverse("scoring:join", args=[invitation.token])


def test_a_visitor_makes_an_account_and_has_the_role(
    client: Client, club: Club, invitation: Invitation
) -> None:
    page = client.get(at(invitation))
    assert page.status_code == 200
    assert "role: director" in page.content.decode()
    answer = client.post(at(invitation), FACTS)
    assert answer.url == reverse("scoring:desk", args=[club.slug])
    karel = User.objects.get(username="karel")
    assert Role.objects.get(user=karel).kind == "director"
    assert client.session["_auth_user_id"] == str(karel.pk)
    assert not karel.is_superuser


def test_somebody_with_an_account_joins_with_one_press(
    client: Client, club: Club, invitation: Invitation
) -> None:
    karel = builders.user("karel")
    client.force_login(karel)
    assert "You’re signed in as" in client.get(at(invitation)).content.decode()
    assert not Role.objects.filter(user=karel).exists()
    assert client.post(at(invitation)).status_code == 302
    assert Role.objects.get(user=karel).kind == "director"


def test_a_link_works_once(client: Client, invitation: Invitation) -> None:
    client.post(at(invitation), FACTS)
    late = Client()
    assert late.get(at(invitation)).status_code == 404
    assert late.post(at(invitation), {**FACTS, "username": "b"}).status_code == 404
    assert not User.objects.filter(username="b").exists()


def test_sent_twice_it_leads_to_the_desk(
    client: Client, invitation: Invitation
) -> None:
    client.post(at(invitation), FACTS)
    assert client.post(at(invitation), FACTS).status_code == 302
    assert User.objects.filter(username="karel").count() == 1


def test_a_withdrawn_link_is_used_up(client: Client, invitation: Invitation) -> None:
    accounts.close_invitation(invitation)
    answer = client.get(at(invitation))
    assert answer.status_code == 404
    assert "has expired" in answer.content.decode()


def test_an_unknown_link_is_not_there(client: Client) -> None:
    assert client.get(reverse("scoring:join", args=["guess"])).status_code == 404


def test_a_wrong_form_does_not_use_the_link_up(
    client: Client, invitation: Invitation
) -> None:
    answer = client.post(at(invitation), {**FACTS, "password_again": "x"})
    assert answer.status_code == 200
    assert answer.context["form"]["name"].value() == "Karel Novak"
    invitation.refresh_from_db()
    assert invitation.closed_at is None


def test_an_owner_does_not_fall_by_a_smaller_link(
    client: Client, club: Club, invitation: Invitation
) -> None:
    owner = User.objects.get(username="owner")
    client.force_login(owner)
    client.post(at(invitation))
    assert Role.objects.get(user=owner).kind == "owner"


@pytest.mark.parametrize("how", ["ended", "smaller", "closed", "gone"])
def test_a_link_ends_with_the_ownership_of_who_made_it(
    client: Client, club: Club, invitation: Invitation, how: str
) -> None:
    maker = User.objects.get(username="owner")
    role = Role.objects.get(user=maker)
    builders.member(club, "owner", "other")
    if how == "ended":
        accounts.take_role(role=role)
    elif how == "smaller":
        accounts.change_role(role=role, kind="director")
    elif how == "closed":
        User.objects.filter(pk=maker.pk).update(is_active=False)
    else:
        maker.delete()
    if how in ("ended", "smaller"):
        client.force_login(maker)
    roles = list(Role.objects.values_list("pk", "kind"))
    assert client.post(at(invitation), FACTS).status_code == 404
    assert client.get(at(invitation)).status_code == 404
    assert list(Role.objects.values_list("pk", "kind")) == roles
    with pytest.raises(accounts.InvitationSpent):
        accounts.join(token=invitation.token, user=builders.user("late"))

    client.force_login(User.objects.get(username="other"))
    people = client.get(reverse("scoring:people", args=[club.slug]))
    assert invitation.token not in people.content.decode()


def test_the_operators_link_needs_no_role(client: Client, club: Club) -> None:
    operator = builders.user("operator", is_superuser=True)
    link = accounts.invite(club=club, kind="scorekeeper", by=operator)
    assert client.post(at(link), FACTS).status_code == 302


@pytest.mark.parametrize(
    ("kind", "days"), [("owner", 1), ("director", 7), ("scorekeeper", 7)]
)
def test_a_link_ends_after_a_week_and_an_owners_after_a_day(
    client: Client, club: Club, kind: str, days: int
) -> None:
    owner = builders.member(club, "owner")
    link = accounts.invite(club=club, kind=kind, by=owner)
    just = timezone.now() - timedelta(days=days, minutes=-1)
    Invitation.objects.update(made_at=just)
    assert client.get(at(link)).status_code == 200
    Invitation.objects.update(made_at=just - timedelta(minutes=2))
    assert client.get(at(link)).status_code == 404
    assert "too old" in client.post(at(link), FACTS).content.decode()
    assert not User.objects.filter(username="karel").exists()
    client.force_login(owner)
    people = client.get(reverse("scoring:people", args=[club.slug])).content.decode()
    assert link.token not in people
