"""The sign-in page, and the wait after wrong passwords."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.login_throttle import FREE, FREE_OF_ALL, begin_attempt
from clubs.models import Role, SignInFailure
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db
ADDRESS = "127.0.0.1"


def sign_in(client: Client, username: str, password: str, **extra: str):
    facts = {"login": username, "password": password, **extra}
    return client.post(reverse("clubs:sign-in"), facts)


def test_the_right_password_signs_in_and_goes_where_one_wanted(client: Client) -> None:
    builders.user("anna")
    answer = sign_in(client, "anna", "anna-password", next="/desk/lodge-24/")
    assert answer.status_code == 302
    assert answer.url == "/desk/lodge-24/"
    assert "_auth_user_id" in client.session


def test_the_e_mail_does_as_well_and_counts_as_the_same_account(client: Client) -> None:
    builders.user("anna", email="anna@example.org")
    assert sign_in(client, "Anna@Example.org", "anna-password").status_code == 302
    client.logout()
    for n in range(FREE):
        sign_in(client, ("anna", "anna@example.org")[n % 2], "wrong")
    answer = sign_in(client, "anna", "anna-password")
    assert "Too many wrong passwords" in answer.content.decode()


def test_a_closed_account_says_so(client: Client) -> None:
    builders.user("anna", is_active=False)
    answer = client.post(
        reverse("clubs:sign-in"),
        {"login": "anna", "password": "anna-password"},
        follow=True,
    )
    assert message("This account is closed.") in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_signing_in_as_somebody_else_ends_the_first(client: Client) -> None:
    client.force_login(builders.user("anna"))
    builders.user("karel")
    assert client.get(reverse("clubs:sign-in")).status_code == 200
    sign_in(client, "karel", "karel-password")
    assert client.get("/").context["user"].username == "karel"


def test_a_hall_behind_one_address_signs_in_within_a_minute(client: Client) -> None:
    for n in range(45):
        builders.user(f"keeper{n}")
        assert sign_in(Client(), f"keeper{n}", f"keeper{n}-password").status_code == 302


def test_capitals_in_the_username_do_not_matter(client: Client) -> None:
    builders.user("anna")
    assert sign_in(client, " Anna", "anna-password").status_code == 302


def test_who_works_in_one_club_lands_at_its_desk(client: Client) -> None:
    anna = builders.member(builders.club(), "scorekeeper", "anna")
    answer = sign_in(client, "anna", "anna-password")
    assert answer.url == reverse("scoring:desk", args=["lodge-24"])
    Role.objects.create(club=builders.club("other"), user=anna, kind="owner")
    answer = sign_in(Client(), "anna", "anna-password")
    assert answer.url == reverse("clubs:home")
    answer = sign_in(Client(), "anna", "anna-password", next="/lodge-24/")
    assert answer.url == "/lodge-24/"


def test_no_other_site_is_where_one_goes_on(client: Client) -> None:
    builders.user("anna")
    answer = sign_in(client, "anna", "anna-password", next="https://elsewhere.example/")
    assert answer.url == reverse("clubs:home")


def test_a_wrong_password_is_said_in_words_and_the_name_is_kept(client: Client) -> None:
    builders.user("anna")
    answer = sign_in(client, "anna", "wrong")
    assert answer.status_code == 200
    assert (
        message("That username and password don’t match. Passwords are case-sensitive.")
        in answer.content.decode()
    )
    assert 'value="anna"' in answer.content.decode()


def test_an_unknown_name_and_an_empty_form_are_no_errors_of_ours(
    client: Client,
) -> None:
    assert sign_in(client, "nobody", "wrong").status_code == 200
    assert sign_in(client, "", "").status_code == 200


def test_after_some_wrong_passwords_even_the_right_one_waits(client: Client) -> None:
    builders.user("anna")
    for _ in range(FREE):
        sign_in(client, "anna", "wrong")
    answer = sign_in(client, "anna", "anna-password")
    assert answer.status_code == 200
    assert "Too many wrong passwords" in answer.content.decode()
    assert message("{n} seconds", n=15) in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_the_operators_door_counts_with_ours(client: Client) -> None:
    builders.user("anna", is_staff=True, is_superuser=True)
    for _ in range(FREE):
        sign_in(client, "anna", "wrong")
    door = client.post(reverse("admin:login"), {"username": "anna"}).url
    facts = {"login": "anna", "password": "anna-password"}
    assert "Too many wrong passwords" in client.post(door, facts).content.decode()


def test_other_names_and_other_addresses_do_not_wait(client: Client) -> None:
    builders.user("anna")
    builders.user("karel")
    for _ in range(FREE):
        sign_in(client, "anna", "wrong")
    assert sign_in(client, "karel", "karel-password").status_code == 302
    elsewhere = Client(REMOTE_ADDR="192.0.2.9")
    assert sign_in(elsewhere, "anna", "anna-password").status_code == 302


def test_after_the_wait_the_right_password_clears_the_count(client: Client) -> None:
    builders.user("anna")
    for _ in range(FREE):
        sign_in(client, "anna", "wrong")
    long_ago = timezone.now() - timedelta(minutes=1)
    SignInFailure.objects.update(last_at=long_ago)
    assert sign_in(client, "anna", "anna-password").status_code == 302
    assert not SignInFailure.objects.exists()


def test_waits_grow_and_have_a_limit() -> None:
    waits = []
    for failures in range(FREE, FREE + 12):
        SignInFailure.objects.update_or_create(
            username="anna",
            address=ADDRESS,
            defaults={"failures": failures, "last_at": timezone.now()},
        )
        waits.append(begin_attempt(username="Anna", address=ADDRESS))
    seconds = [round(wait.total_seconds()) for wait in waits]
    assert seconds[:3] == [15, 30, 60]
    assert seconds == sorted(seconds)
    assert max(seconds) == 15 * 60


def test_failures_of_yesterday_are_forgotten() -> None:
    yesterday = timezone.now() - timedelta(days=1)
    SignInFailure.objects.create(
        username="anna", address=ADDRESS, failures=99, last_at=yesterday
    )
    assert begin_attempt(username="anna", address=ADDRESS) is None
    assert SignInFailure.objects.get().failures == 1


def test_a_household_on_the_internet_counts_as_one() -> None:
    """Whoever has one address of IPv6 has as many as he wants."""
    tries = [
        begin_attempt(username="anna", address=f"2001:db8:0:7::{n}") for n in range(9)
    ]
    assert tries[:FREE] == [None] * FREE
    assert all(tries[FREE:])
    assert begin_attempt(username="anna", address="2001:db8:0:8::1") is None


def test_strangers_everywhere_are_slowed_down_and_the_owner_is_not(
    client: Client,
) -> None:
    """A browser that signed in before leaves out what others tried elsewhere."""
    builders.user("anna")
    sign_in(client, "anna", "anna-password")
    client.post(reverse("clubs:sign-out"))
    for n in range(FREE_OF_ALL):
        assert begin_attempt(username="anna", address=f"192.0.2.{n}") is None
    stranger = Client(REMOTE_ADDR="198.51.100.1")
    told = sign_in(stranger, "anna", "anna-password").content.decode()
    assert (
        message(
            "Too many wrong passwords for this account. {wait}", wait="Wait 60 seconds"
        )
        in told
    )
    stranger.cookies["known"] = "made-up"
    assert sign_in(stranger, "anna", "anna-password").status_code == 200
    assert sign_in(client, "anna", "anna-password").status_code == 302
    assert begin_attempt(username="karel", address="198.51.100.1") is None

    a_minute_ago = timezone.now() - timedelta(seconds=61)
    SignInFailure.objects.update(last_at=a_minute_ago)
    assert sign_in(stranger, "anna", "anna-password").status_code == 302


def test_what_lies_in_the_future_makes_nobody_wait(client: Client) -> None:
    """The clock was a day ahead, and somebody put it right."""
    builders.user("anna")
    for _ in range(FREE):
        sign_in(client, "anna", "wrong")
    SignInFailure.objects.update(last_at=timezone.now() + timedelta(days=1))
    assert sign_in(client, "anna", "anna-password").status_code == 302


def test_whoever_watches_the_log_reads_who_failed_from_where(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    builders.user("anna")
    for _ in range(FREE + 1):
        sign_in(client, "anna\n", "a-wrong-password")
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        *["wrong password for 'anna' from 127.0.0.1"] * FREE,
        "too many passwords for 'anna' from 127.0.0.1",
    ]


def test_behind_our_proxy_the_address_is_what_the_proxy_saw(settings) -> None:
    settings.HTTPS = True
    settings.SECURE_SSL_REDIRECT = False
    seen = Client(HTTP_X_FORWARDED_FOR="198.51.100.7, 192.0.2.1")
    sign_in(seen, "anna", "wrong")
    assert SignInFailure.objects.get().address == "192.0.2.1"


def test_signing_out_is_a_post(client: Client) -> None:
    client.force_login(builders.user())
    assert client.get(reverse("clubs:sign-out")).status_code == 405
    assert client.post(reverse("clubs:sign-out")).status_code == 302
    assert "_auth_user_id" not in client.session
    assert client.post(reverse("clubs:sign-out")).status_code == 302


def test_changing_the_password_keeps_one_signed_in(client: Client) -> None:
    client.force_login(builders.user("anna"))
    address = reverse("clubs:password")
    assert client.get(address).status_code == 200
    new = {"password1": "felt and gold 7", "password2": "felt and gold 7"}
    wrong = client.post(address, {"oldpassword": "wrong", **new})
    assert wrong.status_code == 200
    right = client.post(address, {"oldpassword": "anna-password", **new})
    assert right.status_code == 302
    assert "_auth_user_id" in client.session


def test_a_visitor_has_no_password_to_change(client: Client) -> None:
    answer = client.get(reverse("clubs:password"))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("clubs:sign-in"))
