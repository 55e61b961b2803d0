"""The log of a write, the versions it raises, and the locks it takes first."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.core.writes import ActionRefused, find_duplicate, lock, lock_sheet, log
from scoring.models import Change, Round, Sheet, Tournament
from scoring.models.log_messages import log_message
from tests import builders as build

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheets(tournament: Tournament) -> list[Sheet]:
    """Two tables of the tournament, and one of another."""
    other = build.tournament(tournament.club, name="Spring Tarok")
    return [*build.published_round(tournament, 2).sheets.all(), build.open_sheet(other)]


def versions(sheets: list[Sheet]) -> list[int]:
    return [Sheet.objects.get(pk=sheet.pk).version for sheet in sheets]


def test_what_is_logged_of_a_sheet_raises_its_version_only(sheets):
    one, other, elsewhere = versions(sheets)
    log(build.command(), "hand", log_message("entry.numbers_drawn"), sheet=sheets[0])
    assert versions(sheets) == [one + 1, other, elsewhere]
    assert Change.objects.first().tournament == sheets[0].round.tournament


def test_what_is_logged_of_a_tournament_raises_all_its_sheets(tournament, sheets):
    one, other, elsewhere = versions(sheets)
    log(
        build.command(),
        "entry",
        log_message("entry.numbers_drawn"),
        tournament=tournament,
    )
    assert versions(sheets) == [one + 1, other + 1, elsewhere]


def test_what_is_logged_of_a_club_raises_no_sheet(tournament, sheets):
    before = versions(sheets)
    log(
        build.command(),
        "player",
        log_message("entry.numbers_drawn"),
        club=tournament.club,
    )
    assert versions(sheets) == before


def test_a_locked_sheet_is_as_it_is_now(sheets):
    stale = Sheet.objects.select_related("round").get(pk=sheets[0].pk)
    Round.objects.filter(pk=stale.round_id).update(state=Round.State.FINISHED)
    with transaction.atomic():
        fresh = lock_sheet(stale)
        with CaptureQueriesContext(connection) as asked:
            assert fresh.round.state == Round.State.FINISHED
            assert fresh.round.tournament.club.slug == "lodge-24"
    assert not asked.captured_queries


def test_a_locked_sheet_is_raised_by_each_line_of_the_log(sheets):
    one, other, elsewhere = versions(sheets)
    with transaction.atomic():
        fresh = lock_sheet(sheets[0])
        for _ in (1, 2):
            log(
                build.command(), "hand", log_message("entry.numbers_drawn"), sheet=fresh
            )
    assert fresh.version == one + 2
    assert versions(sheets) == [one + 2, other, elsewhere]


def test_a_lock_alone_raises_no_version(sheets):
    before = versions(sheets)
    with transaction.atomic():
        lock_sheet(sheets[0])
    assert versions(sheets) == before


def test_a_sheet_drawn_anew_meanwhile_is_refused(sheets):
    gone = Sheet(pk=987_654, round=sheets[0].round, table=9)
    with transaction.atomic(), pytest.raises(ActionRefused, match="drawn again"):
        lock_sheet(gone)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks the file")
def test_locks_let_others_point_to_the_row(tournament, sheets):
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        lock(tournament)
        lock_sheet(sheets[0])
    sql = [each["sql"] for each in asked]
    assert sum(" FOR NO KEY UPDATE" in each for each in sql) == 2
    assert sum(" FOR " in each for each in sql) == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite’s way to plan")
def test_a_key_is_looked_up_without_reading_the_log(tournament):
    with CaptureQueriesContext(connection) as asked:
        find_duplicate("a key")
    (query,) = asked
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
        plan = " ".join(str(row) for row in cursor.fetchall())
    assert "scoring_change_key" in plan
