"""What is sent beyond the largest file is counted and not kept."""

import os

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory

from config import upload_handlers
from config.logging_config import Formatter


def test_the_rest_of_a_large_file_is_only_counted(monkeypatch) -> None:
    monkeypatch.setattr(upload_handlers, "LARGEST", 1 << 20)
    for size in (3 << 20, 9 << 20):
        file = SimpleUploadedFile("sheet.jpg", bytes(size))
        sent = RequestFactory().post("/", {"photo": file}).FILES["photo"]
        assert sent.size == size
        assert os.path.getsize(sent.temporary_file_path()) <= (1 << 20) + (64 << 10)
        sent.close()


@pytest.mark.parametrize(
    "too_much",
    [
        {"text": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)},
        {f"box{n}": "1" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 3)},
        {f"file{n}": SimpleUploadedFile("a.csv", b"a") for n in range(101)},
    ],
    ids=["text", "fields", "files"],
)
@pytest.mark.django_db
def test_too_much_beside_a_file_is_told_the_limit(
    too_much: dict, caplog: pytest.LogCaptureFixture
) -> None:
    file = SimpleUploadedFile("people.csv", b"Marie")
    strict = Client(
        enforce_csrf_checks=True
    )  # whoever looks for the token reads it all
    strict.cookies["csrftoken"] = "c" * 32
    answer = strict.post("/sign-in/", {**too_much, "file": file})
    assert answer.status_code == 413
    assert "Nothing was saved" in answer.content.decode()
    lines = [Formatter().format(each) for each in caplog.records]
    assert len("\n".join(lines).splitlines()) == 1
