"""What else a sheet's page on the desk asks: who verifies, who sits here, a picture."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.wording import say, say_later
from scoring.core.forms.idempotency import IdempotentForm
from scoring.core.selectors.names import names_on
from scoring.models import Count, Sheet
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster
from scoring.sheets.pictures import MAX_BYTES, TOO_BIG, Unusable, picture_of

# Named so, iPhones send a JPEG instead of their own HEIC.
KINDS = "image/jpeg,image/png,image/webp"


class ConfirmForm(IdempotentForm):
    """Who stands for the numbers: this account, or a signature on the paper."""

    seen = forms.IntegerField(
        min_value=0, widget=forms.HiddenInput, label=say_later("Seen")
    )
    witness = forms.ChoiceField(
        choices=[
            (Count.Witness.ACCOUNT, say_later("I")),
            (Count.Witness.PAPER, say_later("a signature")),
        ],
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": say_later("Say how the sheet was verified.")},
    )

    def __init__(self, *args: Any, sheet: Sheet, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.fields["witness_seat"] = forms.TypedChoiceField(
            label=say("Signed on paper by"),
            choices=[*enumerate(names_on(sheet), start=1)],
            coerce=int,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": say("Say who signed the sheet.")},
        )


class WithdrawForm(IdempotentForm):
    """Why a correction that waits is dropped."""

    seen = forms.IntegerField(
        min_value=0, widget=forms.HiddenInput, label=say_later("Seen")
    )
    reason = forms.CharField(
        max_length=300,
        error_messages={"required": say_later("Say why the correction is withdrawn.")},
    )


class FreeSeatForm(IdempotentForm):
    """Who sits there, by start number or name."""

    position = forms.IntegerField(
        min_value=1, widget=forms.HiddenInput, label=say_later("Seat")
    )
    entry = EntrantField(
        label=say_later("Who sits there?"), help_text=say_later("Start number or name.")
    )

    def __init__(self, *args: Any, roster: Roster, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.roster = roster
        give_roster(self, roster)


class PhotoForm(IdempotentForm):
    """A file, or what the camera takes; `picture` is it made anew."""

    photo = forms.FileField(
        widget=forms.FileInput(attrs={"accept": KINDS}),
        error_messages={
            "required": say_later("Choose a picture first."),
            "empty": say_later("The file is empty. Take the picture again."),
        },
    )

    def clean_photo(self) -> Any:
        file = self.cleaned_data["photo"]
        if file.size > MAX_BYTES:  # before it is looked into
            raise ValidationError(TOO_BIG)
        try:
            self.picture = picture_of(file)
        except Unusable as wrong:
            raise ValidationError(str(wrong)) from None
        return file
