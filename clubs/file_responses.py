"""Responses that send a stored file: by nginx, from S3, or through this process."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from django.conf import settings
from django.http import (
    FileResponse,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.utils.http import content_disposition_header

from clubs.storage import store

NOT_GUESSED = {"X-Content-Type-Options": "nosniff"}
# An address that opens a file for a minute must not be shared or cached.
PRIVATE = {**NOT_GUESSED, "Cache-Control": "private, no-store"}
PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class Sent:
    """A stored file to send to a user who is allowed to have it."""

    store: str
    file: str
    name: str
    kind: str
    to_keep: bool = False


def send_file(sent: Sent, headers: Mapping[str, str] = NOT_GUESSED) -> HttpResponseBase:
    """Return a response with a stored file; the caller has already checked permission.

    nginx sends the file if X_ACCEL is set, an S3 store by an address valid for a
    minute, otherwise this process. Raises FileNotFoundError.
    """
    files = store(sent.store)
    disposition = content_disposition_header(sent.to_keep, sent.name) or "inline"
    address = files.address(sent.file, kind=sent.kind, disposition=disposition)
    if not address and not settings.X_ACCEL:
        return FileResponse(
            files.open(sent.file),
            filename=sent.name,
            as_attachment=sent.to_keep,
            content_type=sent.kind,
            headers=headers,
        )
    if not files.exists(sent.file):
        raise FileNotFoundError(sent.file)
    if not settings.X_ACCEL:
        return HttpResponseRedirect(address, headers=PRIVATE)
    response = HttpResponse(content_type=sent.kind, headers=headers)
    response.headers["Content-Disposition"] = disposition
    response.headers["X-Accel-Redirect"] = settings.X_ACCEL + (
        f"s3/{address.partition('://')[2].partition('/')[2]}"
        if address
        else f"{sent.store}/{quote(sent.file)}"
    )
    return response
