"""Pages that need email: signing up, changing the address, a forgotten password.

Without email each page names the person to ask instead.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.forms import AddEmailForm, ResetPasswordForm
from allauth.account.internal.flows.email_verification import verify_email_indirectly
from allauth.account.internal.flows.manage_email import email_already_exists
from allauth.account.internal.flows.signup import prevent_enumeration
from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from allauth.account.views import (
    ConfirmEmailView,
    EmailVerificationSentView,
    EmailView,
    PasswordResetDoneView,
    PasswordResetFromKeyView,
    PasswordResetView,
    SignupView,
)
from allauth.core.context import request_context
from allauth.core.ratelimit import consume, respond_429
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django_tasks import task

from clubs import login_throttle
from clubs.access import client_address
from clubs.client_networks import household
from clubs.email import is_answering, write_reset_later
from clubs.forms import PlainErrorMessages
from clubs.models import Mail, User
from clubs.views.accounts import QUICKER, AccountForm, NewPasswordForm
from clubs.views.trusted_browsers import is_known


def email_field(**words: Any) -> forms.EmailField:
    return forms.EmailField(
        label=_("Email"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        **words,
    )


class AccountSignupForm(AccountForm):
    """A new account without invitation, with the methods that allauth's page needs."""

    field_order = ["name", "email", "username", "password", "password_again"]
    by_passkey = False
    has_one = False

    email = email_field(help_text=_("We’ll email you a link to confirm the address."))

    def clean_email(self) -> str:
        """Note an address that already has an account, which only an email reveals."""
        email, self.has_one = email_already_exists(self.cleaned_data["email"].lower())
        return email

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        # Always hash the password, because the time would reveal whether the account
        # exists.
        user = self.account()
        if self.has_one:
            return None, prevent_enumeration(request, email=self.cleaned_data["email"])
        user.email = self.cleaned_data["email"]
        with transaction.atomic():
            user.save()
            setup_user_email(request, user, [EmailAddress(email=user.email)])
        return user, None


class EmailForm(PlainErrorMessages, AddEmailForm):
    """A new email address for the user's own account, valid once confirmed."""

    email = email_field()


class ForgotForm(PlainErrorMessages, ResetPasswordForm):
    """The address of a user who forgot their password; reveals no account."""

    users: list[User]
    email = email_field(help_text=_("The email address of your account."))

    def clean_email(self) -> str:
        """Match only an account's own address.

        An address that waits to be confirmed may be mistyped and belong to someone
        else.
        """
        email = super().clean_email()
        self.users = [u for u in self.users if u.email.lower() == email.lower()]
        return email


Page = Callable[..., HttpResponse]


def by_mail(page: Page) -> Page:
    """Return a view that needs email; without email it names the person to ask."""

    @wraps(page)
    def view(request: HttpRequest, **parts: str) -> HttpResponse:
        if settings.MAIL:
            return page(request, **parts)
        return render(request, "account/no_mail.html")

    return view


class AccountSignupView(SignupView):
    """The sign-up page, which handles a username taken between check and save."""

    form_class = AccountSignupForm
    template_name = "account/sign_up.html"

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except IntegrityError:
            form.add_error("username", QUICKER)
            return self.form_invalid(form)


class Confirm(ConfirmEmailView):
    """The confirmation page, which shows that a link is spent even for a POST."""

    template_name = "account/confirm.html"

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(*args, **kwargs)
        except Http404:
            return self.get(*args, **kwargs)


class Forgot(PasswordResetView):
    """The page for a forgotten password, with one response for all addresses.

    Its text and time don't reveal whether there is such an account, even if no email
    can be sent, because emails are sent after the response.
    """

    form_class = ForgotForm
    template_name = "account/forgot.html"

    def form_valid(self, form: ForgotForm) -> HttpResponse:
        if self._is_too_often(form):
            return respond_429(self.request)
        if not is_answering():  # checked for everyone, before an account is looked up
            return render(self.request, "account/forgot_failed.html", status=503)
        write_reset_later(
            form.cleaned_data["email"],
            host=self.request.get_host(),
            language=translation.get_language() or "",
        )
        return redirect("account_reset_password_done")

    def _is_too_often(self, form: ForgotForm) -> bool:
        """Throttle by address and network, so that strangers can't use up all tries.

        The limit from everywhere is higher; a browser where the account signed in
        before is exempt from it.
        """
        email = form.cleaned_data["email"].lower()
        network = household(client_address(self.request))
        if not _is_counted(self.request, "reset_password", f"{network} {email}"):
            return True
        if any(is_known(self.request, user.username) for user in form.users):
            return False
        return not _is_counted(self.request, "reset_password_from_everywhere", email)


def _is_counted(request: HttpRequest, action: str, key: str) -> bool:
    """Use up a try; return whether there was one left."""
    return bool(consume(request, action=action, key=key))


@task(queue_name="mail")
def write_reset(mail_id: int) -> None:
    """Write a waiting email to the account with its address, if there is one."""
    waiting = Mail.objects.filter(pk=mail_id, is_written=False).first()
    if waiting is None:
        return
    request = HttpRequest()
    request.META["HTTP_HOST"] = waiting.facts["host"]
    language = waiting.facts["language"] or None
    with transaction.atomic(), translation.override(language), request_context(request):
        form = ForgotForm({"email": waiting.to})
        if form.is_valid():
            form.save(request)
        waiting.delete()


class PasswordByMail(PasswordResetFromKeyView):
    """The page to set a password: opening the link proves the email address."""

    form_class = NewPasswordForm
    template_name = "account/new_password.html"
    success_url = reverse_lazy("clubs:sign-in")

    def form_valid(self, form: Form) -> HttpResponse:
        user = self.reset_user
        verify_email_indirectly(self.request, user, user.email)
        login_throttle.reset_failures(username=user.username)
        return super().form_valid(form)


sign_up = by_mail(sensitive_post_parameters()(AccountSignupView.as_view()))
email = by_mail(
    EmailView.as_view(
        form_class=EmailForm,
        template_name="account/email.html",
        success_url=reverse_lazy("account_email"),
    )
)
confirm_sent = by_mail(
    EmailVerificationSentView.as_view(template_name="account/confirm_sent.html")
)
confirm = by_mail(Confirm.as_view())
forgot = by_mail(Forgot.as_view())
forgot_sent = by_mail(
    PasswordResetDoneView.as_view(template_name="account/forgot_sent.html")
)
password_by_mail = by_mail(sensitive_post_parameters()(PasswordByMail.as_view()))
