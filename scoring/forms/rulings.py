"""A ruling on a player outside a sheet."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.words import PlainForm
from scoring.forms.entrant import EntrantField, give_roster
from scoring.forms.keyed import KeyedForm
from scoring.forms.numbers import NumberField
from scoring.models import Entry
from scoring.selectors.roster import Roster


class RulingForm(KeyedForm):
    """Chips added to a player's total, or taken off it, and why."""

    entry = EntrantField(label="Player", help_text="Start number or name.")
    chips = NumberField(
        label="Chips",
        negative=True,
        help_text="10 adds ten chips to the total, −10 takes ten off.",
    )
    reason = forms.CharField(
        label="Why",
        max_length=300,
        help_text="With the section of the rules, for example: left the table before "
        "the last hand (§31). Everybody can read it.",
        error_messages={"required": "Say why, best with the section of the rules."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, roster: Roster, **facts: Any) -> None:
        super().__init__(*args, **facts)
        give_roster(self, roster)
        self.fields["chips"].required = True

    def clean_entry(self) -> Entry:
        entry = self.cleaned_data["entry"]
        if not entry.ranked:
            raise ValidationError(f"{entry.name} has no place in the standings.")
        return entry

    def clean_chips(self) -> int:
        chips = self.cleaned_data["chips"]
        if chips is None:
            raise ValidationError("Say how many chips.")
        if chips == 0:
            raise ValidationError("0 chips change nothing. Type 10 or −10.")
        return chips


class ReverseForm(PlainForm):
    """Why a ruling is taken back."""

    reason = forms.CharField(
        max_length=300, error_messages={"required": "Say why it is taken back."}
    )
