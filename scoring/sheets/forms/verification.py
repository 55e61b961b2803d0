"""Who verifies a sheet, and why a correction is dropped."""

from typing import Any

from django import forms

from scoring.core.forms.keyed import KeyedForm
from scoring.models import Count, Sheet
from scoring.sheets.forms.sheets import SEATS
from scoring.sheets.selectors.sheets import names_on


class ConfirmForm(KeyedForm):
    """Who stands for the numbers: this account, or a signature on the paper."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    witness = forms.ChoiceField(
        choices=[(Count.Witness.ACCOUNT, "I"), (Count.Witness.PAPER, "a signature")],
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": "Say how the sheet was verified."},
    )

    def __init__(self, *args: Any, sheet: Sheet, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.fields["witness_seat"] = forms.TypedChoiceField(
            label="Signed on paper by",
            choices=[*zip(SEATS, names_on(sheet), strict=True)],
            coerce=int,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": "Say who signed the sheet."},
        )


class WithdrawForm(KeyedForm):
    """Why a correction that waits is dropped."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=300,
        error_messages={"required": "Say why the correction is withdrawn."},
    )
