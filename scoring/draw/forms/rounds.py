"""Forms of a round: who changes places, why it is cancelled."""

from typing import Any

from django import forms

from clubs.forms.words import PlainForm
from scoring.core.forms.keyed import KeyedForm
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster


class SwapForm(KeyedForm):
    """Two people who change places."""

    one = EntrantField(label="This one")
    other = EntrantField(label="changes places with")
    reason = forms.CharField(
        max_length=200,
        required=False,
        help_text="Needed once a sheet of one of them is counted.",
    )

    def __init__(
        self, *args: Any, roster: Roster, is_draft: bool, **facts: Any
    ) -> None:
        super().__init__(*args, **facts)
        self.roster = roster
        give_roster(self, roster)
        if is_draft:
            del self.fields["reason"]


class CancelForm(PlainForm):
    """Why a round counts for nothing."""

    reason = forms.CharField(
        max_length=200,
        strip=True,
        error_messages={"required": "Say why the round is cancelled."},
    )
