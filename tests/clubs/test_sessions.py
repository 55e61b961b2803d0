"""Where somebody is signed in: listed on his page, and ended from there."""

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.sessions import browser_named
from tests import builders
from tests.in_turn import in_turn

pytestmark = pytest.mark.django_db
PAGE, END = "/accounts/", "/accounts/sessions/end/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"
)


def signed_in(agent: str, address: str, name: str = "anna") -> Client:
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    facts = {"login": name, "password": f"{name}-password"}
    assert client.post(reverse("clubs:sign-in"), facts).status_code == 302
    return client


@pytest.fixture
def desk() -> Client:
    builders.user("anna")
    return signed_in(FIREFOX, "192.0.2.7")


@pytest.fixture
def phone(desk: Client) -> Client:
    return signed_in(IPHONE, "192.0.2.8")


def is_in(client: Client) -> bool:
    return client.get(PAGE).status_code == 200


def test_each_browser_is_named_and_this_one_first(desk: Client, phone: Client) -> None:
    builders.user("karel")
    signed_in(FIREFOX, "198.51.100.1", "karel")
    listed = desk.get(PAGE).context["sessions"]
    assert [(each.browser, each.address, each.is_this) for each in listed] == [
        ("Firefox, Linux", "192.0.2.7", True),
        ("Safari, iPhone", "192.0.2.8", False),
    ]
    page = desk.get(PAGE).content.decode()
    assert not any(row.session_key in page for row in Session.objects.all())


def test_another_browser_is_signed_out(desk: Client, phone: Client) -> None:
    third = signed_in(FIREFOX, "192.0.2.9")
    mark = next(
        each.mark
        for each in desk.get(PAGE).context["sessions"]
        if each.address == "192.0.2.8"
    )
    for _ in range(2):
        assert desk.post(END, {"browser": mark}).url == PAGE
        assert [is_in(each) for each in (desk, phone, third)] == [True, False, True]
    desk.post(END, {"browser": "others"})
    assert [is_in(each) for each in (desk, phone, third)] == [True, False, False]


def test_nobody_ends_what_is_anothers(desk: Client) -> None:
    builders.user("karel")
    karel = signed_in(FIREFOX, "198.51.100.1", "karel")
    (mine,) = desk.get(PAGE).context["sessions"]
    karel.post(END, {"browser": mine.mark})
    karel.post(END, {"browser": "others"})
    assert is_in(desk)
    desk.post(END, {"browser": mine.mark})
    assert is_in(desk), "nor oneself by mistake"


def test_turning_a_second_factor_on_signs_out_all_others(
    desk: Client, phone: Client
) -> None:
    on = reverse("mfa_activate_totp")
    desk.post(reverse("account_reauthenticate"), {"password": "anna-password"})
    secret = desk.get(on).context["form"].secret
    counter = next(yield_hotp_counters_from_time())
    code = format_hotp_value(hotp_value(secret, counter))
    assert desk.post(on, {"code": code}).status_code == 302
    assert [is_in(desk), is_in(phone)] == [True, False]


@in_turn(
    "agent, said",
    [
        (FIREFOX, "Firefox, Linux"),
        (IPHONE, "Safari, iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140",
            "Edge, Windows",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("<script>alert(1)</script>", "scriptalert1/script"),
        ("", ""),
    ],
)
def test_a_browser_is_named_as_people_name_it(agent: str, said: str) -> None:
    assert browser_named(agent) == said


def test_a_session_ends_with_its_time(desk: Client) -> None:
    page = reverse("clubs:account")
    assert desk.get(page).status_code == 200
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert desk.get(page).status_code == 302
