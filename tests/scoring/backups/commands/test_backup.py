"""backup: one file, whole or not there, read by its owner alone, of one moment."""

import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.plugin import DjangoDbBlocker

from clubs.storage import store
from scoring.audit.integrity import differences_in
from scoring.backups import archive, create
from scoring.backups.archive import open_archive
from scoring.models import Photo, Sheet, Tournament
from scoring.sheets import photos
from tests import builders as build
from tests.messages import message
from tests.scoring.backups.commands.backed_up import full_site
from tests.stores import each_store

__all__ = ["each_store"]

pytestmark = pytest.mark.django_db(transaction=True)


def backup(path: Path) -> str:
    out = io.StringIO()
    call_command("backup", output=str(path), stdout=out)
    return out.getvalue()


def refused(path: Path) -> str:
    """What the command says; nothing is left behind."""
    before = sorted(path.parent.iterdir())
    with pytest.raises(CommandError) as wrong:
        backup(path)
    assert wrong.value.returncode == 2
    assert sorted(path.parent.iterdir()) == before
    return str(wrong.value)


def test_it_says_what_it_wrote(tmp_path: Path) -> None:
    full_site()
    path = tmp_path / "site.zip"
    said = backup(path)
    with open_archive(path) as made:
        assert said.startswith(f"Wrote {path}: {made.manifest.rows} rows, ")
        assert made.manifest.database == connection.vendor
        assert ("scoring", "0001_initial") in made.manifest.migrations
        assert made.manifest.tables["clubs_club"].rows == 1
    assert list(tmp_path.iterdir()) == [path]


def test_sessions_and_the_secret_key_stay_here(tmp_path: Path) -> None:
    backup(tmp_path / "site.zip")
    with open_archive(tmp_path / "site.zip") as made:
        names = " ".join(made.manifest.files)
    assert "session" not in names
    assert "secret" not in names


def test_a_newer_database_is_not_backed_up(tmp_path: Path) -> None:
    future = ("scoring", "0999_future")
    MigrationRecorder(connection).record_applied(*future)
    try:
        assert message(
            "The database was made by a newer version of Valat. Update Valat first."
        ) in refused(tmp_path / "site.zip")
    finally:  # no test's end takes it away
        MigrationRecorder(connection).record_unapplied(*future)


def test_only_its_owner_can_read_it_from_the_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = []

    class Watched(archive.Writer):
        def add(self, *args: object, **options: object) -> None:
            (draft,) = tmp_path.iterdir()
            modes.append(stat.S_IMODE(draft.stat().st_mode))
            super().add(*args, **options)

    monkeypatch.setattr(archive, "Writer", Watched)
    usual = os.umask(0)
    try:
        backup(tmp_path / "site.zip")
    finally:
        os.umask(usual)
    modes.append(stat.S_IMODE((tmp_path / "site.zip").stat().st_mode))
    assert set(modes) == {0o600}


@pytest.mark.parametrize("what", ["file", "folder", "broken link"])
def test_what_is_there_is_left_alone(tmp_path: Path, what: str) -> None:
    path = tmp_path / "site.zip"
    if what == "file":
        path.write_bytes(b"older")
    elif what == "folder":
        path.mkdir()
    else:
        path.symlink_to("nowhere")
    assert refused(path) == message(
        "{path} already exists. Choose another name.", path=path
    )


def test_a_file_that_came_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "site.zip"
    finish = archive.Writer.finish

    def late(*args: object) -> None:
        finish(*args)
        path.write_bytes(b"another's")

    monkeypatch.setattr(archive.Writer, "finish", late)
    with pytest.raises(CommandError, match="already exists\\. Choose another name\\."):
        backup(path)
    assert path.read_bytes() == b"another's"
    assert list(tmp_path.iterdir()) == [path]


def test_a_memory_stick_without_second_names_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def impossible(*args: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", impossible)
    backup(tmp_path / "site.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["site.zip"]
    assert "already exists. Choose another name." in refused(tmp_path / "site.zip")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        backup(tmp_path / "nowhere" / "site.zip")


def test_a_full_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in refused(tmp_path / "site.zip")


def test_what_could_not_be_restored_is_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_UNPACKED", -(10**12))
    assert "couldn’t be read back. Check" in refused(tmp_path / "site.zip")


def pictures(number: int) -> list[Photo]:
    sheet = build.open_sheet(build.tournament(build.club()))
    return [build.photo(sheet) for _ in range(number)]


def test_photos_go_with_it_and_nothing_else(each_store: str, tmp_path: Path) -> None:
    """What no row names belongs to no picture; the audit says so."""
    kept, gone = pictures(2)
    photos.remove(photo=gone, actor=build.command())
    store("photos").put("stray.jpg", b"x")
    assert ", 1 photo, " in backup(tmp_path / "site.zip")
    with open_archive(tmp_path / "site.zip") as made:
        assert made.manifest.photos == [f"photos/{kept.name}"]
        whole = b"".join(made.chunks(f"photos/{kept.name}"))
    assert whole == store("photos").content(kept.name)


def test_one_that_lacks_a_picture_says_which_and_is_none(
    each_store: str, tmp_path: Path
) -> None:
    _, gone = pictures(2)
    store("photos").delete(gone.name)
    said = refused(tmp_path / "site.zip")
    assert "missing: SPJST Lodge 24, Fall Tarok, round 1, table 1." in said
    assert gone.name in said
    assert not (tmp_path / "site.zip").exists()
    Photo.objects.filter(pk=gone.pk).update(name="../secret-key")
    assert "is missing" in refused(tmp_path / "site.zip")
    photos.remove(photo=gone, actor=build.command())
    assert ", 1 photo, " in backup(tmp_path / "site.zip")


def test_a_picture_removed_this_very_moment_stops_no_backup(
    each_store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, gone = pictures(2)
    listed = create._photos_in

    def removed_then(*where: Any) -> list[str]:
        names = listed(*where)
        photos.remove(photo=gone, actor=build.command())
        return names

    monkeypatch.setattr(create, "_photos_in", removed_then)
    assert ", 1 photo, " in backup(tmp_path / "site.zip")


def test_a_backup_is_of_one_moment_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    """Between any two tables somebody verifies a sheet, and need not wait."""
    tournament = build.tournament(build.club())
    open_sheets = list(build.published_round(tournament, 20).sheets.all())
    saved_at = []
    lines_of = create.lines_of

    def verify() -> None:
        build.verified_sheet(open_sheets.pop())
        connection.close()

    def slowly(rows: models.QuerySet[models.Model]) -> Iterator[bytes]:
        model = rows.model
        if open_sheets and model._meta.app_label == "scoring":
            writer = Thread(target=verify)
            writer.start()
            writer.join()
            saved_at.append(model._meta.db_table)
        yield from lines_of(rows)

    monkeypatch.setattr(create, "lines_of", slowly)
    backup(tmp_path / "site.zip")
    assert {"scoring_count", "scoring_seat", "scoring_standings"} <= {*saved_at}
    verified = Sheet.objects.exclude(counts=None).count()
    assert verified == len(saved_at)

    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", str(tmp_path / "site.zip"), stdout=io.StringIO())
    assert Sheet.objects.exclude(counts=None).count() < verified
    assert not list(differences_in(Tournament.objects.get()))
