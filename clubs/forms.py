"""Base classes of forms and fields, and the error messages of all forms."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import chain
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.core.signing import (
    BadSignature,
    SignatureExpired,
    TimestampSigner,
    dumps,
    loads,
)
from django.http import QueryDict
from django.utils import timezone
from django.utils.choices import flatten_choices
from django.utils.translation import gettext_lazy as _

from clubs import i18n
from clubs.merging import FieldConflict, merge_changes

# Our error messages by Django's error codes; a field's own message takes precedence.
WORDS = {
    "required": _("This field is required."),
    "max_length": _(
        "Use %(limit_value)d characters or fewer. This has %(show_value)d."
    ),
    "min_value": _("Enter %(limit_value)s or more."),
    "max_value": _("Enter %(limit_value)s or less."),
    "invalid_choice": _("Choose one of the options."),
    "null_characters_not_allowed": _(
        "This contains a character we can’t save. Remove it and try again."
    ),
}
BY_KIND = (
    (forms.ChoiceField, {"required": _("Choose one.")}),
    (
        forms.DateField,
        {
            "required": _("Enter a date."),
            "invalid": _("Enter a valid date."),
        },
    ),
    (
        forms.TimeField,
        {"invalid": _("Enter a time. For example, 19:00.")},
    ),
    (
        forms.IntegerField,
        {"invalid": _("Enter a whole number. For example, 12.")},
    ),
    (
        forms.SlugField,
        {
            "invalid": _(
                "Use only lowercase letters, digits and hyphens. For example, lodge-84."
            )
        },
    ),
    (
        forms.EmailField,
        {"invalid": _("Enter an email address. For example, marie@example.org")},
    ),
    (
        forms.FileField,
        {
            "invalid": _("The file didn’t arrive. Choose it again."),
            "max_length": _("The file name is too long."),
        },
    ),
)


class PlainErrorMessages:
    """A mixin that gives plain error messages to fields without their own."""

    fields: dict[str, forms.Field]

    def full_clean(self) -> None:
        for field in self.fields.values():
            _set_error_messages(field)
        super().full_clean()  # type: ignore[misc]  # of the form it stands before


class PlainForm(PlainErrorMessages, forms.Form):
    """The base class of all our forms."""

    def offer(self, name: str, choices: Iterable[tuple[Any, str]]) -> None:
        """Set the choices of a field that only the view knows."""
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(f"In {name} nothing is chosen.")
        field.choices = list(choices)

    def choice_in_words(self, name: str) -> str:
        """Return the label of a field's chosen value; "" if the value isn't offered."""
        value = self[name].value()
        options = (option.data for option in self[name].subwidgets)
        words = {str(option["value"]): str(option["label"]) for option in options}
        return words.get("" if value is None else str(value), "")

    def type_over(self, **values: str) -> None:
        """Keep all typed values except for these fields, to display the form again."""
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        for name, value in values.items():
            sent[self.add_prefix(name)] = value
        self.data = sent


class NameField(forms.CharField):
    """A name, or text written like one, made of visible characters."""

    def to_python(self, value: Any) -> str:
        return i18n.name(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        if not value.isprintable():
            raise ValidationError(
                i18n.message("This contains characters we can’t show.")
            )


class DayField(forms.DateField):
    """A date in a century that clubs play in: the year 26 is a typing mistake."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def validate(self, value: date | None) -> None:
        super().validate(value)
        _of_our_time(value)


def _of_our_time(value: date | None) -> None:
    """Check the year; raises ValidationError outside 1900 to 2100."""
    if value and not 1900 <= value.year <= 2100:
        raise ValidationError(i18n.message("Enter a year from 1900 to 2100."))


class MomentField(forms.DateTimeField):
    """A date and time in a century that clubs play in."""

    widget = forms.DateTimeInput(
        format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
    )
    default_error_messages = {"invalid": _("Enter a date and a time.")}

    def validate(self, value: datetime | None) -> None:
        super().validate(value)
        _of_our_time(value)


class HourField(forms.TimeField):
    """A time of day, to the minute."""

    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class WholeNumberField(forms.IntegerField):
    """A whole number in a field that keeps everything that was typed.

    A browser's number input drops text that isn't a number, so the person couldn't see
    and correct the mistake.
    """

    widget = forms.TextInput

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        if widget.is_hidden:
            return attrs
        return attrs | {"inputmode": "numeric", "autocomplete": "off"}


def _set_error_messages(field: forms.Field) -> None:
    kind: type = type(field)
    for code, djangos, ours in _words_for(kind):
        # Compare by identity: comparing lazy texts would translate both.
        if field.error_messages.get(code) is djangos:
            field.error_messages[code] = ours


@cache
def _words_for(kind: type) -> list[tuple[str, Any, Any]]:
    """Return error code, Django's message and our message for a kind of field."""
    django: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        django |= getattr(base, "default_error_messages", {})
    ours = dict(WORDS)
    for field_class, more in BY_KIND:
        if issubclass(kind, field_class):
            ours |= more
    return [(code, django.get(code), text) for code, text in ours.items()]


SHORTEST, LONGEST = timedelta(seconds=2), timedelta(days=1)
SHOWN = TimestampSigner(salt="clubs.forms.shown")


class HumanForm(PlainForm):
    """A form for the public that rejects scripts that fill in everything.

    `website` is invisible, so people leave it blank; `shown` is the signed time at
    which the form was displayed: it must be sent after SHORTEST and before LONGEST.
    """

    website = forms.CharField(
        label=_("Leave this blank"),
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
            raise ValidationError(i18n.message("Check the form and send it again."))
        return data


def _is_recent(token: str) -> bool:
    try:
        SHOWN.unsign(token, max_age=LONGEST)
    except BadSignature:
        return False
    try:
        SHOWN.unsign(token, max_age=SHORTEST)
    except SignatureExpired:
        return True
    return False


class SeenForm(PlainForm):
    """A form with `seen`, the stamp of displayed facts (`clubs.merging.stamp_of`)."""

    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def renew(self, current: str) -> None:
        """Keep all typed values, and base the next save on the current facts."""
        self.type_over(seen=current)


ORIGINAL_SALT = "clubs.forms.original"
CURRENT, ENTERED = "current", "entered"  # choices in a conflict
Value = str | bool | list[str]  # as a browser sends it


class EditForm(PlainForm):
    """A form for values that several people may change at the same time.

    `original` has the values as the page showed them, signed. The initial values are the
    current ones, also when the form is sent: a field that was not touched takes the
    current value, and one that two people changed differently is asked about
    (`conflicts`). The fields of one of `units` have a meaning only together. A form for
    something new has `is_merged` from the start: nothing current is there.
    """

    original = forms.CharField(required=False, widget=forms.HiddenInput)
    units: Sequence[Sequence[str]] = ()
    conflicts: Sequence[FieldConflict] = ()
    # Returns the name of the person who saved since a given time; "" if unknown.
    find_editor: Callable[[datetime], str] | None = None
    is_merged = False

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        if field_name == "original" and "original" not in self.initial:
            return self._sign()
        return super().get_initial_for_field(field, field_name)

    def full_clean(self) -> None:
        if self.is_bound:
            self.merge()
        super().full_clean()
        if self.conflicts:
            message = i18n.message(
                "Someone else changed the same thing while you were editing. Choose "
                "what to save."
            )
            self.add_error(None, message)

    def merge(self) -> None:
        """Put the current values into the data where this person changed nothing."""
        if self.is_merged:
            return
        self.is_merged = True
        sent = self._sent()
        if sent is None:
            return
        entered = self._entered()
        original = {n: sent["values"].get(n, _blank(v)) for n, v in entered.items()}
        for name in sent["asked"]:
            if self.data.get(self.choice_name(name)) == CURRENT:
                entered |= {n: original[n] for n in self._unit(name)}
        versions = [
            self._by_unit(values) for values in (self._current(), original, entered)
        ]
        merged, conflicts = merge_changes(*versions)
        conflicts += [name for name in sent["asked"] if self._is_open(name, *versions)]
        self._fill(merged)
        self._ask(conflicts, versions[0], versions[2], sent["at"])

    def typed(self) -> dict[str, Any]:
        """Return what was typed, as initial values of a form that isn't checked yet."""
        return {name: self[name].value() for name in self.fields}

    def refilled(self) -> dict[str, Any]:
        """Return the typed values, and initial values where nothing was changed."""
        self.is_merged = False
        self.merge()
        self.conflicts = ()
        return self.typed() | {"original": self._sign()}

    def as_sent(self, values: Mapping[str, Any]) -> dict[str, Value]:
        """Return initial values of some fields as a browser sends them."""
        return {
            name: _as_sent(self.fields[name], self.fields[name].prepare_value(value))
            for name, value in values.items()
        }

    def choice_name(self, name: str) -> str:
        """Return the name of the choice between the two values of a conflict."""
        return f"{self.add_prefix(name)}-choice"

    def _is_open(self, name: str, *versions: Mapping[str, Any]) -> bool:
        """Return whether a conflict that was displayed before hasn't been answered."""
        current, original, entered = (version.get(name) for version in versions)
        if self.data.get(self.choice_name(name)) == ENTERED or entered == original:
            return False
        return current == original

    def _ask(
        self,
        names: Sequence[str],
        current: Mapping[str, Any],
        entered: Mapping[str, Any],
        since: float,
    ) -> None:
        """Store the conflicts, and base the next save on the current values."""
        editor = ""
        if names and self.find_editor:
            editor = self.find_editor(datetime.fromtimestamp(since, UTC))
        self.conflicts = []
        for name in names:
            labels = (str(self.fields[n].label) for n in self._unit(name))
            conflict = FieldConflict(
                self.choice_name(name),
                ", ".join(labels),
                self._in_words(name, current[name]),
                self._in_words(name, entered[name]),
                editor,
            )
            self.conflicts.append(conflict)
        self.type_over(original=self._sign(names, since if names else None))

    def _unit(self, name: str) -> Sequence[str]:
        return next((unit for unit in self._all_units() if unit[0] == name), ())

    def _all_units(self) -> list[Sequence[str]]:
        names = [name for name, field in self.fields.items() if _is_edited(field)]
        units: list[Sequence[str]] = []
        for unit in self.units:
            if edited := [name for name in unit if name in names]:
                units.append(edited)
        grouped = {*chain.from_iterable(units)}
        return [*units, *([name] for name in names if name not in grouped)]

    def _by_unit(self, values: Mapping[str, Value]) -> dict[str, list[Value]]:
        by_unit = {}
        for unit in self._all_units():
            by_unit[unit[0]] = [values[name] for name in unit]
        return by_unit

    def _current(self) -> dict[str, Value]:
        return self.as_sent(
            {
                name: self.get_initial_for_field(field, name)
                for name, field in self.fields.items()
                if _is_edited(field)
            }
        )

    def _entered(self) -> dict[str, Value]:
        return {
            name: _as_sent(
                field,
                field.widget.value_from_datadict(
                    self.data, self.files, self.add_prefix(name)
                ),
            )
            for name, field in self.fields.items()
            if _is_edited(field)
        }

    def _fill(self, merged: Mapping[str, Sequence[Value]]) -> None:
        entered = self._entered()
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        for first, values in merged.items():
            for name, value in zip(self._unit(first), values, strict=True):
                if value == entered[name]:
                    continue
                key = self.add_prefix(name)
                sent.setlist(key, _as_list(value))
        self.data = sent

    def _in_words(self, first: str, values: Sequence[Value]) -> str:
        words = (
            _value_in_words(self.fields[name], value)
            for name, value in zip(self._unit(first), values, strict=True)
        )
        return "; ".join(words)

    def _sign(self, asked: Sequence[str] = (), since: float | None = None) -> str:
        facts = {
            "values": self._current(),
            "asked": list(asked),
            "at": since or timezone.now().timestamp(),
        }
        return dumps(facts, salt=ORIGINAL_SALT, compress=True)

    def _sent(self) -> dict[str, Any] | None:
        try:
            facts: dict[str, Any] = loads(
                self.data.get(self.add_prefix("original"), ""), salt=ORIGINAL_SALT
            )
        # Signed by an older version, or missing: use the whole form.
        except BadSignature:
            return None
        return facts


class CardForm(EditForm):
    """An edit form on a page that is saved card by card.

    Each of `cards` has some of the fields, a form of its own and its own button.
    """

    cards: Mapping[str, Sequence[str]] = {}

    def __init__(self, *args: Any, card: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not card:
            return
        for name in {*chain.from_iterable(self.cards.values())} - {*self.cards[card]}:
            self.fields.pop(name, None)
        for name, field in self.fields.items():
            # Hidden fields are in every card, but an id must be unique on a page.
            if field.widget.is_hidden:
                field.widget.attrs["id"] = f"{card}-{name}"

    @classmethod
    def by_card(cls, data: QueryDict, **options: Any) -> dict[str, Self]:
        """Return the form of each card; only the one that was sent is bound.

        A page loaded before cards existed sends all fields: then every form is bound.
        """
        sent = data.get("card", "")
        is_whole = bool(data) and sent not in cls.cards
        return {
            card: cls(data if is_whole or card == sent else None, card=card, **options)
            for card in cls.cards
        }


def _is_edited(field: forms.Field) -> bool:
    """Return whether a person can change a field and see its previous value."""
    return not (
        field.disabled or field.widget.is_hidden or isinstance(field, forms.FileField)
    )


def _as_sent(field: forms.Field, value: Any) -> Value:
    """Return a value as a browser sends it back, without blanks at its ends."""
    widget = field.widget
    if isinstance(widget, forms.CheckboxInput):
        return bool(widget.check_test(value))
    if getattr(widget, "allow_multiple_selected", False):
        return sorted(map(str, value or ()))
    formatted = widget.format_value(value)
    if isinstance(formatted, list):  # a choice
        formatted = formatted[0] if formatted else ""
    lines = str("" if formatted is None else formatted).strip().splitlines()
    return "\n".join(lines)


def _as_list(value: Value) -> list[str]:
    if isinstance(value, bool):
        return ["on"] if value else []
    return value if isinstance(value, list) else [value]


def _blank(value: Value) -> Value:
    """Return what an empty field sends, in the type of this value."""
    return type(value)()


def _value_in_words(field: forms.Field, value: Value) -> str:
    if isinstance(value, bool):
        return i18n.message("yes") if value else i18n.message("no")
    if isinstance(field, forms.ChoiceField):
        offered: Any = field.choices
        pairs: Any = flatten_choices(offered)
        labels = {str(key): str(label) for key, label in pairs}
        chosen = value if isinstance(value, list) else [value]
        return ", ".join(labels.get(choice, choice) for choice in chosen) or _no_value()
    if in_words := getattr(field, "in_words", None):
        return str(in_words(value))
    if isinstance(field, forms.DateField):
        with suppress(ValidationError):
            if read := field.to_python(str(value)):
                return i18n.day(read)
    return str(value) or _no_value()


def _no_value() -> str:
    return i18n.message("blank")
