"""Reads that always ask the same, made into SQL once and not each time.

To make the SQL of a sheet with its round, tournament and club takes Django ten times as
long as the database takes to answer it, and every hand asks for just that.
"""

from collections.abc import Callable, Iterator
from threading import local
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)


class Prepared(Generic[M]):
    """A queryset by some fields, whose values are said whenever it is asked.

    It gives what `rows.filter(field=value)` would, related rows and annotations too, but
    prefetches nothing. Each thread, as it has a connection of its own, makes the SQL once.
    """

    def __init__(self, rows: QuerySet[M], *fields: str) -> None:
        self.rows = rows
        self.asking = rows.filter(**{field: _Value(field) for field in fields})
        self._of_thread = local()

    def __call__(self, **values: Any) -> list[M]:
        """One query; numbers and texts, as the fields keep them."""
        connection, made = connections[self.asking.db], vars(self._of_thread)
        if made.get("for") is not connection:
            made |= {"for": connection, "read": _Made(self.asking, connection)}
        return list(made["read"](values))

    def first(self, **values: Any) -> M | None:
        """The first of them, if there is one."""
        return next(iter(self(**values)), None)

    def later(self, **values: Any) -> "Later[M]":
        """The same rows, read when somebody first looks at them."""
        found = Later(self.rows.model, self.rows.query.clone())
        found._deferred_filter = False, (), values  # as a related manager leaves it
        found.read = lambda: self(**values)
        return found


class Later(QuerySet[M]):
    """Rows that a prepared read gives; whatever is asked of them further, Django asks."""

    read: Callable[[], list[M]] | None = None

    def _fetch_all(self) -> None:
        if self._result_cache is None and self.read:
            self._result_cache = self.read()
        super()._fetch_all()


class _Value(Expression):
    """Where the value of a field is going to stand."""

    def __init__(self, field: str) -> None:
        super().__init__()
        self.of = field

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        return "%s", [self]


class _Made(Generic[M]):
    """A queryset as one connection asks it, and how its answers become objects."""

    def __init__(self, rows: QuerySet[M], connection: BaseDatabaseWrapper) -> None:
        compiler = rows.all().query.get_compiler(connection=connection)
        self.sql, self.params = compiler.as_sql()
        self.compiler, self.alias = compiler, connection.alias
        own = compiler.klass_info["select_fields"]
        self.model, self.own = rows.model, slice(own[0], own[-1] + 1)
        self.names = [each.target.attname for each, *_ in compiler.select[self.own]]
        self.related = get_related_populators(
            compiler.klass_info, compiler.select, connection.alias
        )
        self.annotated = compiler.annotation_col_map or {}
        self.converters = compiler.get_converters([each[0] for each in compiler.select])

    def __call__(self, values: dict[str, Any]) -> Iterator[M]:
        params = [values[p.of] if isinstance(p, _Value) else p for p in self.params]
        with self.compiler.connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            rows = cursor.fetchall()
        for row in self.compiler.apply_converters(rows, self.converters):
            yield self._one(row)

    def _one(self, row: list[Any]) -> M:
        made = self.model.from_db(self.alias, self.names, row[self.own])
        for related in self.related:
            related.populate(row, made)
        for name, column in self.annotated.items():
            setattr(made, name, row[column])
        return made
