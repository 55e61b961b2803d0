"""Random records of any game by its schema, many and fast; right ones and odd ones."""

from copy import deepcopy
from random import Random
from typing import Any

from rules.fields import (
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
    Whole,
)
from rules.record_schema import Schema

ODD = (
    None,
    True,
    0,
    -1,
    1.5,
    "x",
    "1",
    [],
    {},
    {"1": None},
    {"x": None},
    [None],
    10**30,
)


def record_of(
    chance: Random, schema: Schema[Any], *, anyone: bool = False
) -> dict[str, Any]:
    """A record that has its shape; whether it makes sense is another matter.

    With `anyone` the dealer who sits out may play all the same.
    """
    table, kind = chance.choice(schema.tables), chance.choice(schema.kinds)
    dealer = chance.randint(1, table)
    sits = dealer if table > schema.active and not anyone else 0
    seats = [seat for seat in range(1, table + 1) if seat != sits]
    made = _fields(chance, schema.known, table, seats, kind)
    return made | {"table": table, "dealer": dealer, schema.kind_field: kind}


def odd_record(chance: Random, schema: Schema[Any]) -> dict[str, Any]:
    """The same, half the time with something wrong in it, however deep."""
    record = record_of(chance, schema, anyone=chance.random() < 0.2)
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        _spoil(chance, record, [*schema.known, schema.kind_field])
    return record


def _spoil(chance: Random, record: dict[str, Any], names: list[str]) -> None:
    """One value anywhere is another, or gone; or a field is there that should not be."""
    place: Any = record
    while True:
        keys = list(place if isinstance(place, dict) else range(len(place)))
        deeper = [k for k in keys if isinstance(place[k], dict | list) and place[k]]
        if not deeper or chance.random() < 0.4:
            break
        place = place[chance.choice(deeper)]
    if isinstance(place, list):
        odd = deepcopy(chance.choice([*ODD, *place]))
        if not place or chance.random() < 0.3:
            place.append(odd)
        else:
            n = chance.randrange(len(place))
            place[n] = _beside(chance, place[n], odd)
        return
    name = chance.choice([*place, *names, "odd", "table", "dealer", "id", "4", "9"])
    place[name] = _beside(chance, place.get(name), deepcopy(chance.choice(ODD)))
    if chance.random() < 0.2:
        del place[name]


def _beside(chance: Random, value: Any, odd: Any) -> Any:
    """A number one higher or lower, which may be out of bounds; else what is odd."""
    if type(value) is int and chance.random() < 0.5:
        return value + chance.choice((-1, 1))
    return odd


def _fields(
    chance: Random, known: Any, table: int, seats: list[int], kind: str
) -> dict[str, Any]:
    def is_there(each: Field) -> bool:
        if each.kinds and kind not in each.kinds:
            return False
        return each.is_needed(kind) or chance.random() < 0.4

    return {
        name: _value(chance, each.shape, table, seats)
        for name, each in known.items()
        if is_there(each)
    }


def _value(chance: Random, shape: Shape, table: int, seats: list[int]) -> Any:
    match shape:
        case Whole():
            if chance.random() < 0.2:
                return chance.choice((shape.least, shape.most))
            return chance.randint(shape.least, min(shape.most, shape.least + 200))
        case Flag():
            return chance.random() < 0.5
        case Code():
            return chance.choice(shape.codes)
        case Seat():
            return chance.choice(seats if shape.active else range(1, table + 1))
        case Object():
            return _fields(chance, shape.known, table, seats, "")
    return _several(chance, shape, table, seats)


def _several(chance: Random, shape: Shape, table: int, seats: list[int]) -> Any:
    def one(inner: Shape) -> Any:
        return _value(chance, inner, table, seats)

    match shape:
        case ListOf():
            made = [one(shape.entry) for _ in range(chance.randint(0, 3))]
            return list(dict.fromkeys(made)) if shape.once else made
        case OneOrMore() if chance.random() < 0.5:
            return one(shape.entry)
        case OneOrMore():
            return [one(shape.entry) for _ in range(chance.randint(1, shape.most))]
        case EachSeat():
            return [one(shape.entry) for _ in range(table)]
        case BySeat():
            chosen = chance.sample(seats, chance.randint(0, 2))
            return {str(seat): one(shape.entry) for seat in chosen}
        case ByCode():
            codes = chance.sample(shape.codes, chance.randint(0, len(shape.codes)))
            return {code: one(shape.entry) for code in codes}
    raise TypeError(shape)
