"""What somebody sends, however large, takes up little of our disk and memory."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.i18n import whole_number

CHUNK = 64 << 10  # bytes
LARGEST = 16 << 20  # bytes; every form says how much less it takes


class UpToTheLargest(TemporaryFileUploadHandler):
    """Keeps the beginning; `size` is the whole, so that a form refuses it in words."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start < LARGEST:
            super().receive_data_chunk(raw_data, start)


def refuse_too_large(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Says the limit to a form with more text than is taken, before anything reads it.

    Read to the end, so that a browser that still sends listens to the answer.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        is_file = request.content_type == "multipart/form-data"
        length = request.headers.get("Content-Length", "")
        size = whole_number(length) or 0
        if is_file or size <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return get_response(request)
        for _ in range(min(size, LARGEST) // CHUNK + 1):
            if not request.read(CHUNK):
                break
        too_large = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return render(request, "413.html", status=too_large)

    return middleware
