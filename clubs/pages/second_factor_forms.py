"""Codes: from the app, or from the paper."""

from typing import Any

from allauth.mfa.base.internal.flows import check_rate_limit
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.core.exceptions import ValidationError

from clubs import second_factor, sign_in
from clubs.forms import PlainForm, PlainWords
from clubs.models import User
from clubs.pages.accounts_forms import wait_and_try
from clubs.wording import say, say_later

WRONG, TOO_MANY = "incorrect_code", "too_many_login_attempts"  # allauth's words
WRONG_CODE = say_later(
    "This code is not right, or it was used before. Type the one the app shows now."
)


def code_field(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}
        ),
        help_text=help_text,
    )


class TurnOnForm(PlainWords, ActivateTOTPForm):
    """The first code of the app shows that it has the secret."""

    code = code_field(
        say_later("Code that the app shows"), help_text=say_later("Six digits.")
    )


class CodeForm(PlainForm):
    """The code after the password; wrong ones are counted as wrong passwords are.

    And by account, five in five minutes: whoever is asked has the password already.
    """

    authenticator: Authenticator

    code = code_field(
        say_later("Code"),
        help_text=say_later("Six digits from the app, or one of your recovery codes."),
    )

    def __init__(
        self, *args: Any, user: User, address: str, known: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.who = {"username": user.username, "address": address}
        self.known = known

    def clean_code(self) -> str:
        forget_wrong_ones = check_rate_limit(self.user)
        if wait := sign_in.begin_attempt(**self.who, known=self.known):
            raise ValidationError(
                say("Too many wrong codes. {wait}", wait=wait_and_try(wait)),
                code=TOO_MANY,
            )
        found = second_factor.matching(self.user, self.cleaned_data["code"])
        if found is None:
            raise ValidationError(WRONG_CODE, code=WRONG)
        self.authenticator = found
        forget_wrong_ones()
        sign_in.attempt_succeeded(
            username=self.who["username"], address=self.who["address"]
        )
        return self.cleaned_data["code"]
