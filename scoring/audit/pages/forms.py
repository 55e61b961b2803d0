"""A second look at a sheet, and how many places are audited."""

from typing import Any

from django import forms

from clubs.forms.words import PlainForm, WholeNumberField
from clubs.wording import say_later
from scoring.audit.podium import MOST_PLACES, PLACES
from scoring.core.forms.idempotency import IdempotentForm


class LookForm(IdempotentForm):
    """Which numbers were compared with the paper."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class PlacesForm(PlainForm):
    """How many places; three where nothing sensible is asked for."""

    places = WholeNumberField(
        label=say_later("Places"), min_value=1, max_value=MOST_PLACES
    )

    @property
    def chosen(self) -> int:
        chosen: int = self.cleaned_data["places"] if self.is_valid() else PLACES
        return chosen


class DeclareForm(IdempotentForm, PlacesForm):
    """The audit is verified and printed."""

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.fields["places"].widget = forms.HiddenInput()
