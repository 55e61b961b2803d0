"""Base forms and fields shared by the pages of several packages."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from clubs.forms import (
    DayField,
    HourField,
    MomentField,
    NameField,
    PlainForm,
    WholeNumberField,
)
from clubs.i18n import MINUS, message, sentence
from clubs.i18n.currency import USUAL, amount_typed, coins_of, digits_of, money
from scoring.core.readings import Reading
from scoring.core.roster import Roster, spelled
from scoring.core.writes import ActionRefused
from scoring.models import Entry
from scoring.models.log_messages import log_message

MOST_CHIPS = 99_999
# Signs that people type for a minus: the key, the true sign, and dashes that phones
# insert.
DASHES = f"-{MINUS}\N{EN DASH}\N{EM DASH}"
WRITTEN = re.compile(rf"[{DASHES}+]?[0-9]{{1,99}}")
MOST_COINS = 999_999_999  # of the smallest coins
LONGEST = 24  # characters of one amount of money
EXAMPLE = 750  # coins
UNDONE = "reason.undone"
UNDONE_BEFORE = "Undone at once."  # as pages of the previous release send it
LIST = "people"  # the id of a page's list of suggestions


def new_key() -> str:
    return uuid.uuid4().hex


class IdempotentForm(PlainForm):
    """A form with a key that makes repeated submissions one change."""

    key = forms.CharField(
        label=_("Key"),
        max_length=40,
        widget=forms.HiddenInput,
        initial=new_key,
    )

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Show what a service or a model refuses inside; then there are `errors`."""
        try:
            yield
        except ActionRefused as refused:
            self.refuse(refused)
        except ValidationError as wrong:
            self.refuse_fields(wrong)

    def refuse(self, refused: ActionRefused) -> None:
        """Show a service's refusal at the field it names, or else above the form."""
        field = refused.field if refused.field in self.fields else None
        self.add_error(field, refused.message)

    def refuse_fields(self, wrong: ValidationError) -> None:
        """Show a model's errors at the form's fields, or else above the form."""
        for name, errors in getattr(wrong, "error_dict", {None: [wrong]}).items():
            self.add_error(name if name in self.fields else None, errors)


class UndoReasonField(forms.CharField):
    """The reason for an undo: typed, or the code that an Undo button sends."""

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        return log_message(UNDONE) if text in (UNDONE, UNDONE_BEFORE) else text

    def prepare_value(self, value: Any) -> Any:
        return log_message(UNDONE) if value == UNDONE else value


class NumberField(forms.CharField):
    """Whole chips as people type them: 54, −12, -12; empty is None."""

    def __init__(self, *, label: str, negative: bool = False, **facts: Any) -> None:
        self.negative = negative
        super().__init__(label=label, required=False, **facts)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # The numeric keyboard of phones has no minus.
        keys = {} if self.negative else {"inputmode": "numeric"}
        return {
            "autocomplete": "off",
            "class": "chips-field",
            "aria-label": self.label,
            **keys,
        }

    def clean(self, value: str | None) -> int | None:
        typed = "".join((value or "").split())
        if not typed:
            return None
        if not WRITTEN.fullmatch(typed):
            raise forms.ValidationError(
                message(
                    "“{value}” isn’t a whole number of chips. Enter digits. For "
                    "example, 54.",
                    value=value,
                )
            )
        number = int(typed.lstrip(f"+{DASHES}"))
        if number > MOST_CHIPS:
            raise forms.ValidationError(
                message(
                    "{typed} is more than {most}. Check it.",
                    typed=typed,
                    most=MOST_CHIPS,
                )
            )
        return -number if typed[0] in DASHES else number


class MoneyField(forms.CharField):
    """An amount typed as 7.50, 7,50, $7.50 or 7, in coins of `currency`; empty is 0."""

    currency = USUAL

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST} | kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        return attrs | {"inputmode": "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        return amount_typed(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: str | None) -> int:
        typed = super().clean(value)
        if not typed:
            return 0
        try:
            coins = coins_of(typed, self.currency)
        except ValueError:
            raise forms.ValidationError(self._no_amount(typed)) from None
        if coins > MOST_COINS:
            raise forms.ValidationError(
                message(
                    "Enter {limit_value} or less.",
                    limit_value=money(MOST_COINS, self.currency),
                )
            )
        return coins

    def in_words(self, typed: str) -> str:
        """Return an amount as pages display it; invalid input is returned unchanged."""
        try:
            return money(self.clean(typed), self.currency)
        except forms.ValidationError:
            return typed

    def _no_amount(self, typed: str) -> str:
        if not digits_of(self.currency):
            return message(
                "“{typed}” isn’t an amount of money. Enter whole {currency}, like "
                "{example}.",
                **{"typed": typed, "currency": self.currency, "example": EXAMPLE},
            )
        example = amount_typed(EXAMPLE, self.currency)
        return message(
            "“{typed}” isn’t an amount of money. Enter it like {example}.",
            **{"typed": typed, "example": example},
        )


class MoneyForm(PlainForm):
    """A form whose amounts are all in one currency."""

    currency = USUAL

    def count_in(self, currency: str) -> None:
        self.currency = currency
        for field in self.fields.values():
            if isinstance(field, MoneyField):
                field.currency = currency


class EntrantField(forms.CharField):
    """A typed start number or name, cleaned to an entry; the form sets `roster`."""

    roster: Roster = Roster(())

    def __init__(self, **facts: Any) -> None:
        super().__init__(max_length=100, **facts)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        return attrs | {"list": LIST, "autocomplete": "off", "spellcheck": "false"}

    def clean(self, value: str | None) -> Entry | None:
        typed = super().clean(value)
        if not typed:
            return None
        matches = self.roster.meant_by(typed)
        if not matches:
            raise forms.ValidationError(
                message(
                    "No one here is “{typed}”. Enter a start number or a name.",
                    typed=typed,
                )
            )
        if len(matches) > 1:
            refusal = message(
                "“{typed}” could be {names}. Enter the start number.",
                typed=typed,
                names=spelled(matches[:4]),
            )
            raise forms.ValidationError(sentence(refusal))
        return matches[0]


def give_roster(form: forms.Form, roster: Roster) -> None:
    """Give a roster to all fields of the form that look up people."""
    for field in form.fields.values():
        if isinstance(field, EntrantField):
            field.roster = roster


class ReadForm(PlainForm):
    """A form with a file that a worker reads (`scoring.core.readings`).

    First it is sent with the file, then displayed again with the file's contents.
    """

    reading: Reading | None = None

    def with_reading(self, reading: Reading) -> Self:
        """Use the contents that were read instead of the file."""
        self.reading = reading
        self.fields["file"].required = False
        if reading.state == "read":
            # The form that is displayed again doesn't need a second upload.
            self.fields["reading"] = forms.CharField(
                widget=forms.HiddenInput, required=False
            )
            self.show(reading=reading.key)
        return self

    def show(self, **facts: str) -> None:
        """Put other values into the form that is displayed again."""
        data = cast(QueryDict, self.data).copy()
        for name, value in facts.items():
            data[name] = value
        self.data = data

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.reading is None:
            return data
        if self.reading.state == "refused":
            self.add_error("file", ValidationError(list(self.reading.messages)))
        else:
            try:
                self.take(self.reading.name, self.reading.result())
            except ValidationError as wrong:
                self.add_error("file", wrong)
        return data

    def take(self, name: str, result: Any) -> None:
        """Use the contents of the file. Raises ValidationError."""
        raise NotImplementedError


# The form field for a column, by the first matching type.
BY_COLUMN: tuple[tuple[type[models.Field[Any, Any]], type[forms.Field]], ...] = (
    (models.CharField, NameField),
    (models.IntegerField, WholeNumberField),
    (models.DateTimeField, MomentField),
    (models.DateField, DayField),
    (models.TimeField, HourField),
)


def form_field(column: Any) -> forms.Field:
    """Return a plain field for a column, with the model's label."""
    kind = next(
        (field_class for kind, field_class in BY_COLUMN if isinstance(column, kind)),
        None,
    )
    field: forms.Field = column.formfield(**({"form_class": kind} if kind else {}))
    return field


class SpreadsheetField(forms.FileField):
    """A CSV or XLSX file, limited to a size that can be read into memory."""

    widget = forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"})

    def __init__(self, most_bytes: int, **facts: Any) -> None:
        self.most_bytes = most_bytes
        error_messages = {
            "required": _("Choose a file first."),
            "empty": _("The file is empty."),
        }
        super().__init__(
            label=_("CSV or XLSX file"), error_messages=error_messages, **facts
        )

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if file and file.size > self.most_bytes:
            raise ValidationError(message("The file is larger than 2 MB."))
        return file
