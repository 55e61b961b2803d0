"""Codes: from the app, or from the paper."""

from typing import Any

from allauth.mfa.base.internal.flows import check_rate_limit
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.words import PlainForm, PlainWords
from clubs.models import User
from clubs.services import second_factor


def code_field(label: str, **words: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}
        ),
        **words,
    )


class TurnOnForm(PlainWords, ActivateTOTPForm):
    """The first code of the app shows that it has the secret."""

    code = code_field("Code that the app shows", help_text="Six digits.")


class CodeForm(PlainForm):
    """The code after the password; wrong ones are counted by account."""

    authenticator: Authenticator

    code = code_field(
        "Code", help_text="Six digits from the app, or one of your recovery codes."
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_code(self) -> str:
        forget_wrong_ones = check_rate_limit(self.user)
        found = second_factor.matching(self.user, self.cleaned_data["code"])
        if found is None:
            raise ValidationError(
                "This code is not right, or it was used before. Type the one the app "
                "shows now."
            )
        self.authenticator = found
        forget_wrong_ones()
        return self.cleaned_data["code"]
