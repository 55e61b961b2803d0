"""Pictures of the paper sheet that a phone sends: who may, when, and what is refused."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from PIL import Image

from scoring.models import Change, Photo, Round, Sheet
from scoring.sheets import photos
from tests.messages import message
from tests.scoring.at_table import Caller, assert_refused, new_key
from tests.stores import path_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.PHOTOS = tmp_path / "photos"
    return settings.PHOTOS


def jpeg() -> bytes:
    out = BytesIO()
    Image.new("RGB", (40, 30), "red").save(out, "JPEG")
    return out.getvalue()


def send(caller: Caller, key: str = "", content: bytes = b"") -> HttpResponse:
    fields: dict[str, Any] = {"key": key or new_key()}
    fields["photo"] = SimpleUploadedFile("sheet.jpg", content or jpeg())
    return caller.client.post(caller.at("photos/"), fields, headers=caller.headers)


def test_the_keepers_picture_is_at_the_desk_once(
    keeper: Caller, sheet: Sheet, folder: Path
) -> None:
    key = new_key()
    for _ in range(2):  # its first answer was lost
        answer = send(keeper, key)
        assert answer.json()["saved"] == {"key": key, "photos": 1}
        assert answer.json()["state"]["sheet"]["id"] == sheet.pk
        assert answer["Cache-Control"] == "no-store"
    photo = Photo.objects.get()
    assert (photo.sheet, photo.by, photo.by_name) == (sheet, None, keeper.row.name)
    assert [*folder.iterdir()] == [path_of(photo)]
    assert Change.objects.filter(what="photo").get().source == "table"


def test_whoever_only_looks_on_sends_none(other: Caller, sheet: Sheet) -> None:
    for caller in (other, Caller(sheet), Caller(sheet, key="")):
        assert send(caller).status_code == 403
    assert not Photo.objects.exists()


def test_what_is_no_picture_is_told_in_words(keeper: Caller, folder: Path) -> None:
    said = assert_refused(send(keeper, content=b"not a picture"), "photo")
    assert said == message(
        "This isn’t an image, or it’s damaged. Send a JPEG, PNG or WebP."
    )
    for fields in ({}, {"key": new_key()}, {"key": "x", "photo": "text"}):
        answer = keeper.client.post(
            keeper.at("photos/"), fields, headers=keeper.headers
        )
        assert answer.status_code == 400
        assert answer.json()["refused"]["message"]
    assert not folder.exists()


def test_too_large_a_file_is_not_looked_into(
    keeper: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.phones.views.photos.MAX_BYTES", 10)
    assert message(
        "The file is larger than 15 MB. Use a smaller image."
    ) in assert_refused(send(keeper), "photo")


def test_a_table_attaches_no_more_than_a_desk(
    keeper: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "MOST", 1)
    send(keeper)
    said = assert_refused(send(keeper), "photo")
    assert said == message(
        "This sheet already has {n} photos. You can’t add more.", n=1
    )


def test_only_while_the_round_is_open(keeper: Caller, sheet: Sheet) -> None:
    key = new_key()
    send(keeper, key)
    assert keeper.state()["sheet"]["photos"] is True
    Round.objects.update(state=Round.State.FINISHED)
    assert keeper.state()["sheet"]["photos"] is False
    said = assert_refused(send(keeper), "photo")
    assert said == message("Round {number} isn’t being played.", number=1)
    assert send(keeper, key).status_code == 200  # it is there


def test_a_full_disk_is_no_answer_that_ends_it(
    keeper: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(photos, "attach", full)
    answer = send(keeper)
    assert answer.status_code == 503
    assert "No space left" in answer.json()["refused"]["message"]


def test_a_form_that_breaks_off_is_no_picture(keeper: Caller) -> None:
    answer = keeper.client.post(
        keeper.at("photos/"),
        b"--x\r\nContent-Disposition: form-data",
        "multipart/form-data",
        headers=keeper.headers,
    )
    assert answer.status_code == 400
