"""Statements that are compiled once: they give what a queryset gives, asked as it asks."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from scoring.core.parts import gains, read, with_parts
from scoring.core.statements import (
    COUNTS,
    HANDS,
    PHONE,
    PHONES,
    SEATS,
    SHEET,
    Statement,
)
from scoring.models import Count, Entry, Hand, Phone, Seat, Sheet
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> Sheet:
    return builders.open_sheet(builders.tournament(builders.club()))


def shown(row: Any) -> Any:
    """A row with its related ones and what was annotated, in plain values."""
    if not isinstance(row, Model):
        return row
    facts = {name: value for name, value in vars(row).items() if name != "_state"}
    return facts | {name: shown(to) for name, to in row._state.fields_cache.items()}


def without_brackets(sql: str, values: dict[str, Any]) -> str:
    """Django puts what it does not know in brackets."""
    for value in map(repr, values.values()):
        sql = sql.replace(f"({value})", value)
    return sql


def test_a_statement_asks_and_answers_as_its_queryset(sheet: Sheet) -> None:
    """JSON and times, related rows and none (a round's clock), an exclusion, an order."""
    free = sheet.seats.order_by("position").last()
    Seat.objects.filter(pk=free.pk).update(entry=None, credit=None)
    phone = builders.phone(sheet)
    phones = Phone.objects.exclude(sheet__round__state="draft").select_related(
        "sheet__round__tournament__club"
    )
    seats = Seat.objects.select_related("entry")
    sheets = Sheet.objects.select_related("round__tournament__club", "round__clock")
    counts = Count.objects.select_related("phone").order_by("number")
    builders.counted(sheet)
    entries = Entry.objects.order_by("-name")
    for statement, rows, values in (
        (PHONE, phones, {"sheet__token": sheet.token, "key": phone.key}),
        (SEATS, seats, {"sheet": sheet.pk}),
        (PHONES, Phone.objects.order_by("pk"), {"sheet": sheet.pk}),
        (COUNTS, counts, {"sheet": sheet.pk}),
        (HANDS, Hand.objects.order_by("pk"), {"sheet": sheet.pk}),
        (Statement(sheets, "pk"), sheets, {"pk": sheet.pk}),
        (Statement(entries, "state"), entries, {"state": "nobody"}),
    ):
        with CaptureQueriesContext(connection) as asked:
            expected = [shown(row) for row in rows.filter(**values)]
            for _ in range(2):  # the second time nothing is made anew
                told = [shown(row) for row in statement.rows_for(**values)]
                assert told == expected
        as_django, *ours = (query["sql"] for query in asked)
        assert {without_brackets(sql, values) for sql in ours} == {as_django}
    assert len(expected) == 0


def test_a_statement_takes_other_values_each_time(sheet: Sheet) -> None:
    other = builders.open_sheet(
        builders.tournament(sheet.round.tournament.club, name="Other")
    )
    for each in (sheet, other, sheet):
        assert {seat.sheet_id for seat in SEATS.rows_for(sheet=each.pk)} == {each.pk}
        [read_again] = SHEET.rows_for(pk=each.pk)
        assert read_again.round.tournament == each.round.tournament
    assert SHEET.rows_for(pk=0) == []
    with pytest.raises(Sheet.DoesNotExist):
        read(0)


def test_a_sheet_knows_which_parts_it_has_and_asks_for_no_other(sheet: Sheet) -> None:
    with CaptureQueriesContext(connection) as asked:
        now = with_parts(read(sheet.pk))
        for _ in range(2):
            assert not now.has_counts
            assert not now.counts.all()
            assert not now.loans.all()
            assert len(now.seats.all()) == 4
            assert now.seats.all()[0].sheet is now
    assert len(asked) == 2  # the sheet, its seats
    count = Count(sheet=sheet, number=1)
    gains(now, "counts", count)
    assert list(now.counts.all()) == [count]
    assert not with_parts(read(sheet.pk)).counts.all()


def test_what_is_asked_again_and_again_is_planned_once() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("PostgreSQL’s way to plan")
    for name in ("one", "two", "three"):
        assert not Club.objects.filter(slug=name).exists()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s",
            ['%"clubs_club"."slug" = $%'],
        )
        assert cursor.fetchone() > (0,)
