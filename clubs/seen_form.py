"""A form over facts that somebody else may change while they stand on the page."""

from django import forms
from django.http import QueryDict

from clubs.forms import PlainForm


class SeenForm(PlainForm):
    """`seen` is the stamp of the facts shown (`clubs.stale_check`)."""

    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def renew(self, seen: str) -> None:
        """Keep all that was typed, and let it be saved on top of what is there now."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["seen"] = seen
        self.data = data
