"""Reads that are made into SQL once: they give what a queryset gives, asked as it asks."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from clubs.selectors.prepared import Prepared
from scoring.models import Entry, Phone, Seat, Sheet
from tests import builders

pytestmark = pytest.mark.django_db
CLUB = "round__tournament__club"


@pytest.fixture
def sheet() -> Sheet:
    return builders.open_sheet(builders.tournament(builders.club()))


def shown(row: Any) -> Any:
    """A row with its related ones and what was annotated, in plain values."""
    if not isinstance(row, Model):
        return row
    of = {name: value for name, value in vars(row).items() if name != "_state"}
    return of | {name: shown(to) for name, to in row._state.fields_cache.items()}


def without_brackets(sql: str, values: dict[str, Any]) -> str:
    """Django puts what it does not know in brackets."""
    for value in map(repr, values.values()):
        sql = sql.replace(f"({value})", value)
    return sql


def test_a_prepared_read_asks_and_answers_as_its_queryset(sheet: Sheet) -> None:
    """JSON and times, related rows and none (a round's clock), an exclusion, an order."""
    free = sheet.seats.order_by("position").last()
    Seat.objects.filter(pk=free.pk).update(entry=None, credit=None)
    phone = builders.phone(sheet)
    at_table = Phone.objects.exclude(sheet__round__state="draft")
    at_table = at_table.select_related(f"sheet__{CLUB}")
    for rows, values in (
        (Sheet.objects.select_related(CLUB, "round__clock"), {"pk": sheet.pk}),
        (Seat.objects.select_related("entry"), {"sheet": sheet.pk}),
        (at_table, {"sheet__token": sheet.token, "key": phone.key}),
        (Entry.objects.order_by("-name"), {"state": "nobody"}),
    ):
        prepared = Prepared(rows, *values)
        with CaptureQueriesContext(connection) as asked:
            expected = [shown(each) for each in rows.filter(**values)]
            for _ in range(2):  # the second time nothing is made anew
                assert [shown(each) for each in prepared(**values)] == expected
        as_django, *ours = (query["sql"] for query in asked)
        assert {without_brackets(sql, values) for sql in ours} == {as_django}
    assert len(expected) == 0


def test_rows_for_later_are_read_once_and_can_be_asked_further(sheet: Sheet) -> None:
    builders.phone(sheet, 1)
    other = builders.phone(sheet, 2)
    later = Prepared(Phone.objects.order_by("-pk"), "sheet").later(sheet=sheet.pk)
    with CaptureQueriesContext(connection) as asked:
        assert not asked.captured_queries
        assert [len(later), later[0], len(later)] == [2, other, 2]
        assert len(asked) == 1
        assert list(later.filter(seat=2)) == [other]
    builders.phone(sheet, 3)
    assert (len(later), later.filter(seat=3).count()) == (2, 1)
