"""Reads that are made into SQL once: they give what a queryset gives, asked as it asks."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Case, F, Max, Model, QuerySet, When
from django.db.models.query import ModelIterable
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.selectors.prepared import (
    Prepared,
    PreparedInsert,
    PreparedUpdate,
    PreparedValues,
    Said,
)
from scoring.models import Change, Entry, Phone, Seat, Sheet, Tournament
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


def asked_as(rows: QuerySet[Any, Any]) -> Any:
    return Prepared if rows._iterable_class is ModelIterable else PreparedValues


def test_a_prepared_read_asks_and_answers_as_its_queryset(sheet: Sheet) -> None:
    """JSON and times, related rows and none (a round's clock), an exclusion, an order."""
    free = sheet.seats.order_by("position").last()
    Seat.objects.filter(pk=free.pk).update(entry=None, credit=None)
    phone = builders.phone(sheet)
    at_table = Phone.objects.exclude(sheet__round__state="draft")
    at_table = at_table.select_related(f"sheet__{CLUB}")
    of_club = {CLUB: sheet.round.tournament.club_id}
    seats = Seat.objects.values_list("sheet").order_by("sheet")
    forms = Tournament.objects.values_list("name", "tie_breaks", "finished_at")
    for rows, values in (
        (seats.annotate(Max("pk")), of_club),  # one row of many
        (forms, {"pk": sheet.round.tournament_id}),
        (Sheet.objects.select_related(CLUB, "round__clock"), {"pk": sheet.pk}),
        (Seat.objects.select_related("entry"), {"sheet": sheet.pk}),
        (at_table, {"sheet__token": sheet.token, "key": phone.key}),
        (Entry.objects.order_by("-name"), {"state": "nobody"}),
    ):
        prepared = asked_as(rows)(rows, *values)
        with CaptureQueriesContext(connection) as asked:
            expected = [shown(each) for each in rows.filter(**values)]
            for _ in range(2):  # the second time nothing is made anew
                assert [shown(each) for each in prepared(**values)] == expected
        as_django, *ours = (query["sql"] for query in asked)
        assert {without_brackets(sql, values) for sql in ours} == {as_django}
    assert len(expected) == 0


def test_of_many_rows_only_so_many_are_read(sheet: Sheet) -> None:
    positions = Prepared(Seat.objects.order_by("-position"), "sheet", most=2)
    for _ in range(2):
        assert [seat.position for seat in positions(sheet=sheet.pk)] == [4, 3]


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


def test_a_row_said_as_such_is_known_to_those_found_by_it(sheet: Sheet) -> None:
    builders.phone(sheet)
    [phone] = Prepared(Phone.objects.all(), "sheet")(sheet=sheet)
    assert phone.sheet is sheet
    with pytest.raises(Phone.DoesNotExist):
        Prepared(Phone.objects.all(), "pk").get(pk=0)


def test_a_prepared_update_writes_what_is_said(sheet: Sheet) -> None:
    """By a related field as well, and each row its own."""
    other = builders.open_sheet(
        builders.tournament(sheet.round.tournament.club, name="Other")
    )
    raised = {"version": F("version") + 1}
    raise_all = PreparedUpdate(Sheet.objects.all(), "round__tournament", **raised)
    assert raise_all(round__tournament=sheet.round.tournament_id) == 1
    before, untouched = sheet.version, other.version
    sheet.refresh_from_db()
    other.refresh_from_db()
    assert (sheet.version, other.version) == (before + 1, untouched)
    scores = Case(*(When(position=n, then=Said(f"seat{n}")) for n in (1, 2, 3, 4)))
    score = PreparedUpdate(Seat.objects.all(), "sheet", score=scores)
    for four in ([1, 2, 3, 4], [9, 8, 7, 6]):  # made once, said anew
        said = {f"seat{n}": chips for n, chips in enumerate(four, start=1)}
        assert score(sheet=sheet.pk, **said) == 4
        assert [seat.score for seat in sheet.seats.order_by("position")] == four
    assert set(other.seats.values_list("score", flat=True)) == {None}


def test_a_prepared_insert_keeps_what_create_keeps(sheet: Sheet) -> None:
    said = {"by_name": "Marie", "source": "desk", "what": "hand", "sheet": sheet}
    with CaptureQueriesContext(connection) as asked:
        theirs = Change.objects.create(**said, key="theirs")
        made = PreparedInsert(Change)
        ours = [made(**said, key="ours"), made(**said, key="ours too")]
    as_django, *as_prepared = (
        each["sql"].partition(" VALUES ")[0] for each in asked.captured_queries
    )
    assert as_prepared == [as_django] * 2
    for row in ours:
        kept, before = Change.objects.get(pk=row.pk), Change.objects.get(pk=theirs.pk)
        assert (kept.key, kept.at, row.sheet) == (row.key, row.at, sheet)
        assert not row._state.adding
        differ = {"id", "key", "at", "_state"}
        assert {k: v for k, v in vars(kept).items() if k not in differ} == {
            k: v for k, v in vars(before).items() if k not in differ
        }
    assert len({theirs.pk, *(row.pk for row in ours)}) == 3


def test_a_prepared_insert_that_fails_spoils_its_transaction(sheet: Sheet) -> None:
    made = PreparedInsert(Change)
    said = {"by_name": "Marie", "source": "desk", "what": "hand", "key": "once"}
    made(**said)
    with transaction.atomic():
        with pytest.raises(IntegrityError):
            made(**said)
        assert transaction.get_rollback()
        transaction.set_rollback(True)
    assert Change.objects.filter(key="once").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_prepared_lock_needs_a_transaction() -> None:
    tournament = builders.tournament(builders.club())
    lock = Prepared(Tournament.objects.select_for_update(no_key=True), "pk")
    with transaction.atomic():
        assert lock.get(pk=tournament.pk) == tournament
    with pytest.raises(transaction.TransactionManagementError):
        lock.get(pk=tournament.pk)


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
