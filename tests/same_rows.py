"""Rows that one test made through the services, written again for the next test.

To play an event through the services takes half a second, to insert its rows a few
milliseconds. Each process builds it once, for each state of the database before it.
"""

from collections.abc import Callable
from datetime import date, time
from functools import wraps
from typing import Any

from django.db import connection

Row = tuple[Any, ...]
Table = dict[Any, Row]  # by the first column, which is the primary key
Rows = dict[str, Table]


def same_rows(build: Callable[..., Any]) -> Callable[..., Any]:
    """Build once in each process, and insert the same rows again after that.

    What `build` returns is remembered too: it may be keys, and no row that changes. On
    PostgreSQL, whose sequences would have to follow, it's built each time.
    """
    known: dict[Any, tuple[Rows, Rows, Any]] = {}

    @wraps(build)
    def again(*args: Any, **kwargs: Any) -> Any:
        if connection.vendor != "sqlite":
            return build(*args, **kwargs)
        before = _all_rows()
        key = (args, *kwargs.items(), _keys_of(before))
        if key in known:
            new, changed, result = known[key]
            _write(new, changed)
            return result
        result = build(*args, **kwargs)
        new, changed = _difference(before, _all_rows())
        known[key] = (new, changed, result)
        return result

    return again


def _all_rows() -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = {row[0]: row for row in cursor.fetchall()}
    return found


def _keys_of(rows: Rows) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    return tuple((table, tuple(found)) for table, found in rows.items())


def _difference(before: Rows, after: Rows) -> tuple[Rows, Rows]:
    """Return the new rows, and those of before that have changed, both as they are."""
    new: Rows = {}
    changed: Rows = {}
    for table, rows in after.items():
        for key, row in rows.items():
            old = before[table].get(key)
            if old is None:
                new.setdefault(table, {})[key] = row
            elif old != row:
                changed.setdefault(table, {})[key] = row
    return new, changed


def _write(new: Rows, changed: Rows) -> None:
    with connection.cursor() as cursor:
        for table, rows in (*new.items(), *changed.items()):
            width = len(next(iter(rows.values())))
            places = ", ".join(["%s"] * width)
            statement = f'INSERT OR REPLACE INTO "{table}" VALUES ({places})'
            cursor.executemany(
                statement, [[*map(_stored, row)] for row in rows.values()]
            )


def _stored(value: Any) -> Any:
    """Return a value as SQLite keeps it; dates and times are text there."""
    return str(value) if isinstance(value, date | time) else value
