"""Pictures of sheets: a file before its row, one for each form, gone when removed."""

import os
import stat
from pathlib import Path

import pytest

from clubs.images import Picture
from scoring.core.writes import ActionRefused, Actor
from scoring.models import Change, Photo, Sheet
from scoring.sheets import photos
from tests import builders as build
from tests.log_texts import log_text
from tests.stores import path_of
from tests.words import USED_BEFORE

pytestmark = pytest.mark.django_db

PICTURE = Picture(b"\xff\xd8 a picture", 40, 30)


@pytest.fixture
def folder(tmp_path: Path, settings) -> Path:
    settings.PHOTOS = tmp_path / "data" / "photos"
    return settings.PHOTOS


@pytest.fixture
def anna(sheet: Sheet) -> Actor:
    return build.actor(build.member(sheet.round.tournament.club, "director", "anna"))


def attach(sheet: Sheet, by: Actor, key: str = "photo-1") -> Photo:
    return photos.attach(sheet=sheet, actor=by, picture=PICTURE, key=key)


def test_only_its_owner_reads_the_file(
    folder: Path, sheet: Sheet, anna: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (synced.append(fd), fsync(fd)))
    usual = os.umask(0)
    try:
        photo = attach(sheet, anna)
    finally:
        os.umask(usual)
    assert path_of(photo).read_bytes() == PICTURE.content
    assert stat.S_IMODE(path_of(photo).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert len(synced) == 2  # the file, and the folder that names it
    assert (photo.width, photo.height, photo.by_name) == (40, 30, anna.name)
    assert Change.objects.latest("pk").text == log_text(
        "photo.added", round="1", table="1"
    )


def test_the_same_form_is_one_picture(folder: Path, sheet: Sheet, anna: Actor) -> None:
    first = attach(sheet, anna)
    assert attach(sheet, anna) == first
    assert [*folder.iterdir()] == [path_of(first)]
    assert attach(sheet, anna, "photo-2") != first


def test_a_form_of_another_sheet_is_refused(
    folder: Path, sheet: Sheet, anna: Actor
) -> None:
    attach(sheet, anna)
    other = build.open_sheet(sheet.round.tournament)
    build.counted(other, anna.user, key="count-1")
    for key in ("photo-1", Change.objects.exclude(key="").latest("pk").key):
        with pytest.raises(ActionRefused, match=USED_BEFORE):
            attach(other, anna, key)
    assert len([*folder.iterdir()]) == 1


def test_a_sheet_takes_only_so_many(
    folder: Path, sheet: Sheet, anna: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "MOST", 1)
    first = attach(sheet, anna)
    with pytest.raises(ActionRefused) as refused:
        attach(sheet, anna, "photo-2")
    assert refused.value.field == "photo"
    assert [*folder.iterdir()] == [path_of(first)]


def test_a_full_disk_leaves_neither_file_nor_row(
    folder: Path, sheet: Sheet, anna: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        attach(sheet, anna)
    assert not Photo.objects.exists()
    assert not [*folder.iterdir()]


def test_what_is_removed_stays_known(
    folder: Path, sheet: Sheet, anna: Actor, django_capture_on_commit_callbacks
) -> None:
    photo = attach(sheet, anna)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            photos.remove(photo=photo, actor=anna)
    assert not path_of(photo).exists()
    photo.refresh_from_db()
    assert photo.removed_by_name == anna.name
    removed = Change.objects.filter(text__startswith="removed a photo")
    assert removed.count() == 1
    attach(sheet, anna, "photo-2")
