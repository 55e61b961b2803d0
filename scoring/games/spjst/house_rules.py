"""A form of SPJST's house rules, made from their own labels and explanations.

A field left empty follows the rule set, so another rule set can be chosen without
touching the fields, and only what differs is kept with the tournament.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from clubs.forms.words import PlainForm, WholeNumberField
from rules.spjst import (
    OPTIONS,
    PRESET_NAMES,
    PRESETS,
    VALUES,
    HouseRuleError,
    Option,
    house_rules,
    in_words,
)
from rules.spjst.game import CHALLENGE_NAMES

PRESET_CHOICES = (
    ("spjst-2013", "SPJST, rule sheet of 2013"),
    ("westfest-2012", "Westfest, tournament rules of 2012"),
)
PARTS = {
    "chips_pair": ("silent", "announced"),
    "multipliers": ("first set", "second set", "third set"),
}
FOLLOW = "as the rule set says"
FLAGS = (("", FOLLOW), ("yes", "yes"), ("no", "no"))
MOST = 1000
MESSAGES = {
    "invalid": "A whole number, please, or nothing.",
    "min_value": "At least %(limit_value)s, or nothing.",
    "max_value": "At most %(limit_value)s, or nothing.",
}


@dataclass(frozen=True, slots=True)
class Group:
    """One house rule on the page: what it means, and its fields."""

    option: Option
    presets: str
    fields: list[BoundField]


class HouseRulesForm(PlainForm):
    """Where a house differs from its rule set; every field may stay empty."""

    prefix = "rules"

    def __init__(
        self, *args: Any, changes: Mapping[str, Any], preset: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, initial=_initial(changes, preset), **kwargs)
        for option in OPTIONS:
            self.fields.update(_fields_of(option))

    def groups(self) -> list[Group]:
        """The rules in the order of the rule sheet, each with its fields."""
        return [
            Group(
                option, _in_presets(option), [self[name] for name in _fields_of(option)]
            )
            for option in OPTIONS
        ]

    def changes(self, preset: str) -> dict[str, Any]:
        """What differs from the rule set, as JSON values.

        Raises ValidationError where the rules refuse it.
        """
        base, typed = _as_json(preset), self.cleaned_data
        read = {
            option.name: _read(option, typed, base[option.name]) for option in OPTIONS
        }
        changes = {name: value for name, value in read.items() if value != base[name]}
        try:
            house_rules(preset, changes)
        except HouseRuleError as wrong:
            raise ValidationError([each.message for each in wrong.problems]) from None
        return changes


def _fields_of(option: Option) -> dict[str, forms.Field]:
    if option.kind == "flag":
        return {
            option.name: forms.ChoiceField(
                label="Played", required=False, choices=FLAGS
            )
        }
    if option.kind == "challenge":
        choices = (("", FOLLOW), *CHALLENGE_NAMES.items())
        return {
            option.name: forms.ChoiceField(
                label="Up to", required=False, choices=choices
            )
        }
    if option.kind == "values":
        return {
            f"value_{code}": _number(f"{value.name}: {value.holding}", 0)
            for code, value in VALUES.items()
        }
    if option.kind == "chips":
        return {option.name: _number("Chips", 0)}
    least = 1 if option.kind == "multipliers" else 0
    return {
        f"{option.name}_{n}": _number(part.capitalize(), least)
        for n, part in enumerate(PARTS[option.kind])
    }


def _number(label: str, least: int) -> WholeNumberField:
    return WholeNumberField(
        label=label,
        required=False,
        min_value=least,
        max_value=MOST,
        error_messages=MESSAGES,
    )


def _initial(changes: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """What the fields show: nothing where the house follows its rule set."""
    base = _as_json(preset)
    shown: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name not in changes:
            continue
        value = changes[option.name]
        if option.kind == "flag":
            shown[option.name] = "yes" if value else "no"
        elif option.kind == "values":
            for code in VALUES:
                if value.get(code) != base["values"].get(code):
                    shown[f"value_{code}"] = value.get(code, 0)
        elif isinstance(value, list):
            shown |= {f"{option.name}_{n}": part for n, part in enumerate(value)}
        else:
            shown[option.name] = value
    return shown


def _read(option: Option, typed: Mapping[str, Any], base: Any) -> Any:
    """The value of one rule as the form has it, as JSON."""
    if option.kind == "flag":
        return {"yes": True, "no": False}.get(typed[option.name], base)
    if option.kind == "challenge":
        return typed[option.name] or base
    if option.kind == "chips":
        return _or(typed[option.name], base)
    if option.kind == "values":
        worth = {c: _or(typed[f"value_{c}"], base.get(c, 0)) for c in VALUES}
        return {code: chips for code, chips in worth.items() if chips}
    return [_or(typed[f"{option.name}_{n}"], part) for n, part in enumerate(base)]


def _or(typed: int | None, base: int) -> int:
    return base if typed is None else typed


def _as_json(preset: str) -> dict[str, Any]:
    rules = PRESETS.get(preset, PRESETS["spjst-2013"])
    values = {option.name: getattr(rules, option.name) for option in OPTIONS}
    values["values"] = dict(values["values"])
    return {n: list(v) if isinstance(v, tuple) else v for n, v in values.items()}


def _in_presets(option: Option) -> str:
    """What the rule sets say: once where they agree."""
    said = {p: in_words(option, getattr(r, option.name)) for p, r in PRESETS.items()}
    if len(set(said.values())) == 1:
        return f"In every rule set: {next(iter(said.values()))}."
    return " ".join(f"{PRESET_NAMES[p]}: {words}." for p, words in said.items())
