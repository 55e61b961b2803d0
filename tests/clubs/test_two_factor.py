"""A second factor: turning it on and off, and signing in with it."""

import time
from datetime import timedelta
from io import StringIO
from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import two_factor
from clubs.login_throttle import FREE
from clubs.models import SignInFailure, User
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ON, OFF = reverse("mfa_activate_totp"), reverse("mfa_deactivate_totp")
CODES, CODE = reverse("mfa_view_recovery_codes"), reverse("mfa_authenticate")


def shown(secret: str = SECRET, periods: int = 0) -> str:
    """What the app shows now, or so many half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + periods))


def with_app(username: str = "anna") -> User:
    user = builders.user(username)
    Authenticator.objects.create(user=user, type="totp", data={"secret": SECRET})
    return user


def with_codes(user: User) -> list[str]:
    seed = {"seed": "5" * 80, "used_mask": 0}
    Authenticator.objects.create(user=user, type="recovery_codes", data=seed)
    return two_factor.recovery_codes(user).get_unused_codes()


def password(client: Client, to: str = "") -> str:
    """The first step of signing in; where it leads."""
    facts = {"login": "anna", "password": "anna-password", "next": to}
    return client.post(reverse("clubs:sign-in"), facts).url


def type_again(client: Client, address: str) -> str:
    """The password once more, where it is asked before something; where that leads."""
    again = client.get(address).url
    assert again.startswith(reverse("account_reauthenticate"))
    return client.post(again, {"password": "anna-password"}).url


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_after_the_password_comes_the_code(client: Client) -> None:
    with_app()
    assert password(client, to="/desk/lodge-24/") == CODE
    assert not is_in(client)
    assert message("Your code") in client.get(CODE).content.decode()
    answer = client.post(CODE, {"code": f" {shown()[:3]} {shown()[3:]}"})
    assert answer.url == "/desk/lodge-24/"
    assert is_in(client)


@pytest.mark.parametrize("code", ["", "000000x", "abc", "1" * 500])
def test_a_wrong_code_lets_nobody_in(client: Client, code: str) -> None:
    with_app()
    password(client)
    answer = client.post(CODE, {"code": code})
    assert answer.context["form"].errors["code"]
    assert not is_in(client)


def test_without_the_password_there_is_no_code_to_type(client: Client) -> None:
    with_app()
    assert client.get(CODE).url == reverse("clubs:sign-in")
    assert client.post(CODE, {"code": shown()}).url == reverse("clubs:sign-in")
    assert not is_in(client)


def test_a_code_works_once_for_as_long_as_it_is_right() -> None:
    anna = with_app()
    late = shown(periods=-1)  # the hall's clock is off by half a minute
    assert two_factor.matching(anna, late)
    key = f"allauth.mfa.totp.used?user={anna.pk}&code={late}"
    assert cache.get(key)
    assert two_factor.matching(anna, late) is None
    assert two_factor.App(Authenticator.objects.get())._mark_code_used("1")
    assert two_factor.matching(anna, shown(periods=-3)) is None


def test_five_wrong_codes_make_even_the_right_one_wait(client: Client) -> None:
    with_app()
    for _ in range(5):
        password(client)
        client.post(CODE, {"code": "000 000"})
    other = Client(REMOTE_ADDR="192.0.2.9")
    password(other)
    answer = other.post(CODE, {"code": shown()})
    assert "Too many wrong codes" in answer.content.decode()
    assert not is_in(other)


def test_wrong_codes_are_logged_and_counted_as_wrong_passwords_are(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with_codes(with_app())
    for n in range(FREE):  # the right password between them clears nothing
        assert password(client) == CODE
        client.post(CODE, {"code": ("000000x", "not-a-recovery-code")[n % 2]})
    client.post(CODE, {"code": shown()})
    cache.clear()  # five minutes later, and only that brake forgets
    answer = client.post(CODE, {"code": shown()})
    assert (
        message("Too many wrong codes. {wait}", wait="Wait 15 seconds")
        in answer.content.decode()
    )
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        *["wrong code for 'anna' from 127.0.0.1"] * FREE,
        *["too many codes for 'anna' from 127.0.0.1"] * 2,
    ]
    SignInFailure.objects.update(last_at=timezone.now() - timedelta(minutes=1))
    assert client.post(CODE, {"code": shown()}).status_code == 302
    assert not SignInFailure.objects.exists()


def test_a_recovery_code_signs_in_once(client: Client) -> None:
    first, *others = with_codes(with_app())
    password(client)
    assert client.post(CODE, {"code": first}).status_code == 302
    assert is_in(client)
    again = Client()
    password(again)
    again.post(CODE, {"code": first})
    assert not is_in(again)
    assert two_factor.codes_left(User.objects.get()) == len(others) == 9


def test_it_is_turned_on_with_the_password_and_a_first_code(client: Client) -> None:
    client.force_login(builders.user("anna"))
    assert type_again(client, ON) == ON
    page = client.get(ON)
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    assert page.context["totp_svg_data_uri"] in page.content.decode()
    assert 'xmlns="http://www.w3.org/2000/svg"' in page.context["totp_svg"]
    wrong = client.post(ON, {"code": "000000x"})
    assert wrong.context["form"].secret == secret
    assert not two_factor.is_on(User.objects.get())
    answer = client.post(ON, {"code": shown(secret)})
    assert answer.url == CODES
    assert two_factor.is_on(User.objects.get())


def test_the_app_lists_the_account_under_the_sites_name(client: Client) -> None:
    client.force_login(builders.user("anna", email="anna@example.org"))
    type_again(client, ON)
    address = client.get(ON).context["totp_url"]
    assert unquote(address).startswith("otpauth://totp/anna?")
    assert "issuer=Valat testserver" in unquote(address)


def test_recovery_codes_are_shown_once_and_kept_as_a_file(client: Client) -> None:
    codes = with_codes(with_app())
    client.force_login(User.objects.get())
    assert type_again(client, CODES) == CODES
    page = client.get(CODES)
    kept = unquote(page.context["file"])
    assert all(code in page.content.decode() and code in kept for code in codes)
    assert "no-store" in page.headers["Cache-Control"]
    again = client.get(CODES).content.decode()
    assert not any(code in again for code in codes)
    assert "10 of 10 left" in again


def test_ten_new_codes_end_the_old_ones(client: Client) -> None:
    old = with_codes(with_app())
    client.force_login(User.objects.get())
    type_again(client, CODES)
    client.get(CODES)
    new = reverse("mfa_generate_recovery_codes")
    assert client.post(new).url == CODES
    shown_now = client.get(CODES).context["codes"]
    assert len(shown_now) == 10
    assert not set(shown_now) & set(old)
    assert two_factor.matching(User.objects.get(), old[0]) is None


def test_new_codes_ask_for_the_password_and_then_go_on(client: Client) -> None:
    old = with_codes(with_app())
    client.force_login(User.objects.get())
    sent = client.post(reverse("mfa_generate_recovery_codes"))
    assert client.post(sent.url, {"password": "anna-password"}).url == CODES
    assert two_factor.matching(User.objects.get(), old[0]) is None


def test_turning_it_off_asks_for_the_password(client: Client) -> None:
    """However lately it was typed: a phone left lying must not do it."""
    with_codes(with_app())
    client.force_login(User.objects.get())
    type_again(client, CODES)
    assert 'name="password"' in client.get(OFF).content.decode()
    for typed in ("", "wrong"):
        wrong = client.post(OFF, {"password": typed})
        assert wrong.context["form"].errors["password"]
        assert two_factor.is_on(User.objects.get())
    client.post(OFF, {"password": "anna-password"})
    assert not Authenticator.objects.exists()
    assert client.post(OFF).url == reverse("clubs:account")


def test_the_password_again_waits_after_some_wrong_ones(client: Client) -> None:
    client.force_login(builders.user("anna"))
    again = client.get(ON).url
    for _ in range(5):
        client.post(again, {"password": "wrong"})
    answer = client.post(again, {"password": "anna-password"})
    assert "Too many wrong passwords" in answer.content.decode()


def test_the_account_page_says_how_it_stands(client: Client) -> None:
    anna = with_app()
    client.force_login(anna)
    page = reverse("clubs:account")
    assert message("No recovery codes left.") in client.get(page).content.decode()
    with_codes(anna)
    assert "10 recovery codes left" in client.get(page).content.decode()
    two_factor.disable(anna)
    assert "Off." in client.get(page).content.decode()


def test_an_owner_sees_in_the_list_who_has_one(client: Client) -> None:
    club = builders.club()
    client.force_login(builders.member(club, "owner"))
    builders.member(club, "scorekeeper")
    page = reverse("scoring:people", args=[club.slug])
    assert "factor" not in client.get(page).content.decode()
    keeper = User.objects.get(username="scorekeeper")
    Authenticator.objects.create(user=keeper, type="totp", data={"secret": SECRET})
    html = client.get(page).content.decode()
    assert html.count(message("with two-factor authentication")) == 1
    assert SECRET not in html


def test_the_operator_takes_it_off_on_the_machine() -> None:
    anna = with_app()
    with_codes(anna)
    said = StringIO()
    call_command("disable_two_factor", "ANNA", stdout=said)
    assert "Two-factor authentication is off for anna" in said.getvalue()
    assert not Authenticator.objects.exists()
    for name in ("anna", "nobody"):
        with pytest.raises(CommandError):
            call_command("disable_two_factor", name)
