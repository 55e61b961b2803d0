"""The one-time address that makes the first owner and the first club."""

from datetime import date, time

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from clubs.accounts import setup_code
from clubs.models import Club, Role, User
from scoring.models import Tournament
from tests import builders
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.words import EMPTY, NOT_OFFERED

pytestmark = pytest.mark.django_db
FACTS = {
    "name": "Marie Kubala",
    "username": "marie",
    "password": "felt and gold 7",
    "password_again": "felt and gold 7",
    "club_name": "SPJST Lodge 84",
    "town": "Dallas",
    "slug": "lodge-84",
    "time_zone": "Europe/Prague",
    "paper": "a4",
}


def address() -> str:
    return reverse("clubs:setup", args=[setup_code()])


def test_it_makes_the_owner_and_the_club_and_signs_in(client: Client) -> None:
    once = address()
    assert client.get(once).status_code == 200
    answer = client.post(once, FACTS)
    assert answer.status_code == 302
    assert answer.url == reverse("scoring:desk", args=["lodge-84"])
    marie = User.objects.get(username="marie")
    assert (marie.is_superuser, marie.is_staff) == (True, True)
    assert marie.check_password("felt and gold 7")
    assert Role.objects.get(user=marie).kind == Role.Kind.OWNER
    assert setup_code() is None
    club = Club.objects.get()
    assert (club.name, club.town) == ("SPJST Lodge 84", "Dallas")
    assert (club.time_zone, club.paper) == ("Europe/Prague", "a4")
    assert club.currency == "CZK"
    assert UserSession.objects.get().session_key == client.session.session_key


FIRST = {"evening": "on", "evening_date": "2026-11-20"}


def test_it_makes_the_first_evening_too_and_leads_to_who_comes(client: Client) -> None:
    form = client.get(address()).context["form"]
    assert form["evening"].value() is True
    assert form["evening_date"].value()
    sent = {**FACTS, **FIRST, "evening_starts": "19:00"}
    answer = client.post(address(), sent)
    made = Tournament.objects.get()
    assert (made.name, made.date) == ("Tarok, Nov 20, 2026", date(2026, 11, 20))
    assert (made.starts_at, made.currency) == (time(19), "CZK")
    at = [made.club.slug, made.slug]
    assert answer.url == reverse("scoring:entries", args=at)
    assert client.get(answer.url).status_code == 200
    assert made.created_by == User.objects.get()


def test_the_first_evening_has_the_name_that_was_typed(client: Client) -> None:
    client.post(address(), {**FACTS, **FIRST, "evening_name": "Opening night"})
    assert Tournament.objects.get().name == "Opening night"


@in_turn(
    "day, said",
    [("", message("Enter a date.")), ("soon", message("Enter a valid date."))],
)
def test_an_evening_without_a_day_is_told_and_nothing_is_made(
    client: Client, day: str, said: str
) -> None:
    answer = client.post(address(), {**FACTS, **FIRST, "evening_date": day})
    assert answer.context["form"].errors["evening_date"] == [said]
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_money_and_names_are_as_in_the_time_zone_unless_they_are_chosen(
    client: Client,
) -> None:
    chosen = {"currency": "EUR", "name_order": "family"}
    client.post(address(), {**FACTS, **chosen})
    club = Club.objects.get()
    assert (club.currency, club.name_order) == ("EUR", "family")
    assert not Tournament.objects.exists()


def test_what_is_wrong_and_folded_is_open(client: Client) -> None:
    page = flowing(client.get(address()))
    assert '<details class="fold"><summary>' in page
    assert message("the time zone’s currency") in page
    wrong = client.post(address(), {**FACTS, "slug": "desk"})
    assert '<details class="fold" open><summary>' in flowing(wrong)


def test_a_site_that_lost_its_owner_gets_another_code(client: Client) -> None:
    once = address()
    client.post(once, FACTS)
    User.objects.update(is_superuser=False)
    assert client.get(address()).status_code == 200
    assert address() != once


def test_it_works_once(client: Client) -> None:
    once = address()
    client.post(once, FACTS)
    stranger = Client()
    assert stranger.get(once).status_code == 404
    again = stranger.post(once, {**FACTS, "username": "other", "slug": "other"})
    assert again.status_code == 404
    assert "has expired" in again.content.decode()
    assert User.objects.count() == 1


def test_sent_twice_by_the_same_person_it_leads_on(client: Client) -> None:
    once = address()
    client.post(once, FACTS)
    assert client.post(once, FACTS).status_code == 302
    assert Club.objects.count() == 1


def test_an_unknown_code_is_not_there(client: Client) -> None:
    assert client.get(reverse("clubs:setup", args=["guess"])).status_code == 404


def test_an_invitation_to_a_club_opens_no_setup(client: Client) -> None:
    club = builders.club()
    link = club.invitations.create(kind="owner")
    assert client.get(reverse("clubs:setup", args=[link.token])).status_code == 404


def test_without_an_address_one_is_made_from_the_name(client: Client) -> None:
    client.post(address(), {**FACTS, "slug": ""})
    assert Club.objects.get().slug == "spjst-lodge-84"


@in_turn(
    "wrong",
    [
        {
            "slug": ("desk", "The site itself uses the address “"),
            "name": ("", EMPTY),
            "username": ("marie kubala", "without spaces"),
            "password": ("12345678", "numeric"),
            "time_zone": ("Texas/West", NOT_OFFERED),
            "paper": ("legal", NOT_OFFERED),
        },
        {
            "slug": (
                "Lodge 84",
                message(
                    "Use only lowercase letters, digits and hyphens. For example, "
                    "lodge-84."
                ),
            ),
            "password": ("marie123", "similar"),
            "club_name": ("x" * 81, "80"),
        },
        {
            "password_again": (
                "something else",
                message("The two passwords don’t match."),
            )
        },
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_all_is_kept(
    client: Client, wrong: dict[str, tuple[str, str]]
) -> None:
    typed = {field: value for field, (value, _) in wrong.items()}
    if "password" in typed:
        typed["password_again"] = typed["password"]
    answer = client.post(address(), {**FACTS, **typed})
    assert answer.status_code == 200
    for field, (_, said) in wrong.items():
        assert said in " ".join(answer.context["form"].errors[field])
    assert answer.context["form"]["town"].value() == "Dallas"
    assert not User.objects.exists()


def test_taken_names_are_refused_in_any_case(client: Client) -> None:
    builders.user("marie")
    builders.club("lodge-84")
    errors = (
        client.post(address(), {**FACTS, "username": "MARIE"}).context["form"].errors
    )
    assert "already in use" in errors["username"][0]
    assert "slug" in errors


def test_the_setup_code_joins_no_club(client: Client) -> None:
    client.force_login(builders.user())
    join = reverse("scoring:join", args=[setup_code()])
    assert client.post(join).status_code == 404
    assert setup_code() is not None
