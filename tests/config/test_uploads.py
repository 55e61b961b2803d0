"""What is sent beyond the largest file is counted and not kept."""

import os

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from config import uploads


def test_the_rest_of_a_large_file_is_only_counted(monkeypatch) -> None:
    monkeypatch.setattr(uploads, "LARGEST", 1 << 20)
    for size in (3 << 20, 9 << 20):
        file = SimpleUploadedFile("sheet.jpg", bytes(size))
        sent = RequestFactory().post("/", {"photo": file}).FILES["photo"]
        assert sent.size == size
        assert os.path.getsize(sent.temporary_file_path()) <= (1 << 20) + (64 << 10)
        sent.close()
