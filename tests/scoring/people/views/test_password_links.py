"""A member who forgot his password gets a link for a new one from an owner."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.login_throttle import FREE, begin_attempt
from clubs.models import Club, PasswordLink, Role, User
from scoring.models import Change
from tests import builders
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db
NEW = {"password1": "felt and gold 8", "password2": "felt and gold 8"}


@pytest.fixture
def owner(club: Club, client: Client) -> User:
    owner = builders.member(club, "owner")
    client.force_login(owner)
    return owner


@pytest.fixture
def keeper(club: Club) -> Role:
    return builders.member(club, "scorekeeper").roles.get()


def make(client: Client, role: Role) -> str:
    """Press the button; what the page says then."""
    at = reverse("scoring:password-link-make", args=[role.club.slug, role.pk])
    return client.post(at, follow=True).content.decode()


def at(link: PasswordLink) -> str:
    return reverse("scoring:password-link", args=[link.token])


def test_it_is_made_passed_on_and_used_once(
    club: Club, owner: User, client: Client, keeper: Role
) -> None:
    said = make(client, keeper)
    link = PasswordLink.objects.get()
    assert at(link) in said
    for _ in range(FREE + 1):
        begin_attempt(username="scorekeeper", address="127.0.0.1")
    member = Client()
    assert "signs in as <strong>scorekeeper" in member.get(at(link)).content.decode()
    wrong = member.post(at(link), {**NEW, "password2": "x"})
    assert wrong.context["form"].errors["password2"]
    assert member.post(at(link), NEW).url == reverse("clubs:sign-in")
    facts = {"login": "scorekeeper", "password": NEW["password1"]}
    assert member.post(reverse("clubs:sign-in"), facts).status_code == 302
    again = member.post(at(link), {"password1": "third 3 third", **NEW})
    assert again.status_code == 404
    assert "has expired" in again.content.decode()
    assert not User.objects.get(pk=keeper.user_id).check_password("third 3 third")


def test_it_stands_in_the_log(owner: User, client: Client, keeper: Role) -> None:
    make(client, keeper)
    make(client, keeper)
    link = PasswordLink.objects.get()
    client.post(at(link), NEW)
    told = Change.objects.filter(what="password").order_by("pk")
    assert [(each.by_name, each.text.split(":")[0]) for each in told] == [
        ("Owner Hlavac", "created a password reset link"),
        ("Scorekeeper Hlavac", log_text("password.set")),
    ]


def test_a_withdrawn_or_old_link_opens_nothing(
    club: Club, owner: User, client: Client, keeper: Role
) -> None:
    make(client, keeper)
    link = PasswordLink.objects.get()
    close = reverse("scoring:password-link-close", args=[club.slug, link.pk])
    assert [client.post(close).status_code for _ in range(2)] == [302, 302]
    assert client.get(at(link)).status_code == 404
    assert Change.objects.filter(text__startswith="withdrew").count() == 1
    make(client, keeper)
    new = PasswordLink.objects.get(closed_at=None)
    yesterday = timezone.now() - timedelta(days=1, minutes=1)
    PasswordLink.objects.filter(pk=new.pk).update(made_at=yesterday)
    assert client.post(at(new), NEW).status_code == 404
    assert (
        at(new)
        not in client.get(reverse("scoring:people", args=[club.slug])).content.decode()
    )


def test_it_ends_with_the_role_and_with_the_owners(
    club: Club, owner: User, client: Client, keeper: Role
) -> None:
    make(client, keeper)
    link = PasswordLink.objects.get()
    Role.objects.filter(user=owner).update(kind="director")
    assert client.get(at(link)).status_code == 404
    Role.objects.filter(user=owner).update(kind="owner")
    assert client.get(at(link)).status_code == 200
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert Client().get(at(link)).status_code == 404
    User.objects.filter(pk=owner.pk).update(is_active=True)
    keeper.delete()
    assert client.post(at(link), NEW).status_code == 404


def test_nobody_gets_more_than_he_has_by_a_link(
    club: Club, owner: User, client: Client
) -> None:
    """An owner is not the operator, nor an owner of another club, by this way."""
    root = builders.user("root", is_superuser=True)
    both = builders.member(club, "scorekeeper", "both")
    Role.objects.create(club=builders.club("other"), user=both, kind="owner")
    for user in (root, both):
        role, _ = Role.objects.get_or_create(
            club=club, user=user, defaults={"kind": "scorekeeper"}
        )
        assert message(
            "This account also has a role in another club, or runs the site. Ask "
            "the site admin to create the link."
        ) in make(client, role)
    assert message("Change your own password on your account page.") in make(
        client, owner.roles.get()
    )
    assert not PasswordLink.objects.exists()
    client.force_login(builders.user("operator", is_superuser=True))
    make(client, both.roles.get(club=club))
    assert PasswordLink.objects.count() == 1


def test_roles_and_links_stand_in_the_log(
    club: Club, owner: User, client: Client, keeper: Role
) -> None:
    def go(name: str, *args: object, **facts: str) -> None:
        client.post(reverse(f"scoring:{name}", args=[club.slug, *args]), facts)

    for _ in range(2):
        go("invite", key="k1", kind="director")
        go("role-change", keeper.pk, kind="director")
    link = club.invitations.get()
    for _ in range(2):
        go("invitation-close", link.pk)
        go("role-end", keeper.pk)
    told = list(Change.objects.order_by("pk").values_list("text", flat=True))
    assert told == [
        log_text("role.invited", role="director"),
        log_text("role.changed", user="Scorekeeper Hlavac"),
        log_text("role.invitation_withdrawn", role="director"),
        log_text("role.ended", user="Scorekeeper Hlavac"),
    ]


def test_its_owner_is_told_by_mail(
    club: Club, owner: User, client: Client, keeper: Role, settings, tasks
) -> None:
    settings.MAIL = settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    User.objects.filter(pk=keeper.user_id).update(email="leon@example.org")
    make(client, keeper)
    link = PasswordLink.objects.get()
    Client().post(at(link), NEW)
    Client().post(at(link), NEW)
    tasks.do()
    (notice,) = mail.outbox
    assert notice.to == ["leon@example.org"]
    assert notice.subject == "Valat: Your password was reset"
    assert f"with a link that an owner created. Club: {club}." in notice.body
