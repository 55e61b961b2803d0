"""The form of house rules: only what differs is kept."""

import pytest
from django.core.exceptions import ValidationError

from rules.spjst import HOUSE, VALUES
from scoring.games.option_form import HouseRulesForm
from scoring.games.spjst.words import PRESET_CHOICES
from tests.in_turn import in_turn

CHANGES = [
    {},
    {"renege_each": 5},
    {"renege_redirects": False},
    {"max_challenge": "re"},
    {"pagat_chips": [3, 6]},
    {"prever_set_multipliers": [1, 2, 5]},
    {"values": {"uni": 4, "trull": 3}},
    {"valat_replaces_game": False, "misdeal_each": 0},
]


def form(changes=None, preset="spjst-2013", **typed: str) -> HouseRulesForm:
    data = {f"rules-{name}": value for name, value in typed.items()}
    return HouseRulesForm(data, game="spjst", changes=changes or {}, preset=preset)


def sent_back(changes, preset: str) -> HouseRulesForm:
    """The form as a browser sends it when nobody touched it."""
    shown = HouseRulesForm(game="spjst", changes=changes, preset=preset)
    typed = {name: shown[name].value() for name in shown.fields}
    return form(changes, preset, **{n: v for n, v in typed.items() if v is not None})


def test_every_rule_set_can_be_chosen() -> None:
    assert {value for value, _ in PRESET_CHOICES} == set(HOUSE.presets)


def test_every_house_rule_has_its_fields_label_and_section() -> None:
    groups = HouseRulesForm(game="spjst", changes={}, preset="spjst-2013").groups()
    assert [group.option for group in groups] == list(HOUSE.options)
    assert all(group.fields and group.presets for group in groups)


@in_turn("preset", HOUSE.presets)
@in_turn("changes", CHANGES)
def test_an_untouched_form_changes_nothing(changes, preset: str) -> None:
    sent = sent_back(changes, preset)
    assert sent.is_valid(), sent.errors
    kept = sent.changes(preset)
    assert HOUSE.rules(preset, kept) == HOUSE.rules(preset, changes)
    assert set(kept) <= set(changes)


def test_an_empty_form_follows_whatever_rule_set_is_chosen() -> None:
    empty = form()
    assert empty.is_valid()
    for preset in HOUSE.presets:
        assert empty.changes(preset) == {}


def test_what_is_typed_differs_from_the_rule_set() -> None:
    typed = form(
        renege_each="7", pagat_chips_1="8", max_challenge="supre", values_spjst="0"
    )
    assert typed.is_valid()
    changes = typed.changes("spjst-2013")
    assert changes["renege_each"] == 7
    assert changes["pagat_chips"] == [2, 8]
    assert changes["max_challenge"] == "supre"
    assert "spjst" not in changes["values"]
    assert len(changes) == 4
    assert set(typed.changes("westfest-2012")) == {"renege_each", "pagat_chips"}


@in_turn(
    "field, value",
    [
        ("renege_each", "-1"),
        ("renege_each", "1001"),
        ("renege_each", "two"),
        ("prever_set_multipliers_0", "0"),
        ("max_challenge", "double"),
        ("renege_redirects", "maybe"),
        ("values_uni", "1.5"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(field: str, value: str) -> None:
    wrong = form(**{field: value})
    assert not wrong.is_valid()
    assert list(wrong.errors) == [field]


def test_the_rules_have_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = form(prever_set_multipliers_0="101")
    typed.fields["prever_set_multipliers_0"].validators = []
    assert typed.is_valid()
    with pytest.raises(ValidationError, match="prever_set_multipliers"):
        typed.changes("spjst-2013")


def test_every_value_can_be_left_out_or_changed() -> None:
    fields = HouseRulesForm(game="spjst", changes={}, preset="spjst-2013").fields
    assert {f"values_{code}" for code in VALUES} <= set(fields)
