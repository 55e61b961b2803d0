"""What needs mail: signing up, another e-mail address, a forgotten password."""

from typing import Any

from allauth.account.forms import AddEmailForm, ResetPasswordForm
from allauth.account.internal.flows.manage_email import email_already_exists
from allauth.account.internal.flows.signup import prevent_enumeration
from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from clubs.forms import PlainWords
from clubs.models import User
from clubs.pages.accounts_forms import AccountForm
from clubs.wording import say_later


def email_field(**words: Any) -> forms.EmailField:
    return forms.EmailField(
        label=say_later("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "invalid": say_later("Like marie@example.org, with one @ in it.")
        },
        **words,
    )


class SignUpForm(AccountForm):
    """A new account that nobody invited; in the shape allauth's page asks for."""

    field_order = ["name", "email", "username", "password", "password_again"]
    by_passkey = False
    has_one = False

    email = email_field(
        help_text=say_later("You get a mail, and confirm the address by its link.")
    )

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


class EmailForm(PlainWords, AddEmailForm):
    """Another address for one's own account; it counts once it is confirmed."""

    email = email_field()


class ForgotForm(PlainWords, ResetPasswordForm):
    """Whose password is forgotten; whether there is such an account is not told."""

    users: list[User]
    email = email_field(help_text=say_later("The address of your account."))

    def clean_email(self) -> str:
        """Only an account's own address: one that waits to be confirmed may be
        mistyped, and then belongs to somebody else."""
        email = super().clean_email()
        self.users = [u for u in self.users if u.email.lower() == email.lower()]
        return email
