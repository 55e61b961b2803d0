"""A sheet with its parts: those that it has are read, and no other."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from scoring.core.sheet_parts import SheetParts, read_sheet_parts
from scoring.models import Sheet
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> Sheet:
    return builders.open_sheet(builders.tournament(builders.club()))


def test_a_sheet_comes_with_its_seats_and_what_frames_it(sheet: Sheet) -> None:
    with CaptureQueriesContext(connection) as asked:
        found = read_sheet_parts(sheet.pk)
        now = found.sheet
        assert len(now.seats.all()) == 4
        assert now.seats.all()[0].sheet is now
        assert now.seats.all()[0].entry
        assert now.round.tournament.club.slug == "lodge-24"
        assert not hasattr(now.round, "clock")
    assert found == SheetParts(sheet)
    assert len(asked) == 2  # the sheet, its seats


def test_a_part_that_is_there_is_read_once(sheet: Sheet) -> None:
    builders.counted(sheet)
    with CaptureQueriesContext(connection) as asked:
        found = read_sheet_parts(sheet.pk)
        [count] = found.counts
        assert count.sheet is found.sheet
    assert not found.loans
    assert len(asked) == 3


def test_a_sheet_that_is_gone_is_not_read() -> None:
    with pytest.raises(Sheet.DoesNotExist):
        read_sheet_parts(0)


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
