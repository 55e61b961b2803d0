"""What stands on mail: signing up, another e-mail address, a forgotten password.

Without mail each page says whom to ask instead.
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
    """A new account that nobody invited; in the shape allauth's page asks for."""

    field_order = ["name", "email", "username", "password", "password_again"]
    by_passkey = False
    has_one = False

    email = email_field(help_text=_("We’ll email you a link to confirm the address."))

    def clean_email(self) -> str:
        """An address that has an account is not told here, but by mail to it."""
        email, self.has_one = email_already_exists(self.cleaned_data["email"].lower())
        return email

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        user = self.account()  # hashed for everybody: it takes its time
        if self.has_one:
            return None, prevent_enumeration(request, email=self.cleaned_data["email"])
        user.email = self.cleaned_data["email"]
        with transaction.atomic():
            user.save()
            setup_user_email(request, user, [EmailAddress(email=user.email)])
        return user, None


class EmailForm(PlainErrorMessages, AddEmailForm):
    """Another address for one's own account; it counts once it is confirmed."""

    email = email_field()


class ForgotForm(PlainErrorMessages, ResetPasswordForm):
    """Whose password is forgotten; whether there is such an account is not told."""

    users: list[User]
    email = email_field(help_text=_("The email address of your account."))

    def clean_email(self) -> str:
        """Only an account's own address: one that waits to be confirmed may be
        mistyped, and then belongs to somebody else."""
        email = super().clean_email()
        self.users = [u for u in self.users if u.email.lower() == email.lower()]
        return email


Page = Callable[..., HttpResponse]


def by_mail(page: Page) -> Page:
    """The page where mail is set up; else the one that says whom to ask."""

    @wraps(page)
    def view(request: HttpRequest, **parts: str) -> HttpResponse:
        if settings.MAIL:
            return page(request, **parts)
        return render(request, "account/no_mail.html")

    return view


class AccountSignupView(SignupView):
    """Somebody may take the username between the look and the save."""

    form_class = AccountSignupForm
    template_name = "account/sign_up.html"

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except IntegrityError:
            form.add_error("username", QUICKER)
            return self.form_invalid(form)


class Confirm(ConfirmEmailView):
    """A link that is spent says so, whatever is sent to it."""

    template_name = "account/confirm.html"

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(*args, **kwargs)
        except Http404:
            return self.get(*args, **kwargs)


class Forgot(PasswordResetView):
    """Says the same, and as soon, whether or not there is such an account.

    Also when no mail goes out: it does after the answer.
    """

    form_class = ForgotForm
    template_name = "account/forgot.html"

    def form_valid(self, form: ForgotForm) -> HttpResponse:
        if self._is_too_often(form):
            return respond_429(self.request)
        if not is_answering():  # asked for everybody, before anybody is looked up
            return render(self.request, "account/forgot_failed.html", status=503)
        write_reset_later(
            form.cleaned_data["email"],
            host=self.request.get_host(),
            language=translation.get_language() or "",
        )
        return redirect("account_reset_password_done")

    def _is_too_often(self, form: ForgotForm) -> bool:
        """By address and household, so that no stranger can use up the owner's tries.

        From everywhere together it may be more; a browser in which the account signed in
        before does not wait for that.
        """
        email = form.cleaned_data["email"].lower()
        network = household(client_address(self.request))
        if not _is_counted(self.request, "reset_password", f"{network} {email}"):
            return True
        if any(is_known(self.request, user.username) for user in form.users):
            return False
        return not _is_counted(self.request, "reset_password_from_everywhere", email)


def _is_counted(request: HttpRequest, action: str, key: str) -> bool:
    """Whether there was a try left; it is used up."""
    return bool(consume(request, action=action, key=key))


@task(queue_name="mail")
def write_reset(mail_id: int) -> None:
    """Write to whoever has the address of a mail that waits, if anybody has."""
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
    """Whoever opens the link has the address that it was sent to."""

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
