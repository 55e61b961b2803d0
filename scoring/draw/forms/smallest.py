"""Form of the smallest change: which proposal was looked at."""

from django import forms

from scoring.core.forms.keyed import KeyedForm

ANEW = "anew"


class ChangeForm(KeyedForm):
    """The digest of what was shown, and whether drafts are drawn anew instead."""

    digest = forms.CharField(max_length=32, widget=forms.HiddenInput)
    later = forms.ChoiceField(
        choices=[("", "moved too"), (ANEW, "drawn anew")],
        required=False,
        widget=forms.HiddenInput,
    )
