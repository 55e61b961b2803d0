"""A form that knows when it was sent twice, and puts refusals at their field."""

import uuid

from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.words import PlainForm
from clubs.wording import say_later
from scoring.core.changes import Refused


def new_key() -> str:
    return uuid.uuid4().hex


class IdempotentForm(PlainForm):
    """Carries the key under which its write is one change, however often it is sent."""

    key = forms.CharField(
        label=say_later("Key"), max_length=40, widget=forms.HiddenInput, initial=new_key
    )

    def refuse(self, refused: Refused) -> None:
        """Show what a service refused at the field it names, else above the form."""
        field = refused.field if refused.field in self.fields else None
        self.add_error(field, refused.message)

    def refuse_fields(self, wrong: ValidationError) -> None:
        """Show what a model refused: at its field where the form has it, else above."""
        for name, errors in getattr(wrong, "error_dict", {None: [wrong]}).items():
            self.add_error(name if name in self.fields else None, errors)
