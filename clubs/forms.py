"""What forms say of themselves in the product's words, in one place for all of them."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, SignatureExpired, TimestampSigner
from django.http import QueryDict

from clubs import wording
from clubs.wording import say_later

# Django's own words by code; what a field says of itself goes before.
WORDS = {
    "required": say_later("This field is required."),
    "max_length": say_later(
        "Use %(limit_value)d characters or fewer. This has %(show_value)d."
    ),
    "min_value": say_later("Enter %(limit_value)s or more."),
    "max_value": say_later("Enter %(limit_value)s or less."),
    "invalid_choice": say_later("Choose one of the options."),
    "null_characters_not_allowed": say_later(
        "This contains a character we can’t save. Remove it and try again."
    ),
}
BY_KIND = (
    (forms.ChoiceField, {"required": say_later("Choose one.")}),
    (
        forms.DateField,
        {
            "required": say_later("Enter a date."),
            "invalid": say_later("Enter a valid date."),
        },
    ),
    (
        forms.TimeField,
        {"invalid": say_later("Enter a time, for example 19:00.")},
    ),
    (
        forms.IntegerField,
        {"invalid": say_later("Enter a whole number, for example 12.")},
    ),
    (
        forms.SlugField,
        {
            "invalid": say_later(
                "Use only lowercase letters, digits and hyphens, for example lodge-84."
            )
        },
    ),
    (
        forms.EmailField,
        {"invalid": say_later("Enter an email address, for example marie@example.org")},
    ),
    (
        forms.FileField,
        {
            "invalid": say_later("The file didn’t arrive. Choose it again."),
            "max_length": say_later("The file’s name is too long."),
        },
    ),
)


class PlainWords:
    """Makes a form speak plainly wherever a field has no words of its own."""

    fields: dict[str, forms.Field]

    def full_clean(self) -> None:
        for field in self.fields.values():
            _speak_plainly(field)
        super().full_clean()  # type: ignore[misc]  # of the form it stands before


class PlainForm(PlainWords, forms.Form):
    """What every form of ours is."""

    def offer(self, name: str, choices: Iterable[tuple[Any, str]]) -> None:
        """What may be chosen in a field, where only the page knows it."""
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(f"In {name} nothing is chosen.")
        field.choices = list(choices)

    def choice_in_words(self, name: str) -> str:
        """What is chosen in a field, in its own words; "" of what is not offered."""
        value = self[name].value()
        options = (option.data for option in self[name].subwidgets)
        words = {str(option["value"]): str(option["label"]) for option in options}
        return words.get("" if value is None else str(value), "")

    def type_over(self, **values: str) -> None:
        """Keep all that was typed, but in these fields: the form is shown once more."""
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        for name, value in values.items():
            sent[self.add_prefix(name)] = value
        self.data = sent


class NameField(forms.CharField):
    """A name, or what is written like one, of letters that can be seen."""

    def to_python(self, value: Any) -> str:
        return wording.name(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        if not value.isprintable():
            raise ValidationError(
                wording.say("This contains characters we can’t show.")
            )


class DayField(forms.DateField):
    """A day, of a century that clubs play in: the year 26 is a slip."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def validate(self, value: date | None) -> None:
        super().validate(value)
        _of_our_time(value)


def _of_our_time(value: date | None) -> None:
    """Raises ValidationError for a year of no club."""
    if value and not 1900 <= value.year <= 2100:
        raise ValidationError(wording.say("Enter a year from 1900 to 2100."))


class MomentField(forms.DateTimeField):
    """A day with an hour, of a century that clubs play in."""

    widget = forms.DateTimeInput(
        format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
    )
    default_error_messages = {"invalid": say_later("Enter a date and a time.")}

    def validate(self, value: datetime | None) -> None:
        super().validate(value)
        _of_our_time(value)


class HourField(forms.TimeField):
    """A time of day, to the minute."""

    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class WholeNumberField(forms.IntegerField):
    """A whole number in a field that keeps whatever is typed.

    A browser's own field for numbers drops what is no number, so nobody could see
    what was wrong with it.
    """

    widget = forms.TextInput

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        if widget.is_hidden:
            return attrs
        return attrs | {"inputmode": "numeric", "autocomplete": "off"}


def _speak_plainly(field: forms.Field) -> None:
    kind: type = type(field)
    for code, djangos, ours in _words_for(kind):
        # The very same: to compare what is said later would say both.
        if field.error_messages.get(code) is djangos:
            field.error_messages[code] = ours


@cache
def _words_for(kind: type) -> list[tuple[str, Any, Any]]:
    """By code what a field of this kind says unless told otherwise, and our words."""
    django: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        django |= getattr(base, "default_error_messages", {})
    ours = dict(WORDS)
    for of, more in BY_KIND:
        if issubclass(kind, of):
            ours |= more
    return [(code, django.get(code), own) for code, own in ours.items()]


SHORTEST, LONGEST = timedelta(seconds=2), timedelta(days=1)
SHOWN = TimestampSigner(salt="clubs.forms.shown")


class HumanForm(PlainForm):
    """For whoever comes from the street: a script that fills everything is told apart.

    `website` is out of sight, so nobody fills it; `shown` is the signed moment at which
    the form was shown, and nobody fills one within SHORTEST, or after LONGEST.
    """

    website = forms.CharField(
        label=say_later("Leave this blank"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"}),
    )
    shown = forms.CharField(
        max_length=100,
        required=False,
        widget=forms.HiddenInput,
        initial=lambda: SHOWN.sign("form"),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("website") or not _is_recent(data.get("shown", "")):
            self.type_over(shown=SHOWN.sign("form"))
            raise ValidationError(
                wording.say("Please review the form and send it again.")
            )
        return data


def _is_recent(shown: str) -> bool:
    try:
        SHOWN.unsign(shown, max_age=LONGEST)
    except BadSignature:
        return False
    try:
        SHOWN.unsign(shown, max_age=SHORTEST)
    except SignatureExpired:
        return True
    return False


class SeenForm(PlainForm):
    """`seen` is the stamp of the facts shown (`clubs.stale_check`)."""

    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def renew(self, seen: str) -> None:
        """Keep all that was typed, and let it be saved on top of what is there now."""
        self.type_over(seen=seen)
