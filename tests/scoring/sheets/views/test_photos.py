"""Pictures on the web: who attaches, who sees, who removes, and what is refused."""

from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from PIL import Image

from scoring.models import Photo, Sheet
from scoring.sheets.views import sheet as form
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of
from tests.stores import path_of

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.PHOTOS = tmp_path / "photos"
    return settings.PHOTOS


@pytest.fixture
def sheet(crew: Crew) -> Sheet:
    return build.open_sheet(build.tournament(crew.club))


def where(sheet: Sheet, name: str = "sheet-photo", *more: object) -> str:
    return at(sheet.round.tournament, name, sheet.round.number, sheet.table, *more)


def jpeg(colour: str = "red") -> bytes:
    out = BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "JPEG")
    return out.getvalue()


def send(
    crew: Crew,
    sheet: Sheet,
    content: bytes | None = None,
    who: str = "scorekeeper",
    key: str = "form-1",
    **headers: str,
) -> HttpResponse:
    file = SimpleUploadedFile("../x\u202e.jpg", jpeg() if content is None else content)
    url = where(sheet, "sheet-photo-add")
    return crew.clients[who].post(url, {"photo": file, "key": key}, headers=headers)


def page(crew: Crew, sheet: Sheet, who: str = "scorekeeper", query: str = "") -> str:
    return text_of(crew.get(who, where(sheet, "sheet-desk") + query))


def test_a_made_up_name_leads_to_no_other_file(
    crew: Crew, sheet: Sheet, folder: Path
) -> None:
    """Rows come from backups, and somebody may have written one."""
    send(crew, sheet)
    secret = folder.parent / "secret-key"
    secret.write_text("secret")
    Photo.objects.update(name="../secret-key")
    shown = where(sheet, "sheet-photo", Photo.objects.get().pk)
    assert crew.get("director", shown).status_code == 404
    crew.post("director", where(sheet, "sheet-photo-remove", Photo.objects.get().pk))
    assert Photo.objects.get().removed_at
    assert secret.exists()


def test_a_picture_stands_beside_the_fields(crew: Crew, sheet: Sheet) -> None:
    answer = send(crew, sheet)
    assert answer.url == where(sheet, "sheet-desk")
    photo = Photo.objects.get()
    shown = page(crew, sheet)
    assert where(sheet, "sheet-photo", photo.pk) in shown
    assert message("Remove photo") not in shown
    assert message("Remove photo") in page(crew, sheet, "director")
    build.counted(sheet, crew.users["scorekeeper"])
    again = page(crew, sheet, query="?again")
    assert where(sheet, "sheet-photo", photo.pk) in again
    assert "sheet-photo-add" not in again


def test_it_is_served_to_the_desk_alone(crew: Crew, sheet: Sheet) -> None:
    send(crew, sheet)
    photo = Photo.objects.get()
    address = where(sheet, "sheet-photo", photo.pk)
    answer = crew.get("scorekeeper", address)
    assert b"".join(answer.streaming_content) == path_of(photo).read_bytes()
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Content-Disposition"].startswith("inline; ")
    assert crew.get("visitor", address).status_code == 302
    assert crew.get("outsider", address).status_code == 404
    assert photo.name not in page(crew, sheet)


def test_another_sheets_picture_is_not_here(crew: Crew, sheet: Sheet) -> None:
    other = build.open_sheet(sheet.round.tournament)
    photo = build.photo(other)
    for name in ("sheet-photo", "sheet-photo-remove"):
        send_ = crew.get if name == "sheet-photo" else crew.post
        assert send_("director", where(sheet, name, photo.pk)).status_code == 404


def test_a_page_that_asks_by_itself_gets_its_part(crew: Crew, sheet: Sheet) -> None:
    answer = send(crew, sheet, **HX)
    assert answer.status_code == 200
    text = text_of(answer)
    assert text.startswith('<section class="paper" id="paper"')
    assert where(sheet, "sheet-photo", Photo.objects.get().pk) in text
    assert 'value="form-1"' not in text  # the next picture is another write
    assert text_of(send(crew, sheet, **HX)).count("<figure") == 1  # pressed twice
    assert text_of(send(crew, sheet, key="form-2", **HX)).count("<figure") == 2


@in_turn(
    "content, why",
    [
        (b"", message("The file is empty.")),
        (
            b"%PDF-1.7",
            message("This isn’t an image, or it’s damaged. Send a JPEG, PNG or WebP."),
        ),
        (
            bytes(4) + b"ftypheic" + bytes(20),
            message(
                "This is a HEIC image, which only Apple’s programs open. Take it again with "
                "the button here, or set the camera to “Most compatible” (JPEG)."
            ),
        ),
        (
            jpeg()[:200],
            message("This isn’t an image, or it’s damaged. Send a JPEG, PNG or WebP."),
        ),
    ],
)
@in_turn("headers", [{}, HX])
def test_what_is_no_picture_is_told_at_its_field(
    crew: Crew, sheet: Sheet, content: bytes, why: str, headers: dict[str, str]
) -> None:
    answer = send(crew, sheet, content, **headers)
    assert answer.status_code == 200
    assert why in text_of(answer)
    assert not Photo.objects.exists()


def test_a_file_too_large_is_not_looked_into(
    crew: Crew, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form, "MAX_BYTES", 100)
    assert message("The file is larger than 15 MB. Use a smaller image.") in text_of(
        send(crew, sheet)
    )


def test_no_picture_is_asked_for(crew: Crew, sheet: Sheet) -> None:
    answer = crew.post("scorekeeper", where(sheet, "sheet-photo-add"), {"key": "x"})
    assert message("Choose a photo first.") in text_of(answer)


def test_a_full_disk_is_told(
    crew: Crew, sheet: Sheet, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_bytes(b"in the way")
    assert "The photo wasn’t saved: File exists." in text_of(send(crew, sheet))


def test_a_director_removes_it(
    crew: Crew, sheet: Sheet, django_capture_on_commit_callbacks
) -> None:
    photo = build.photo(sheet)
    address = where(sheet, "sheet-photo-remove", photo.pk)
    assert crew.post("scorekeeper", address).status_code == 403
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            answer = crew.post("director", address)
        assert answer.url == where(sheet, "sheet-desk")
    assert messages_of(answer)[-1] == message(
        "The photo was removed. The log has a note of it."
    )
    assert not path_of(photo).exists()
    assert crew.get("owner", where(sheet, "sheet-photo", photo.pk)).status_code == 404
    assert "<figure" not in page(crew, sheet)


def test_a_missing_file_is_not_found(crew: Crew, sheet: Sheet) -> None:
    photo = build.photo(sheet)
    path_of(photo).unlink()
    assert crew.get("owner", where(sheet, "sheet-photo", photo.pk)).status_code == 404


def test_in_the_pile_it_stays_in_the_pile(crew: Crew, sheet: Sheet) -> None:
    url = f"{where(sheet, 'sheet-photo-add')}?paper"
    assert url in page(crew, sheet, query="?paper")
    file = SimpleUploadedFile("x.jpg", jpeg())
    answer = crew.post("scorekeeper", url, {"photo": file, "key": "form-1"})
    assert answer.url == f"{where(sheet, 'sheet-desk')}?paper"
