"""The round's clock and the hall's announcements, as the desk types them."""

from django import forms

from clubs.forms.words import WholeNumberField
from clubs.wording import say_later
from scoring.core.forms.idempotency import IdempotentForm
from scoring.desk.clocks import LONGEST, MOST_EXTRA


class ClockForm(IdempotentForm):
    """A press on the clock that needs nothing but its key."""


class StartForm(IdempotentForm):
    """How long the round plays; nothing typed is what the tournament says."""

    minutes = WholeNumberField(
        label=say_later("Minutes"), required=False, min_value=1, max_value=LONGEST
    )


class MoreForm(IdempotentForm):
    """Minutes more for everybody, or fewer; `seen` is the clock that was seen."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    more = WholeNumberField(
        label=say_later("Minutes more"), min_value=-LONGEST, max_value=LONGEST
    )


class LongerForm(IdempotentForm):
    """One table that plays longer than the others."""

    table = WholeNumberField(label=say_later("Table"), min_value=1, max_value=999)
    minutes = WholeNumberField(
        label=say_later("Minutes more"), initial=5, min_value=0, max_value=MOST_EXTRA
    )


class SetBackForm(IdempotentForm):
    """Why the clock is taken away."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    reason = forms.CharField(label=say_later("Why"), max_length=200, required=False)


class AnnouncementForm(IdempotentForm):
    """A sentence for the hall."""

    text = forms.CharField(
        label=say_later("Announcement"),
        max_length=200,
        error_messages={"required": say_later("Say what the hall shall read.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": say_later("Supper at 7:30")}
        ),
    )
