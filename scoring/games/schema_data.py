"""A game's schema as JSON, for the reader of shapes in static/deals/shapes.js."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from rules.records import Schema
from rules.shapes import (
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

Json = dict[str, Any]

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


def schema_as_json(schema: Schema[Any]) -> Json:
    """What a record may hold: its kinds, and every field with its shape."""
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
            "shape": _shape(each.shape),
            "needed": each.needed,
            "kinds": each.kinds,
        }
        for name, each in known.items()
    }


def _shape(shape: Shape) -> Json:
    """The shape by its name, with its own bounds, codes and inner shapes."""
    told: Json = {"is": NAMES[type(shape)]}
    if isinstance(shape, Object):
        return told | {"known": _known(shape.known)}
    for each in fields(shape):
        value = getattr(shape, each.name)
        told[each.name] = _shape(value) if isinstance(value, Shape) else value
    return told
