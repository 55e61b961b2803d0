"""`./run worker` looks around before it takes anybody's task."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from clubs.management.commands import work
from tests.stores import BUCKET, away, in_s3

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What it would have its processes do."""
    works: list[object] = []
    monkeypatch.setattr(work, "works", lambda n: works.append(n) or [])
    monkeypatch.setattr(work.Processes, "run", lambda *_: None)
    monkeypatch.setattr(work.connections, "close_all", lambda: None)
    monkeypatch.setattr(work.os, "umask", lambda _: None)
    return works


def refused(begun: list[object]) -> str:
    with pytest.raises(CommandError) as error:
        call_command("work")
    assert begun == []
    assert "\n" not in str(error.value)
    return str(error.value)


def test_it_begins_where_all_answers(begun: list[object], settings) -> None:
    settings.BUCKET = BUCKET
    with in_s3():
        call_command("work", "--processes", "3")
    assert begun == [3]


def test_a_database_that_does_not_answer_is_named(
    begun: list[object], settings
) -> None:
    def gone(*_: object) -> None:
        raise OperationalError("connection refused\n\tIs the server running?")

    with connection.execute_wrapper(gone):
        said = refused(begun)
    assert said == (
        f"the setting {settings.DATABASE_SETTING}: the database doesn’t respond (connection refused)"
    )


def test_a_database_of_before_is_told(begun: list[object]) -> None:
    MigrationRecorder.Migration.objects.filter(app="clubs").order_by("-pk")[0].delete()
    assert refused(begun).endswith("Run ./run prepare first.")


def test_on_a_later_database_it_begins_and_the_log_says_so(
    begun: list[object], caplog: pytest.LogCaptureFixture
) -> None:
    MigrationRecorder.Migration.objects.create(app="clubs", name="9999_later")
    call_command("work", "--processes", "1")
    assert begun == [1]
    assert "clubs.9999_later" in caplog.text


def test_a_store_that_does_not_answer_is_named(begun: list[object], settings) -> None:
    settings.BUCKET = BUCKET
    with in_s3(), away():
        said = refused(begun)
    assert said.startswith(f"the setting FILES names s3://{BUCKET}: ")
    settings.BUCKET = "another"
    with in_s3():
        assert "no such bucket" in refused(begun)
