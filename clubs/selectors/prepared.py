"""What is asked of the database in the same words each time, made into SQL once.

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
from django.db.models.sql import UpdateQuery

M = TypeVar("M", bound=Model)
Values = dict[str, Any]
Params = tuple[Any, ...]


class Said(Expression):
    """A place in a statement, filled when it is asked with what is said by this name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        return "%s", [self]


class Prepared(Generic[M]):
    """A queryset by some fields, whose values are said whenever it is asked.

    It gives what `rows.filter(field=value)` would, related rows and annotations too, but
    prefetches nothing. Each thread, as it has a connection of its own, makes the SQL once.
    """

    def __init__(self, rows: QuerySet[M], *fields: str) -> None:
        self.rows = rows
        self.asking = rows.filter(**{field: Said(field) for field in fields})
        self._of_thread = local()

    def __call__(self, **values: Any) -> list[M]:
        """One query. A value is a number or a text as the field keeps it, or a row.

        A row is known to all that are found by it, and need not be read for them.
        """
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


class PreparedUpdate:
    """An update of the rows by some fields; `changes` may hold what is `Said` later."""

    def __init__(
        self, rows: QuerySet[Any], *fields: str, **changes: Expression
    ) -> None:
        rows = rows.filter(**{field: Said(field) for field in fields}).order_by()
        self.query, self.alias = rows.query.chain(UpdateQuery), rows.db
        self.query.add_update_values(changes)
        self._of_thread = local()

    def __call__(self, **values: Any) -> int:
        """One query; how many rows are others now, or written again as they were."""
        connection, made = connections[self.alias], vars(self._of_thread)
        if made.get("for") is not connection:
            query = self.query.clone()
            sql = query.get_compiler(connection=connection).as_sql()
            made |= {"for": connection, "sql": sql}
        sql, params = made["sql"]
        with connection.cursor() as cursor:
            cursor.execute(sql, _filled(params, values))
            return cursor.rowcount


def _filled(params: Params, values: Values) -> list[Any]:
    return [values[p.name] if isinstance(p, Said) else p for p in params]


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

    def __call__(self, values: Values) -> Iterator[M]:
        known = {of: each for of, each in values.items() if isinstance(each, Model)}
        values = values | {of: row.pk for of, row in known.items()}
        with self.compiler.connection.cursor() as cursor:
            cursor.execute(self.sql, _filled(self.params, values))
            rows = cursor.fetchall()
        for row in self.compiler.apply_converters(rows, self.converters):
            yield self._one(row, known)

    def _one(self, row: list[Any], known: dict[str, Model]) -> M:
        made = self.model.from_db(self.alias, self.names, row[self.own])
        for related in self.related:
            related.populate(row, made)
        for name, column in self.annotated.items():
            setattr(made, name, row[column])
        for name, known_row in known.items():
            setattr(made, name, known_row)
        return made
