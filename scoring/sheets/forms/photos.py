"""A picture of a paper sheet."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from scoring.core.forms.keyed import KeyedForm
from scoring.sheets.services.pictures import MAX_BYTES, TOO_BIG, Unusable, picture_of

# Named so, iPhones send a JPEG instead of their own HEIC.
KINDS = "image/jpeg,image/png,image/webp"


class PhotoForm(KeyedForm):
    """A file, or what the camera takes; `picture` is it made anew."""

    photo = forms.FileField(
        widget=forms.FileInput(attrs={"accept": KINDS}),
        error_messages={
            "required": "Choose a picture first.",
            "empty": "The file is empty. Take the picture again.",
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
