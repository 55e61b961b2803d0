"""Random records of any game, made from its schema; nearly right or plainly wrong."""

from typing import Any

from hypothesis import strategies as st

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
from rules.game import AnyGame
from rules.record_schema import schema_of

JUNK = st.sampled_from(
    [None, True, 0, -1, 54.0, "x", [], {}, {"1": None}, [None], 10**30]
)
Values = st.SearchStrategy[Any]


def values(shape: Shape, table: int) -> Values:
    """What has this shape at a table of so many seats."""
    match shape:
        case Whole():
            return st.integers(shape.least, min(shape.most, shape.least + 130))
        case Flag():
            return st.booleans()
        case Code():
            return st.sampled_from(shape.codes)
        case Seat():
            return st.integers(1, table)
        case Object():
            return fields(shape.known, table)
    return several(shape, table)


def several(shape: Shape, table: int) -> Values:
    """What has more than one of something else."""
    match shape:
        case ListOf():
            return st.lists(values(shape.entry, table), max_size=3)
        case OneOrMore():
            entry = values(shape.entry, table)
            return entry | st.lists(entry, min_size=1, max_size=shape.most)
        case EachSeat():
            return st.lists(values(shape.entry, table), min_size=table, max_size=table)
        case BySeat():
            seats = st.integers(1, table).map(str)
            return st.dictionaries(seats, values(shape.entry, table), max_size=2)
        case ByCode():
            keys = st.sampled_from(shape.codes)
            return st.dictionaries(keys, values(shape.entry, table), max_size=3)
    raise TypeError(shape)


def fields(known: dict[str, Field], table: int, kind: str = "") -> Values:
    """An object with the fields that go with the kind; now and then one is odd."""
    fit = {n: each for n, each in known.items() if not each.kinds or kind in each.kinds}
    right = {n: values(each.shape, table) for n, each in fit.items()}
    needed = {n: v for n, v in right.items() if fit[n].is_needed(kind)}
    maybe = {n: v for n, v in right.items() if n not in needed}
    return st.fixed_dictionaries(needed, optional=maybe)


@st.composite
def records(draw: st.DrawFn, game: AnyGame) -> dict[str, Any]:
    """A record of the right shape, one field of it perhaps replaced by junk."""
    schema = schema_of(game)
    table, kind = (
        draw(st.sampled_from(schema.tables)),
        draw(st.sampled_from(schema.kinds)),
    )
    record = draw(fields(schema.known, table, kind))
    record |= {
        "table": table,
        schema.kind_field: kind,
        "dealer": draw(st.integers(1, table)),
    }
    if draw(st.integers(0, 9)) == 0:
        record[
            draw(st.sampled_from([*schema.known, "dealer", "table", "id", "odd"]))
        ] = draw(JUNK)
    return record
