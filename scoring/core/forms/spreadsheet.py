"""A spreadsheet that somebody uploads."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.wording import say


class SpreadsheetField(forms.FileField):
    """A CSV or XLSX file of at most so many bytes, as may be read into memory."""

    widget = forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"})

    def __init__(self, most_bytes: int, **facts: Any) -> None:
        self.most_bytes = most_bytes
        said = {
            "required": _("Choose a file first."),
            "empty": _("The file is empty."),
        }
        super().__init__(label=_("CSV or XLSX file"), error_messages=said, **facts)

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if file.size > self.most_bytes:
            raise ValidationError(say("The file is larger than 2 MB."))
        return file
