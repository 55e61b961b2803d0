"""The club's players."""

from django import forms

from clubs.forms.seen import SeenForm
from clubs.forms.words import NameField
from scoring.core.forms.keyed import KeyedForm


class PlayerForm(SeenForm, KeyedForm):
    """Name and lodge; a guest carries his lodge as text."""

    name = NameField(max_length=80)
    lodge = NameField(
        max_length=80,
        required=False,
        help_text="For a guest from another lodge or club.",
    )
    somebody_new = forms.BooleanField(required=False, widget=forms.HiddenInput)
