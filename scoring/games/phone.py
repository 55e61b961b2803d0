"""A game's part of the table page: its scripts, and the data for them.

For a game without a script of its own the data are its form, its schema and the house
rules, as JSON for the scripts of static/deals.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import singledispatch
from importlib import import_module
from typing import Any, Protocol

from django.template.loader import render_to_string

from clubs.i18n import in_language
from rules.explanations import in_words
from rules.fields import (
    PATHS,
    SHAPE_CODES,
    ByCode,
    BySeat,
    Code,
    EachSeat,
    Field,
    Flag,
    ListOf,
    Object,
    OneOrMore,
    Seat,
    Shape,
    Text,
    Whole,
)
from rules.game import game_named
from rules.labels import FIELDS
from rules.messages import WORDS, message_template
from rules.record_schema import Schema, schema_of
from scoring.games import phone_form as form
from scoring.games.labels import words_of
from scoring.games.payoff_card import Heading, PayoffCard
from scoring.games.phone_form import Form, Key, Question, When
from scoring.games.translation import spoken, templates

Json = dict[str, Any]
Fields = Mapping[str, Field]


# Static files of a game that has no script of its own, in the order of loading.
SCRIPTS = (
    "deals/preview.js",
    "deals/shapes.js",
    "deals/answers.js",
    "deals/places.js",
    "deals/words.js",
    "deals/parts.js",
    "deals/numbers.js",
    "deals/chips.js",
    "deals/question.js",
    "table/ui/forms.js",
    "deals/review.js",
    "deals/reasons.js",
    "deals/form.js",
    "deals/game.js",
)
STYLES = ("deals/deals.css",)
# The value of a key that selects another kind of deal.
KIND = message_template("This hand")
ENTRIES: dict[type[Shape], str] = {ListOf: "list", Whole: "one", ByCode: "count"}
NAMES: dict[type[Shape], str] = {
    Whole: "whole",
    Flag: "flag",
    Text: "text",
    Code: "code",
    Seat: "seat",
    ListOf: "list",
    OneOrMore: "one_or_more",
    EachSeat: "each",
    BySeat: "by_seat",
    ByCode: "by_code",
    Object: "object",
}


class Phone(Protocol):
    """A game's part of the table page."""

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        """The game's static files, in the order of loading."""

    @property
    def LATER_SCRIPTS(self) -> tuple[str, ...]:
        """Scripts that aren't needed in a table's first minute."""

    @property
    def STYLES(self) -> tuple[str, ...]: ...

    def rules_for_phone(self, rules: Any) -> Json:
        """Return the house rules and any other data for the script."""


@dataclass(frozen=True, slots=True)
class FormPhone:
    """The table page's part of a game with only a form, without a script of its own."""

    game: str
    form: Form

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        return SCRIPTS

    @property
    def LATER_SCRIPTS(self) -> tuple[str, ...]:
        return ()

    @property
    def STYLES(self) -> tuple[str, ...]:
        return STYLES

    def rules_for_phone(self, rules: Any) -> Json:
        """Return the form for this house, and the game's schema."""
        return data_of(self.game, self.form, rules)


def uncounted_kinds(game: str, asked: Form, rules: Any) -> tuple[str, ...]:
    """Return the kinds of deals that don't count: dealt again, or closing a round."""
    field = schema_of(game_named(game)).kind_field
    kinds = _dealt_again_kinds(asked, rules)
    for question in asked.main:
        keys = getattr(question, "keys", ())
        kinds += [str(key.sets[field]) for key in keys if key.closes]
    return tuple(kinds)


def _dealt_again_kinds(asked: Form, rules: Any) -> list[str]:
    """Return the kinds after which the same dealer deals again."""
    kinds: set[str] = set()
    for repetition in asked.again:
        if repetition.house(rules):
            kinds.update(repetition.kinds)
    return sorted(kinds)


# --- A form as data


def data_of(game: str, asked: Form, rules: Any) -> Json:
    """Return the data for the script: the form for this house, and the schema."""
    known = game_named(game)
    schema = schema_of(known)
    known_schema = schema_as_json(schema)
    known_schema["known"].pop("state", None)  # calculated by the site, never typed
    return {
        "form": spoken(_form(asked, schema, rules)),
        "schema": known_schema,
        "house": known.house.as_changes(rules),
        "direction": known.direction,
        "carries": known.initial_state(rules, min(known.tables)) is not None,
        "account": in_language(in_words(known.accounts)),
        "writes": writes_points(game, rules),
        "card": _card(game, rules),
        **shape_words(),
    }


def writes_points(game: str, rules: Any) -> bool:
    """Return whether this house only writes points down, without paying chips."""
    writes: Any = getattr(words_of(game), "writes", None)
    return writes is not None and bool(writes(rules))


def shape_words() -> Json:
    """Return the script's messages for a record with a wrong shape."""
    seat = {"seat": WORDS["seat"]}
    sentences = templates({**SHAPE_CODES, **PATHS, **seat})
    return {"sentences": sentences, "fields": templates(FIELDS)}


def _card(game: str, rules: Any) -> Json:
    """Return the printed payoff card without its heading, rendered as HTML."""
    payoffs = import_module(f"scoring.games.{game}.payoffs")
    card: PayoffCard = spoken(payoffs.payoff_card(rules, Heading("", "", None)))
    blocks = (
        render_to_string("prints/_payoff_block.html", {"block": block})
        for block in (*card.left, *card.right)
    )
    return {"title": card.title, "shown": "".join(blocks)}


def _form(asked: Form, schema: Schema[Any], rules: Any) -> Json:
    return {
        "main": _questions(asked.main, schema.known, rules),
        "more": _questions(asked.more, schema.known, rules, "more"),
        "start": dict(asked.start),
        "summary": _summary(asked.summary),
        "again": _dealt_again_kinds(asked, rules),
        "reasons": list(asked.reasons),
    }


def _questions(
    asked: Iterable[Question], record_fields: Fields, rules: Any, place: str = "main"
) -> list[Json]:
    """Return the questions that this house asks, each with an id.

    A field may be asked twice. An id is stable in another house, and while its question
    stays in its place, because drafts on phones refer to it.
    """
    questions = []
    times: Counter[str] = Counter()
    for question in asked:
        times[question.path] += 1
        suffix = f"-{times[question.path]}" if times[question.path] > 1 else ""
        if question.house(rules):
            known = record_fields[question.path]
            questions.append(
                {
                    "id": f"{place}-{question.path}{suffix}",
                    "is": type(question).__name__.lower(),
                    "path": question.path,
                    "label": question.label,
                    "help": question.help,
                    "when": _conditions(question.when),
                    "kinds": list(known.kinds),
                    "keys": [
                        _key(key, record_fields)
                        for key in question.keys
                        if key.house(rules)
                    ],
                    **_control(question, known.shape, rules),
                }
            )
    return questions


def _summary(sentences: Iterable[form.Say]) -> list[Json]:
    return [
        {"text": sentence.text, "when": _conditions(sentence.when)}
        for sentence in sentences
    ]


def _conditions(conditions: Iterable[When]) -> list[Json]:
    return [
        {
            "path": condition.path,
            "among": list(condition.among),
            "least": condition.least,
            "unless": condition.unless,
        }
        for condition in conditions
    ]


def _key(key: Key, record_fields: Fields) -> Json:
    sets = dict(key.sets)
    data = {"code": key.code, "label": key.label, "small": key.small, "sets": sets}
    if any(path.split(".")[0] not in record_fields for path in sets):
        data["asked"] = KIND  # the kind is no field of the schema
    return {**data, "closes": True} if key.closes else data


def _labels(
    codes: form.Labels, played: form.Played, rules: Any
) -> list[tuple[Any, str]]:
    """Return code and label of everything that is played in this house."""
    house: Any = codes
    if played:
        house = played(rules) if callable(played) else getattr(rules, played)
    return [(code, label) for code, label in codes.items() if code in house]


def _most(shape: Shape, most: str, rules: Any) -> int:
    """Return how often a thing can be doubled, within what a record can hold."""
    assert isinstance(shape, Whole)
    return min(shape.most, getattr(rules, most)) if most else shape.most


@singledispatch
def _control(asked: Question, shape: Shape, rules: Any) -> Json:
    """Return the data that only this kind of question has."""
    return {}


@_control.register
def _seats(asked: form.Seats, shape: Shape, rules: Any) -> Json:
    assert isinstance(shape, Seat)
    data: Json = {"active": shape.active, "but": list(asked.but)}
    if asked.having:
        data["having"] = dict(zip(("path", "least"), asked.having, strict=True))
    return data


@_control.register
def _codes(asked: form.Codes, shape: Shape, rules: Any) -> Json:
    codes = _labels(asked.codes, asked.played, rules)
    small = asked.small
    return {"codes": [(code, label, small.get(code, "")) for code, label in codes]}


@_control.register
def _number(asked: form.Number, shape: Shape, rules: Any) -> Json:
    assert isinstance(shape, Whole)
    least = getattr(rules, asked.least) if asked.least else 0
    return {
        "least": max(shape.least, least),
        "most": shape.most,
        "step": getattr(rules, asked.step) if asked.step else 1,
        "of": asked.of,
        "sides": list(asked.sides),
        "hint": asked.hint,
        "quick": list(asked.quick(rules) if callable(asked.quick) else asked.quick),
    }


@_control.register
def _shares(asked: form.Shares, shape: Shape, rules: Any) -> Json:
    worth = asked.less
    return {
        "total": asked.total,
        "also": list(asked.also.items()),
        "less": worth and {"path": worth.path, "worth": dict(worth.of_code)},
    }


@_control.register
def _doublings(asked: form.Doublings, shape: Shape, rules: Any) -> Json:
    most = _most(shape, asked.most, rules)
    return {"names": list(asked.names[: most + 1]), "most": most}


@_control.register
def _chips(asked: form.Chips, shape: Shape, rules: Any) -> Json:
    assert isinstance(shape, BySeat | ByCode)
    entry = shape.entry
    most = _most(entry.entry, asked.most, rules) if isinstance(entry, ByCode) else 0
    return {
        "rows": list(asked.rows.items()),
        "codes": _labels(asked.codes, asked.played, rules),
        "entry": ENTRIES[type(entry)],
        "most": most,
        "by_code": asked.by_code,
    }


@_control.register
def _several_control(asked: form.Several, shape: Shape, rules: Any) -> Json:
    return {"codes": list(asked.codes.items()), "zero": asked.zero}


@_control.register
def _part(asked: form.Part, shape: Shape, rules: Any) -> Json:
    assert isinstance(shape, Object)
    return {"questions": _questions(asked.questions, shape.known, rules, "part")}


@_control.register
def _parts(asked: form.Parts, shape: Shape, rules: Any) -> Json:
    assert isinstance(shape, ListOf | OneOrMore)
    assert isinstance(shape.entry, Object)
    known = shape.entry.known
    questions = _questions(asked.questions, known, rules, "part")
    most = shape.most if isinstance(shape, OneOrMore) else 0
    data = {"questions": questions, "summary": _summary(asked.summary), "most": most}
    if asked.grid is None:
        return data
    ids = {question["path"]: question["id"] for question in questions}
    return {**data, "grid": [ids[path] for path in asked.grid]}


# --- A schema as data, for the reader of shapes in static/deals/shapes.js


def schema_as_json(schema: Schema[Any]) -> Json:
    """Return the shape of a record: its kinds, and every field with its shape."""
    return {
        "active": schema.active,
        "tables": schema.tables,
        "kinds": schema.kinds,
        "kind_field": schema.kind_field,
        "kind_needed": schema.kind_needed,
        "known": _known(schema.known),
    }


def _known(known: Mapping[str, Field]) -> Json:
    return {
        name: {
            "shape": _shape(field.shape),
            "needed": field.needed,
            "kinds": field.kinds,
        }
        for name, field in known.items()
    }


def _shape(shape: Shape) -> Json:
    """Return the shape by its name, with its own bounds, codes and inner shapes."""
    data: Json = {"is": NAMES[type(shape)]}
    if isinstance(shape, Object):
        return data | {"known": _known(shape.known)}
    for part in fields(shape):
        value = getattr(shape, part.name)
        data[part.name] = _shape(value) if isinstance(value, Shape) else value
    return data
