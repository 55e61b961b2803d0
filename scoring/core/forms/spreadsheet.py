"""A spreadsheet that somebody uploads."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.wording import say, say_later


class SpreadsheetField(forms.FileField):
    """A CSV or XLSX file of at most so many bytes, as may be read into memory."""

    widget = forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"})

    def __init__(self, most_bytes: int, **facts: Any) -> None:
        self.most_bytes = most_bytes
        said = {
            "required": say_later("Choose a file first."),
            "empty": say_later("The file is empty."),
        }
        super().__init__(
            label=say_later("CSV or XLSX file"), error_messages=said, **facts
        )

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if file.size > self.most_bytes:
            raise ValidationError(say("The file is larger than 2 MB."))
        return file
