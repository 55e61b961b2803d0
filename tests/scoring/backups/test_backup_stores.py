"""The site's own backups in folders and in S3 alike: made, listed, sent, cleared away."""

import io
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from clubs.storage import store
from config.health import backup_age
from scoring.backups import retention
from scoring.backups.archive import NotWritten
from tests import builders as build
from tests.stores import away, each_store, in_s3, names
from tests.tasks import Waiting
from tests.world import client_of, somebody

__all__ = ["each_store"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kept_in(each_store: str, tasks: Waiting, settings, tmp_path: Path) -> str:
    settings.BACKUPS = tmp_path / "backups"
    settings.DATA_DIR.mkdir(exist_ok=True)
    return each_store


def zips() -> list[str]:
    return [name for name in names("backups") if name.endswith(".zip")]


def test_they_are_made_listed_and_sent(kept_in: str, settings) -> None:
    club = build.club()
    evening = build.tournament(club)
    retention.keep_evening.call(evening.pk)
    retention.keep_evening.call(evening.pk)  # which has all of it already
    whole, _ = retention.store_backup()
    assert len(zips()) == 2
    assert {each.is_whole for each in retention.stored_backups()} == {True, False}
    assert backup_age() is not None
    operator = client_of(somebody("operator", club, club))
    assert whole.name in operator.get("/backups/").content.decode()
    answer = operator.get(f"/backups/{whole.name}")
    if kept_in == "s3":
        assert urlsplit(answer.url).path.endswith(f"/backups/{whole.name}")
        assert not settings.BACKUPS.exists()
    else:
        assert b"".join(answer.streaming_content).startswith(b"PK")
    with store("backups").at_hand(whole.name) as path:
        assert "manifest.json" in ZipFile(path).namelist()


def test_the_command_tells_where(kept_in: str) -> None:
    build.club()
    out = io.StringIO()
    call_command("backup", stdout=out)
    assert out.getvalue().startswith(f"Wrote {store('backups').place(zips()[0])}: ")


def test_the_oldest_go(kept_in: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "KEPT", 2)
    build.club()
    for second in range(3):
        store("backups").put(f"valat-2026-11-20-19000{second}.zip", b"x")
    retention.store_backup()
    assert len(zips()) == 2


def test_one_that_lacks_a_picture_is_not_made(kept_in: str) -> None:
    evening = build.tournament(build.club())
    photo = build.photo(build.open_sheet(evening))
    store("photos").delete(photo.name)
    for make in (
        retention.store_backup,
        lambda: retention.keep_evening.call(evening.pk),
    ):
        with pytest.raises(NotWritten, match="round 1, table 1"):
            make()
    assert zips() == []


def test_a_store_that_is_away_is_told_and_stops_nothing(
    tasks: Waiting, settings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.BACKUPS = tmp_path, tmp_path / "backups"
    club = build.club()
    with in_s3(), away():
        with pytest.raises(NotWritten, match="is not responding"):
            retention.store_backup()
        assert backup_age() is None
        operator = client_of(somebody("operator", club, club))
        operator.raise_request_exception = False
        assert operator.get("/backups/").status_code == 503
        build.opened_round(build.tournament(club))


def test_a_site_may_leave_the_whole_to_postgresql(
    tasks: Waiting, settings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.BACKUPS = tmp_path, tmp_path / "backups"
    settings.BACKUPS_OF_ALL = False
    evening = build.tournament(build.club())
    retention.enqueue_daily()
    retention.back_up(evening)
    assert tasks == []
    retention.ask_for(evening)
    assert tasks == [("keep_evening", evening.pk)]
