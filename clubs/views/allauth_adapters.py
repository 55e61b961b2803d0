"""Adapters for allauth: messages, throttling of passwords, and emails."""

import logging
from io import BytesIO
from ipaddress import ip_address
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.account.stages import EmailVerificationStage, LoginStage
from allauth.core import context as request_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from clubs import login_throttle, two_factor
from clubs.access import client_address
from clubs.browsers import NO_ADDRESS
from clubs.clubs import normalize_username, roles_of
from clubs.email import send_later
from clubs.i18n import message
from clubs.languages import language_of
from clubs.login_throttle import check_throttle
from clubs.models import User
from clubs.site_urls import site_address
from clubs.two_factor import WRONG_CODE
from clubs.views import trusted_browsers

LOG = logging.getLogger("valat.sign_in")
MISMATCH = _("That username and password don’t match. Passwords are case-sensitive.")
NOT_YOURS = _("That isn’t your password. Passwords are case-sensitive.")
TOO_OFTEN = _("Too many wrong codes. Wait 5 minutes, then try again.")
WORDS = {
    "username_password_mismatch": MISMATCH,
    "email_password_mismatch": MISMATCH,
    "incorrect_password": NOT_YOURS,
    "enter_current_password": NOT_YOURS,
    "incorrect_code": WRONG_CODE,
    "too_many_login_attempts": TOO_OFTEN,
    "rate_limited": TOO_OFTEN,
    "duplicate_email": _("This is already your address."),
    "email_taken": _("Another account already uses this address."),
}


# Emails that the next page announces.
AWAITED = {
    f"account/email/{name}"
    for name in (
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
    )
}


class AccountAdapter(DefaultAccountAdapter):
    """Accounts by invitation, and by signing up if email is set up."""

    error_messages = {**DefaultAccountAdapter.error_messages, **WORDS}

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.MAIL)

    def is_ajax(self, request: HttpRequest) -> bool:
        """Return False: no page here answers scripts with JSON."""
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the desk for a user with one club, or else the list of clubs."""
        if request.user.is_authenticated:
            clubs = [role.club for role in roles_of(request.user)[:2]]
            if len(clubs) == 1:
                return reverse("scoring:desk", args=[clubs[0].slug])
        return reverse("clubs:home")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's IP address in a form that the database accepts."""
        try:
            return str(ip_address(client_address(request)))
        except ValueError:
            return NO_ADDRESS

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt by account and address before the password is checked."""
        attempt = _login_attempt(request, credentials)
        known = trusted_browsers.is_known(request, attempt["username"])
        if wait := login_throttle.begin_attempt(**attempt, known=known):
            warn("too many passwords", attempt)
            raise ValidationError(
                message(
                    "Too many wrong passwords for this account. {wait}",
                    wait=check_throttle(wait),
                )
            )

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        warn("wrong password", _login_attempt(request, credentials))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        user = super().authenticate(request, **credentials)
        if user:
            code_to_come = request.user != user and two_factor.is_on(user)
            login_throttle.attempt_succeeded(
                **_login_attempt(request, credentials), code_to_come=code_to_come
            )
        return user

    def is_safe_url(self, url: str) -> bool:
        """Return whether a redirect is safe; an address that can't be parsed isn't."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def get_login_stages(self) -> list[str]:
        return [f"{__name__}.FirstConfirm", f"{__name__}.SecondFactor"]

    def pre_login(
        self, request: HttpRequest, user: User, **options: Any
    ) -> HttpResponse | None:
        """Sign out the current user before another signs in."""
        if request.user.is_authenticated:
            logout(request)
        return super().pre_login(request, user, **options)

    def post_login(
        self, request: HttpRequest, user: User, **options: Any
    ) -> HttpResponse:
        response = super().post_login(request, user, **options)
        trusted_browsers.remember(request, response, user.username)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        messages.error(request, message("This account is closed."))
        return redirect("clubs:sign-in")

    def get_reauthentication_methods(self, user: User) -> list[dict[str, str]]:
        if not user.is_authenticated:
            return []
        address = reverse("account_reauthenticate")
        return [{"id": "reauthenticate", "description": "password", "url": address}]

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return an address with two path parts instead of allauth's hyphenated one."""
        parts = key.split("-", 1)
        path = reverse("account_reset_password_from_key", args=parts)
        return site_address(self.request) + path

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmation
    ) -> str:
        key = emailconfirmation.key
        return site_address(request) + reverse("account_confirm_email", args=[key])

    def send_account_already_exists_mail(self, email: str) -> None:
        context = {"password_reset_url": self._forgot()}
        self.send_mail("account/email/account_already_exists", email, context)

    def _forgot(self) -> str:
        return site_address(self.request) + reverse("account_reset_password")

    def format_email_subject(self, subject: str) -> str:
        return f"Valat: {subject}"

    def send_notification_mail(
        self, template_prefix: str, user: User, context: Any = None, **facts: Any
    ) -> None:
        """Send a notification after the response: its subject has already happened."""
        context = {
            "user": user,
            "password_reset_url": self._forgot(),
            **(context or {}),
        }
        super().send_notification_mail(template_prefix, user, context, **facts)

    def send_mail(self, template_prefix: str, email: str, context: dict) -> None:
        """Send an email in the language of the account that it is about.

        If the user waits for the email, a failing mail server shows an error page;
        saved data stays. All other emails are sent after the response.
        """
        facts = {"current_site": get_current_site(self.request), "email": email}
        facts |= {"request": self.request, **context}
        with translation.override(language_of(context.get("user"))):
            mail = self.render_mail(template_prefix, email, facts)
        if template_prefix not in AWAITED:
            send_later(mail)
            return
        try:
            mail.send()
        except (OSError, SMTPException):
            logging.getLogger(__name__).exception("The mail server took nothing")
            page = render(self.request, "account/mail_failed.html", status=503)
            raise ImmediateHttpResponse(page) from None


class FirstConfirm(EmailVerificationStage):
    """A login stage that has users who signed up confirm their address first.

    Others don't wait for an email: neither invited users nor users who mistyped a new
    address.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user = self.login.user
        if user is not None and (user.last_login or not _has_signed_up(user)):
            return None, True
        return super().handle()


class SecondFactor(LoginStage):
    """A login stage: the code after the password, with two-factor authentication."""

    key = "mfa_authenticate"
    urlname = "mfa_authenticate"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        if self.login.user is None or not two_factor.is_on(self.login.user):
            return None, True
        return redirect("mfa_authenticate"), True


class SecondFactorAdapter(DefaultMFAAdapter):
    """The adapter that lists an account in the phone's app under the site's name."""

    error_messages = {**DefaultMFAAdapter.error_messages, **WORDS}

    def get_totp_label(self, user: User) -> str:
        return user.username

    def get_totp_issuer(self) -> str:
        return f"Valat {urlsplit(site_address(request_context.request)).hostname}"

    def build_totp_svg(self, url: str) -> str:
        """Return a standalone SVG image; `svg_inline` would lack the XML namespace."""
        drawn = BytesIO()
        segno.make(url, error="m").save(drawn, kind="svg", border=4, scale=4)
        return drawn.getvalue().decode()


def _has_signed_up(user: User) -> bool:
    return EmailAddress.objects.filter(user=user).exists()


def warn(event: str, attempt: dict[str, str]) -> None:
    """Log one line for tools that watch the log, such as fail2ban."""
    LOG.warning("%s for %r from %s", event, attempt["username"], attempt["address"])


def _login_attempt(request: HttpRequest, credentials: dict[str, Any]) -> dict[str, str]:
    """Return the account (by email or username) and address of an attempt."""
    typed = credentials.get("username") or credentials.get("email") or ""
    return {"username": normalize_username(typed), "address": client_address(request)}
