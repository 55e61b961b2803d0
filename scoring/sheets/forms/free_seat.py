"""Somebody who sits on a seat that the sheet says is free."""

from typing import Any

from django import forms

from scoring.core.forms.keyed import KeyedForm
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster


class FreeSeatForm(KeyedForm):
    """Who sits there, by start number or name."""

    position = forms.IntegerField(
        min_value=1, max_value=4, widget=forms.HiddenInput, label="Seat"
    )
    entry = EntrantField(label="Who sits there?", help_text="Start number or name.")

    def __init__(self, *args: Any, roster: Roster, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.roster = roster
        give_roster(self, roster)
