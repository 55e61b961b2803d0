"""A table's rows as lines of JSON, identical for every database."""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Field, Model, QuerySet

from scoring.backups.archive import NotWritten

AT_ONCE = 2_000  # rows in memory


@contextmanager
def one_moment() -> Iterator[None]:
    """Read a consistent snapshot of the database while others keep writing.

    Raises NotWritten inside a transaction, which may have read already.
    """
    if connection.in_atomic_block:
        raise NotWritten("A backup cannot be made inside a transaction.")
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    # Our SQLite transactions take the write lock at the start; a reader must not.
    connection.ensure_connection()  # sets the transaction mode
    sqlite: Any = connection  # the type stubs lack the mode, which only SQLite has
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        with transaction.atomic():
            sqlite.transaction_mode = usual
            yield
    finally:
        sqlite.transaction_mode = usual


def columns_of(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.column for field in _fields(model) if field.column)


def lines_of(
    rows: QuerySet[Model], instead: Mapping[str, object] | None = None
) -> Iterator[bytes]:
    """Yield all of these rows in order, with `instead` for some columns."""
    names = [field.attname for field in _fields(rows.model)]
    other = {names.index(name): value for name, value in (instead or {}).items()}
    for row in rows.values_list(*names).iterator(AT_ONCE):
        if other:
            row = [other.get(index, value) for index, value in enumerate(row)]
        text = json.dumps(row, default=_as_text, allow_nan=False, separators=(",", ":"))
        yield text.encode() + b"\n"


def load(model: type[Model], lines: Iterable[bytes]) -> Iterator[int]:
    """Replace a table's rows; yield the number of rows loaded each time.

    Raises ValueError and similar for lines that aren't rows of this table.
    """
    fields = _fields(model)
    quote = connection.ops.quote_name
    table = quote(model._meta.db_table)
    names = ", ".join(quote(name) for name in columns_of(model))
    marks = ", ".join("%s" for _ in fields)
    waiting = iter(lines)
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table}")
        while batch := [_row(line, fields) for line in islice(waiting, AT_ONCE)]:
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", batch)
            yield len(batch)


def _fields(model: type[Model]) -> list[Field]:
    return list(model._meta.concrete_fields)


def _row(line: bytes, fields: list[Field]) -> list[Any]:
    """Return a line's values for the database, without setting new times or keys."""
    return [
        field.get_db_prep_save(field.to_python(value), connection)
        for field, value in zip(fields, json.loads(line), strict=True)
    ]


def _as_text(value: object) -> str:
    """Return the JSON form of other types, precise to the microsecond."""
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):  # read back by BinaryField
        return b64encode(value).decode()
    raise TypeError(f"no column of {type(value).__name__} was backed up before")
