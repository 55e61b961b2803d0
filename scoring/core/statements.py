"""The six statements that 250 phones ask all the time, each made into SQL once.

Every hand and every question for news begins with a phone and its sheet; a hand goes on
with the sheet as it is under its lock, its hands, its seats and its phones, and once it
is counted with its counts. Django takes up to a
millisecond to make the SQL of a row of six tables, ten times what the database takes to
answer it: without these a hand takes 11.6 bare inserts, with three of them 8.8, with four
7.5, where it took 6.4 when every read was made so (`python -m benchmarks table`, SQLite,
in one run). The phones of a sheet take Django 0.26 ms and this 0.06; its counts, of 45
columns, 0.51 and 0.06. Nothing else in the house is asked past Django.
"""

from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.models import Exists, Expression, Model, OuterRef, QuerySet
from django.db.models.query import ModelIterable

from scoring.models import (
    Call,
    Count,
    Hand,
    HandRuling,
    Loan,
    Phone,
    Round,
    Seat,
    Sheet,
    TrayHand,
)

M = TypeVar("M", bound=Model)


class Place(Expression):
    """Where a value goes in a statement."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(  # type: ignore[override]  # not a value yet, but its place
        self, compiler: Any, connection: Any
    ) -> tuple[str, list[Any]]:
        return "%s", [self]


class Statement(Generic[M]):
    """A queryset that is asked by some fields, and compiled once.

    It gives the rows of `rows.filter(field=value)`, made by Django's own code from the
    same SQL; nothing is prefetched.
    """

    def __init__(self, rows: QuerySet[M], *fields: str) -> None:
        self.rows = rows.filter(**{field: Place(field) for field in fields})

    def rows_for(self, **values: Any) -> list[M]:
        """The rows for these values, each as its field keeps it, or a row; one query.

        A row is known to all that are asked for by it.
        """
        known = {of: value for of, value in values.items() if isinstance(value, Model)}
        values |= {of: row.pk for of, row in known.items()}
        made, sql, params, converters = self._made
        compiler = copy(made)
        compiler.connection = connections[self.rows.db]
        filled = tuple(_filled(params, values))
        compiler.as_sql = lambda *_, **__: (sql, filled)
        # Of their own connection, another thread's perhaps, they ask the time zone alone.
        compiler.get_converters = lambda _: converters
        rows = self.rows.all()
        rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        answers: list[M] = list(ModelIterable(rows))
        for answer in answers:
            for field, row in known.items():
                setattr(answer, field, row)
        return answers

    @cached_property
    def _made(self) -> tuple[Any, str, tuple[Any, ...], dict[int, Any]]:
        """Django's compiler, its SQL and parameters, and how columns become values."""
        compiler = self.rows.query.get_compiler(self.rows.db)
        sql, params = compiler.as_sql()
        columns = [column[0] for column in compiler.select]
        return compiler, sql, params, compiler.get_converters(columns)


def _filled(params: Iterable[Any], values: dict[str, Any]) -> Iterable[Any]:
    return (values[p.name] if isinstance(p, Place) else p for p in params)


def _any(model: type[Model]) -> Exists:
    """Whether a sheet has rows of these."""
    return Exists(model._default_manager.filter(sheet=OuterRef("pk")))


PHONE = Statement(
    Phone.objects.exclude(sheet__round__state=Round.State.DRAFT).select_related(
        "sheet__round__tournament__club"
    ),
    "sheet__token",
    "key",
)
SHEET = Statement(
    Sheet.objects.select_related("round__tournament__club", "round__clock").annotate(
        has_counts=_any(Count),
        has_hand_rulings=_any(HandRuling),
        has_tray=_any(TrayHand),
        has_loans=_any(Loan),
        has_calls=_any(Call),
    ),
    "pk",
)
SEATS = Statement(Seat.objects.select_related("entry"), "sheet")
HANDS = Statement(Hand.objects.order_by("pk"), "sheet")
PHONES = Statement(Phone.objects.order_by("pk"), "sheet")
COUNTS = Statement(Count.objects.select_related("phone").order_by("number"), "sheet")
