"""A form as data: what it names is in the game's schema, and the house is asked."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from rules.fields import (
    ByCode,
    BySeat,
    Code,
    Flag,
    ListOf,
    Object,
    OneOrMore,
    Shape,
)
from rules.game import game_named, game_names
from rules.record_schema import Schema, schema_of
from scoring.games import phone_of
from scoring.games.phone import SCRIPTS, STYLES, FormPhone
from scoring.games.phone_form import Chips, Codes, Part, Parts, Question, Several
from tests.in_turn import in_turn

STATIC = Path(settings.BASE_DIR) / "static"
SISTERS = [
    name for name in game_names() if isinstance(game_named(name).records, Schema)
]


def form_of(name: str) -> FormPhone:
    phone = phone_of(name)
    assert isinstance(phone, FormPhone)
    return phone


def asked_of(game: str, preset: str) -> dict[str, Any]:
    rules = game_named(game).house.rules(preset)
    return json.loads(json.dumps(phone_of(game).rules_for_phone(rules)))


def questions(asked: tuple[Question, ...], known: Any) -> Iterator[tuple[Any, Shape]]:
    """Every question with the shape of its field, those in parts too."""
    for each in asked:
        shape = known[each.path].shape
        yield each, shape
        if isinstance(each, Part | Parts):
            inner = shape.entry if isinstance(shape, ListOf | OneOrMore) else shape
            assert isinstance(inner, Object)
            yield from questions(each.questions, inner.known)


def codes_in(shape: Shape) -> set[Any] | None:
    """The codes that a field knows; None where it has none."""
    while isinstance(shape, ListOf | BySeat):
        shape = shape.entry
    if isinstance(shape, ByCode):
        inner = shape.entry
        return set(inner.codes) if isinstance(inner, ByCode) else codes_in(inner)
    if isinstance(shape, Flag):
        return {True, False}
    return set(shape.codes) if isinstance(shape, Code) else None


@in_turn("name", SISTERS)
def test_a_form_asks_for_every_field_and_every_code(name: str) -> None:
    schema = schema_of(game_named(name))
    form = form_of(name).form
    asked = (*form.main, *form.more)
    fields = {each.path for each in asked}
    fields |= {path for each in asked for path in getattr(each, "also", ())}
    fields |= {path for each in asked for key in each.keys for path in key.sets}
    assert fields | {"state", schema.kind_field} == set(schema.known) | {
        "state",
        schema.kind_field,
    }
    for each, shape in questions(asked, schema.known):
        known = codes_in(shape)
        if isinstance(each, Codes | Chips | Several) and each.codes and known:
            assert set(each.codes) == known, each.path


@in_turn("name", SISTERS)
def test_each_kind_of_deal_can_be_said(name: str) -> None:
    schema = schema_of(game_named(name))
    form = form_of(name).form
    said = {schema.kinds[0]} | {
        key.sets[schema.kind_field]
        for each in form.main
        for key in each.keys
        if schema.kind_field in key.sets
    }
    assert said == set(schema.kinds)
    assert {kind for each in form.again for kind in each.kinds} <= said


def test_a_house_is_asked_only_what_it_plays() -> None:
    def labels(preset: str) -> tuple[list[str], list[str]]:
        form = asked_of("tapp_tarock", preset)["form"]
        contracts = [label for _, label, _ in form["main"][1]["codes"]]
        return contracts, [each["label"] for each in form["more"]]

    contracts, more = labels("tower-grove")
    assert contracts == ["Threes", "Solo"]
    assert "XXI" not in more
    contracts, more = labels("vienna")
    assert contracts == ["Threes", "Unders", "Overs", "Solo"]
    assert more == ["Doubled", "Pagat", "Bonuses", "XXI", "Slam"]


def test_what_a_house_does_not_pay_is_not_asked() -> None:
    nothing = {f"{item}_chips": [0, 0] for item in ("trull", "kings", "pagat", "xxi")}
    game, phone = game_named("paskievics"), phone_of("paskievics")
    changes = {**nothing, "volat_times": [3, 0], "max_doubles": 0}
    rules = game.house.rules("book", changes)
    more = phone.rules_for_phone(rules)["form"]["more"]
    # who loses the XXI is the mayor all the same
    assert [each["label"] for each in more] == ["Announced", "XXI", "Tarokks"]
    assert [code for code, _ in more[0]["codes"]] == ["double"]


def test_doublings_end_where_the_house_ends_them() -> None:
    for preset, most in (("book", 2), ("vienna", 4)):
        [doubled, *_] = asked_of("tapp_tarock", preset)["form"]["more"]
        assert len(doubled["names"]) == most + 1


def test_after_some_kinds_the_same_seat_deals() -> None:
    assert asked_of("tapp_tarock", "book")["form"]["again"] == ["passed_out"]
    game = game_named("tapp_tarock")
    rules = game.house.rules("book", {"passed_out_deals": "next"})
    phone = phone_of("tapp_tarock").rules_for_phone(rules)
    assert phone["form"]["again"] == []


@in_turn("name", SISTERS)
def test_the_data_is_small_and_plain_json(name: str) -> None:
    for preset in game_named(name).house.presets:
        data = asked_of(name, preset)
        assert "state" not in data["schema"]["known"]  # the site folds it
        assert len(json.dumps(data)) < 16_500


def test_every_part_of_the_script_is_listed_once() -> None:
    there = [path.relative_to(STATIC).as_posix() for path in STATIC.glob("deals/*")]
    shared = "table/ui/forms.js"  # with a game that has a script of its own
    assert sorted((*SCRIPTS, *STYLES)) == sorted([*there, shared])
