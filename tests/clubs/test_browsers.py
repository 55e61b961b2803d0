"""Where somebody is signed in: listed on his page, and ended from there."""

from datetime import timedelta
from importlib import import_module

import pytest
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings as site
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.browsers import NO_ADDRESS, clear_expired, name_browser
from clubs.models import User
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
    listed = desk.get(PAGE).context["browsers"]
    assert [(each.name, each.address, each.is_this) for each in listed] == [
        ("Firefox, Linux", "192.0.2.7", True),
        ("Safari, iPhone", "192.0.2.8", False),
    ]
    page = desk.get(PAGE).content.decode()
    assert not any(row.session_key in page for row in Session.objects.all())


def test_another_browser_is_signed_out(desk: Client, phone: Client) -> None:
    third = signed_in(FIREFOX, "192.0.2.9")
    mark = next(
        each.pk
        for each in desk.get(PAGE).context["browsers"]
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
    (mine,) = desk.get(PAGE).context["browsers"]
    karel.post(END, {"browser": mine.pk})
    karel.post(END, {"browser": "others"})
    assert is_in(desk)
    desk.post(END, {"browser": mine.pk})
    assert is_in(desk), "nor oneself by mistake"


def test_older_sessions_than_those_of_a_whole_large_site_end_too(
    desk: Client, phone: Client
) -> None:
    """However many others signed in since."""
    later = timezone.now() + timedelta(days=31)
    Session.objects.bulk_create(
        Session(session_key=f"other-{n}", session_data="", expire_date=later)
        for n in range(6_000)
    )
    desk.post(END, {"browser": "others"})
    assert [is_in(desk), is_in(phone)] == [True, False]


def test_a_changed_password_leaves_no_session_that_is_not_listed(
    desk: Client, phone: Client
) -> None:
    new = {"password1": "felt and gold 7", "password2": "felt and gold 7"}
    address = reverse("clubs:password")
    phone.post(address, {"oldpassword": "anna-password", **new})
    assert [is_in(desk), is_in(phone)] == [False, True]
    (listed,) = phone.get(PAGE).context["browsers"]
    assert listed.is_this


def test_sessions_that_are_over_are_deleted_every_hour(
    desk: Client, phone: Client
) -> None:
    assert "clubs.browsers.clear_expired" in site.HOURLY
    key = phone.session.session_key
    over = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(session_key=key).update(expire_date=over)
    clear_expired()
    assert Session.objects.get().session_key == desk.session.session_key
    assert UserSession.objects.get().session_key == desk.session.session_key


@pytest.mark.parametrize("address", ["", "unix:", "fe80::1%eth0", "192.0.2.7"])
def test_any_address_can_be_kept(address: str) -> None:
    builders.user("anna")
    assert is_in(signed_in(FIREFOX, address))
    assert UserSession.objects.get().ip in (NO_ADDRESS, "fe80::1", "192.0.2.7")


def test_sessions_from_before_are_entered_or_ended(desk: Client) -> None:
    migration = import_module("clubs.migrations.0020_user_sessions")
    UserSession.objects.all().delete()
    anna, now = User.objects.get(), timezone.now()
    store = SessionStore(session_key=desk.session.session_key)
    store["signed_in_from"] = ["Firefox, Linux", "192.0.2.7", now.isoformat()]
    store.save()
    of_nobody, of_another_site = SessionStore(), SessionStore()
    of_nobody[SESSION_KEY] = str(anna.pk + 1)
    of_nobody.save()
    of_another_site.save()
    Session.objects.filter(session_key=of_another_site.session_key).update(
        session_data="signed with another key"
    )
    is_over, visitor = SessionStore(), SessionStore()
    is_over.set_expiry(-1)
    visitor["account_login"] = "somebody"
    for each in (is_over, visitor):
        each.save()
    for _ in range(2):
        migration.enter_sessions(apps, None)
    entered = UserSession.objects.get()
    facts = (entered.user, entered.user_agent, entered.ip, entered.created_at)
    assert facts == (anna, "Firefox, Linux", "192.0.2.7", now)
    keys = {*Session.objects.values_list("session_key", flat=True)}
    assert keys == {desk.session.session_key, visitor.session_key}
    assert [each.name for each in desk.get(PAGE).context["browsers"]] == [
        "Firefox, Linux"
    ]


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
        ("Opera, Mac", "Opera, Mac"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("<script>alert(1)</script>", "scriptalert1/script"),
        ("", ""),
    ],
)
def test_a_browser_is_named_as_people_name_it(agent: str, said: str) -> None:
    assert name_browser(agent) == said


def test_a_session_ends_with_its_time(desk: Client) -> None:
    page = reverse("clubs:account")
    assert desk.get(page).status_code == 200
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert desk.get(page).status_code == 302
