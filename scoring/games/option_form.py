"""The form of a game's house rules, made from their own labels and explanations.

A blank field follows the rule set, so another rule set can be chosen without touching
the fields, and only differences are stored with the tournament. A game whose hands
aren't recorded has no rule set to follow: its fields are filled in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from clubs.forms import EditForm, NameField, WholeNumberField
from clubs.i18n import in_language, joined, message
from rules.game import AnyGame, game_named
from rules.house_rules import (
    MOST_CHIPS,
    NEEDED,
    Choice,
    HouseRuleError,
    Number,
    Option,
    Several,
    Table,
    Words,
    YesNo,
)
from rules.labels import sections_in_words

FOLLOW = _("as the rule set says")
MESSAGES = {
    "invalid": _("Enter a whole number, or leave blank."),
    "min_value": _("Enter %(limit_value)s or more, or leave blank."),
    "max_value": _("Enter %(limit_value)s or less, or leave blank."),
}


@dataclass(frozen=True, slots=True)
class Group:
    """One house rule on the page: its explanation and its fields."""

    option: Option
    section: str
    presets: str
    fields: list[BoundField]


class HouseRulesForm(EditForm):
    """A form for differences from a rule set; every field may stay blank."""

    prefix = "rules"

    def __init__(
        self,
        data: Any = None,
        *,
        game: str,
        changes: Mapping[str, Any],
        preset: str,
        is_new: bool = False,
    ) -> None:
        self.game = game_named(game)
        initial = _initial(self.game, changes, preset)
        super().__init__(data, initial=initial)
        self.is_merged = is_new
        self.names_of: dict[str, list[str]] = {}  # the field names of each rule
        for option in self.game.house.options:
            fields = (
                _fields_of(option)
                if self.game.has_hands
                else {option.name: _needed(option)}
            )
            self.names_of[option.name] = list(fields)
            self.fields.update(fields)

    def groups(self) -> list[Group]:
        """Return the rules in the order of the rule sheet, each with its fields."""
        return [
            Group(
                option,
                in_language(sections_in_words(option.section)),
                _in_presets(self.game, option),
                [self[name] for name in self.names_of[option.name]],
            )
            for option in self.game.house.options
        ]

    def changes(self, preset: str) -> dict[str, Any]:
        """Return the differences from the rule set, as JSON values.

        Raises ValidationError where the rules reject them.
        """
        base, typed = _base(self.game, preset), self.cleaned_data
        read = {
            option.name: _read(option, typed, base[option.name])
            for option in self.game.house.options
        }
        changes = {name: value for name, value in read.items() if value != base[name]}
        try:
            self.game.house.rules(preset, changes)
        except HouseRuleError as wrong:
            messages = [in_language(problem.message) for problem in wrong.problems]
            raise ValidationError(messages) from None
        return changes


def _fields_of(option: Option) -> dict[str, forms.Field]:
    """Return the fields of a rule by name, each with its part of the value."""
    match option.kind:
        case YesNo():
            return {
                option.name: _choice(
                    message("played"), {code: NEEDED[code] for code in ("yes", "no")}
                )
            }
        case Choice() as kind:
            return {option.name: _choice(kind.label, kind.names)}
        case Table() as kind:
            return {
                f"{option.name}_{code}": _number(_named(kind, code), 0, MOST_CHIPS)
                for code in kind.names
            }
        case Several() as kind:
            return {
                f"{option.name}_{n}": _number(part, kind.least, kind.most)
                for n, part in enumerate(kind.names)
            }
        case Number() as kind:
            label = message("chips") if kind.of_chips else message("number")
            return {option.name: _number(label, kind.least, kind.most)}
    raise TypeError(option.kind)


def _needed(option: Option) -> forms.Field:
    """Return the field of a rule that has to be filled in: text, or a choice."""
    label, kind = in_language(option.label), option.kind
    if isinstance(kind, Choice):
        choices = [(code, in_language(name)) for code, name in kind.names.items()]
        return forms.ChoiceField(label=label, choices=choices)
    most = kind.most if isinstance(kind, Words) else None
    needed = {"required": message("Name the game.")}
    return NameField(label=label, max_length=most, error_messages=needed)


def _named(kind: Table, code: str) -> str:
    detail = kind.details.get(code)
    name = in_language(kind.names[code])
    return message("{label}: {value}", label=name, value=detail) if detail else name


def _choice(label: str, names: Mapping[str, str]) -> forms.ChoiceField:
    named = [(code, in_language(name)) for code, name in names.items()]
    choices = (("", FOLLOW), *named)
    label = _capital(in_language(label))
    return forms.ChoiceField(label=label, required=False, choices=choices)


def _number(label: str, least: int, most: int) -> WholeNumberField:
    return WholeNumberField(
        label=_capital(in_language(label)),
        required=False,
        min_value=least,
        max_value=most,
        error_messages=MESSAGES,
    )


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def _initial(game: AnyGame, changes: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """Return the initial values: blank where the house follows its rule set."""
    base = _base(game, preset)
    values: dict[str, Any] = {}
    for option in game.house.options:
        if not game.has_hands and not isinstance(option.kind, Words):
            values[option.name] = base[option.name]
        if option.name in changes:
            values |= _initial_of_option(
                option, changes[option.name], base[option.name]
            )
    return values


def _initial_of_option(option: Option, value: Any, base: Any) -> dict[str, Any]:
    name = option.name
    if isinstance(option.kind, YesNo):
        return {name: "yes" if value else "no"}
    if isinstance(option.kind, Table):
        codes = [c for c in option.kind.names if value.get(c) != base.get(c)]
        return {f"{name}_{code}": value.get(code, 0) for code in codes}
    if isinstance(value, list):
        return {f"{name}_{n}": part for n, part in enumerate(value)}
    return {name: value}


def _read(option: Option, typed: Mapping[str, Any], base: Any) -> Any:
    """Return the value of one rule from the form, as JSON."""
    name = option.name
    match option.kind:
        case YesNo():
            return {"yes": True, "no": False}.get(typed[name], base)
        case Choice() | Words():
            return typed[name] or base
        case Table() as kind:
            worth = {
                c: _typed_or_base(typed[f"{name}_{c}"], base.get(c, 0))
                for c in kind.names
            }
            return {code: chips for code, chips in worth.items() if chips}
        case Several():
            return [
                _typed_or_base(typed[f"{name}_{n}"], part)
                for n, part in enumerate(base)
            ]
    return _typed_or_base(typed[name], base)


def _typed_or_base(typed: int | None, base: int) -> int:
    return base if typed is None else typed


def _base(game: AnyGame, preset: str) -> dict[str, Any]:
    """Return every rule of the rule set, or of the game's first, as JSON values."""
    return game.house.as_changes(
        game.house.presets.get(preset, game.house.presets[game.house.default])
    )


def _in_presets(game: AnyGame, option: Option) -> str:
    """Return the values of the rule sets in words: once if they agree."""
    values = {
        preset: option.kind.in_words(getattr(rules, option.name))
        for preset, rules in game.house.presets.items()
    }
    if len(set(values.values())) == 1:
        return message("In every rule set: {value}.", value=next(iter(values.values())))
    of_each = (
        message("{rules}: {value}.", rules=game.house.names[preset], value=value)
        for preset, value in values.items()
    )
    return joined(of_each, " ")
