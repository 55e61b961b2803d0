"""What is asked of the database in the same words each time, made into SQL once.

To make the SQL of a sheet with its round, tournament and club takes Django ten times as
long as the database takes to answer it, and every hand asks for just that.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.transaction import TransactionManagementError, mark_for_rollback_on_error

M = TypeVar("M", bound=Model)
Values = dict[str, Any]

MOST_NUMBER = 2**63 - 1


class Said(Expression):
    """A place in a statement, filled when it is asked with what is said by this name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(  # type: ignore[override]  # not a value yet, but its place
        self, compiler: Any, connection: Any
    ) -> tuple[str, list[Any]]:
        return "%s", [self]


class Prepared(Generic[M]):
    """A queryset by some fields, whose values are said whenever it is asked.

    It gives what `rows.filter(field=value)` would, related rows and annotations too, but
    prefetches nothing. With `most`, only so many of them.
    """

    def __init__(
        self, rows: QuerySet[M], *fields: str, most: int | None = None
    ) -> None:
        self.rows, self._asking = rows, rows.filter(**_said(fields))[:most]

    def __call__(self, **values: Any) -> list[M]:
        """One query. A value is a number or a text as the field keeps it, or a row.

        A row is known to all that are found by it, and need not be read for them. A
        number that no column can hold is nobody's.
        """
        return [] if _beyond(values) else list(self._read(values))

    def get(self, **values: Any) -> M:
        """The one there is. Raises the model's DoesNotExist."""
        if found := self(**values):
            return found[0]
        raise self.rows.model.DoesNotExist  # type: ignore[attr-defined]  # each has one

    def first(self, **values: Any) -> M | None:
        """The first of them, if there is one."""
        return next(iter(self(**values)), None)

    def later(self, **values: Any) -> "Later[M]":
        """The same rows, read when somebody first looks at them."""
        found: Later[M] = Later(self.rows.model, self.rows.query.clone())
        # As a related manager leaves it.
        found._deferred_filter = False, (), values  # type: ignore[attr-defined]  # private
        found.read = lambda: self(**values)
        return found

    @cached_property
    def _read(self) -> "_Read[M]":
        return _Read(self._asking.all())


class Later(QuerySet[M]):
    """Rows that a prepared read gives; whatever is asked of them further, Django asks."""

    read: Callable[[], list[M]] | None = None

    def _fetch_all(self) -> None:
        if self._result_cache is None and self.read:
            self._result_cache = self.read()
        super()._fetch_all()


class PreparedValues:
    """The same of a queryset of `values_list`: its rows, and no objects."""

    def __init__(self, rows: QuerySet[Any, tuple[Any, ...]], *fields: str) -> None:
        self._asking = rows.filter(**_said(fields))

    def __call__(self, **values: Any) -> list[tuple[Any, ...]]:
        """One query. A value is a number or a text as the field keeps it."""
        return [] if _beyond(values) else [*map(tuple, self._asked(values))]

    @cached_property
    def _asked(self) -> "_Asked":
        return _Asked(self._asking.all())


class PreparedUpdate:
    """An update of the rows by some fields; `changes` may hold what is `Said` later."""

    def __init__(
        self, rows: QuerySet[Any], *fields: str, **changes: Expression
    ) -> None:
        rows = rows.filter(**_said(fields)).order_by()
        query = rows.query.chain(UpdateQuery)
        query.add_update_values(changes)  # type: ignore[attr-defined]  # chain made it one
        self._query, self.alias = query, rows.db

    def __call__(self, **values: Any) -> int:
        """One query; gives how many rows were written."""
        sql, params = self._sql
        with connections[self.alias].cursor() as cursor:
            cursor.execute(sql, _filled(params, values))
            return cursor.rowcount

    @cached_property
    def _sql(self) -> tuple[str, Iterable[Any]]:
        return self._query.clone().get_compiler(self.alias).as_sql()


class PreparedInsert(Generic[M]):
    """Keeps a new row as `objects.create` does, of a model that nobody listens to."""

    def __init__(self, model: type[M]) -> None:
        self.model, self.alias = model, DEFAULT_DB_ALIAS
        fields = model._meta.local_concrete_fields
        self.fields = [each for each in fields if each is not model._meta.auto_field]

    def __call__(self, **values: Any) -> M:
        """One query. Raises what the database raises, and spoils the transaction so."""
        row, connection = self.model(**values), connections[self.alias]
        params = [
            field.get_db_prep_save(field.pre_save(row, True), connection)
            for field in self.fields
        ]
        with mark_for_rollback_on_error(self.alias), connection.cursor() as cursor:
            cursor.execute(self._sql, params)
            (row.pk,) = cursor.fetchone()
        row._state.adding, row._state.db = False, self.alias
        return row

    @cached_property
    def _sql(self) -> str:
        query = InsertQuery(self.model)
        query.insert_values(self.fields, [self.model()])
        compiler: Any = query.get_compiler(self.alias)
        compiler.returning_fields = [self.model._meta.pk]
        [(sql, _)] = compiler.as_sql()
        return sql


def _beyond(values: Values) -> bool:
    numbers = (each for each in values.values() if isinstance(each, int))
    return any(abs(number) > MOST_NUMBER for number in numbers)


def _said(fields: Iterable[str]) -> dict[str, Said]:
    return {field: Said(field) for field in fields}


def _filled(params: Iterable[Any], values: Values) -> list[Any]:
    return [values[p.name] if isinstance(p, Said) else p for p in params]


class _Asked:
    """A queryset as the database is asked it, and what it answers."""

    def __init__(self, rows: QuerySet[Any, Any]) -> None:
        self.compiler, self.alias = rows.query.get_compiler(rows.db), rows.db
        self.sql, self.params = self.compiler.as_sql()
        self.locks = rows.query.select_for_update
        columns = [each[0] for each in self.compiler.select]
        self.converters = self.compiler.get_converters(columns)

    def __call__(self, values: Values) -> Iterable[list[Any]]:
        connection = connections[self.alias]
        if self.locks and not connection.in_atomic_block:
            raise TransactionManagementError("A lock needs a transaction.")
        with connection.cursor() as cursor:
            cursor.execute(self.sql, _filled(self.params, values))
            rows = cursor.fetchall()
        # Of its own connection, another thread's perhaps, these ask the time zone alone.
        return self.compiler.apply_converters(rows, self.converters)


class _Read(Generic[M]):
    """A queryset as it is asked, and how the answers become objects."""

    def __init__(self, rows: QuerySet[M]) -> None:
        self.asked = asked = _Asked(rows)
        compiler = asked.compiler
        own = compiler.klass_info["select_fields"]
        self.model, self.own = rows.model, slice(own[0], own[-1] + 1)
        self.alias = rows.db
        self.names = [each.target.attname for each, *_ in compiler.select[self.own]]
        self.related = get_related_populators(  # type: ignore[call-arg]  # of Django 6
            compiler.klass_info, compiler.select, rows.db
        )
        self.annotated = compiler.annotation_col_map or {}

    def __call__(self, values: Values) -> Iterator[M]:
        known = {of: each for of, each in values.items() if isinstance(each, Model)}
        values = values | {of: row.pk for of, row in known.items()}
        for row in self.asked(values):
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
