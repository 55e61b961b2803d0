"""Pictures in folders and in S3 alike: kept, shown to who may, gone; a store that is away."""

from urllib.parse import parse_qs, urlsplit

import pytest

from clubs.storage import StorageDown, store
from scoring.audit.integrity import stray_files, wrong_photos
from scoring.models import Photo, Sheet
from scoring.sheets import photos
from tests import builders as build
from tests.scoring.crew import Crew, at, text_of
from tests.scoring.sheets.views.test_photos import send, where
from tests.stores import away, each_store, in_s3, names

__all__ = ["each_store"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(crew: Crew) -> Sheet:
    return build.open_sheet(build.tournament(crew.club))


def test_a_picture_is_kept_shown_and_removed(
    each_store: str, crew: Crew, sheet: Sheet, django_capture_on_commit_callbacks
) -> None:
    assert send(crew, sheet).status_code == 302
    photo = Photo.objects.get()
    assert names("photos") == [photo.name]
    assert not [*wrong_photos(sheet.round.tournament), *stray_files()]
    shown = where(sheet, "sheet-photo", photo.pk)
    answer = crew.get("scorekeeper", shown)
    assert answer["Cache-Control"] == "private, no-store"
    if each_store == "s3":
        signed = urlsplit(answer.url)
        assert signed.path.endswith(f"/photos/{photo.name}")
        asked = parse_qs(signed.query)
        assert asked["X-Amz-Expires"] == ["60"]
        assert asked["response-cache-control"] == ["private, max-age=60"]
        assert asked["response-content-type"] == ["image/jpeg"]
    else:
        assert b"".join(answer.streaming_content) == store("photos").content(photo.name)
    assert crew.get("outsider", shown).status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        crew.post("director", where(sheet, "sheet-photo-remove", photo.pk))
    assert names("photos") == []
    assert crew.get("director", shown).status_code == 404


def test_nginx_sends_what_the_site_allows(
    each_store: str, crew: Crew, sheet: Sheet, settings
) -> None:
    settings.X_ACCEL = "/kept/"
    photo = build.photo(sheet)
    shown = where(sheet, "sheet-photo", photo.pk)
    answer = crew.get("scorekeeper", shown)
    assert (answer.status_code, answer.content) == (200, b"")
    sent = answer["X-Accel-Redirect"]
    if each_store == "s3":
        assert sent.startswith("/kept/s3/")
        assert f"/photos/{photo.name}?" in sent
    else:
        assert sent == f"/kept/photos/{photo.name}"
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["Cache-Control"] == "private, no-store"
    assert "X-Accel-Redirect" not in crew.get("outsider", shown)
    store("photos").delete(photo.name)
    assert crew.get("scorekeeper", shown).status_code == 404


def test_the_audit_reads_each_store(each_store: str, sheet: Sheet) -> None:
    gone, damaged = build.photo(sheet), build.photo(sheet)
    store("photos").delete(gone.name)
    whole = store("photos").content(damaged.name)
    store("photos").put(damaged.name, whole[:-40])
    found = list(wrong_photos(sheet.round.tournament))
    assert ["missing" in found[0], "damaged" in found[1], len(found)] == [True, True, 2]


def test_a_store_that_is_away_costs_one_function(crew: Crew, sheet: Sheet) -> None:
    """What is sent is not saved and says so; the sheet is counted all the same."""
    with in_s3():
        photo = build.photo(sheet)
        with away():
            answer = send(crew, sheet)
            assert "The photo wasn’t saved: The site’s file storage" in text_of(answer)
            assert text_of(answer).count("hx-preserve") == 2  # it stays chosen
            assert Photo.objects.count() == 1
            page = crew.get(
                "scorekeeper", at(sheet.round.tournament, "tournament-desk")
            )
            assert page.status_code == 200
            assert (
                crew.get("scorekeeper", where(sheet, "sheet-desk")).status_code == 200
            )
            shown = where(sheet, "sheet-photo", photo.pk)
            crew.clients["scorekeeper"].raise_request_exception = False
            told = crew.get("scorekeeper", shown)
            assert told.status_code == 503
            assert "is not responding" in text_of(told)
            with pytest.raises(StorageDown):
                store("photos").exists(photo.name)
        assert store("photos").exists(photo.name)


def test_a_removed_picture_goes_once_its_store_is_back(
    crew: Crew, sheet: Sheet, django_capture_on_commit_callbacks, monkeypatch
) -> None:
    put = []
    monkeypatch.setattr(photos, "enqueue", lambda task, pk: put.append(pk))
    with in_s3():
        photo = build.photo(sheet)
        with away(), django_capture_on_commit_callbacks(execute=True):
            crew.post("director", where(sheet, "sheet-photo-remove", photo.pk))
        assert (put, names("photos")) == ([photo.pk], [photo.name])
        photos.forget_file.call(photo.pk)
        assert names("photos") == []
