"""Limits for uploads, so that large ones use little disk space and memory."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.i18n import whole_number

CHUNK = 64 << 10  # bytes
LARGEST = 16 << 20  # bytes; every form has a smaller limit


class UpToTheLargest(TemporaryFileUploadHandler):
    """An upload handler that stores only the beginning of a file that is too large.

    `size` is still the whole size, so that a form can reject it with a message.
    """

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start < LARGEST:
            super().receive_data_chunk(raw_data, start)


def refuse_too_large(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Reject a form with too much text before anything reads it.

    Reads to the end, so that a browser that is still sending gets the response.
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
