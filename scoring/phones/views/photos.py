"""Photos of the paper sheet, sent by a phone at the table: a file and no JSON."""

from typing import Any

from django.http import HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from clubs.i18n import message
from clubs.images import MAX_BYTES, TOO_BIG, Unusable, picture_of
from scoring.core.writes import ActionRefused
from scoring.models import Photo
from scoring.phones.views.api import (
    KEY,
    PhonePermission,
    PhoneRequest,
    refusal,
    with_token,
)
from scoring.sheets import photos


@csrf_exempt
@require_POST
@with_token
def attach(request: PhoneRequest) -> HttpResponse:
    """Save one photo, with the key of this write; the answer is like other writes.

    503 if the disk is full: the phone keeps the photo and tries again.
    """
    if reason := request.kept_out(PhonePermission.WRITES):
        return refusal(403, reason, state=request.state)
    try:
        key = request.http.POST.get("key", "")
        file: Any = request.http.FILES.get("photo")
    except (MultiPartParserError, UnreadablePostError):  # interrupted
        key, file = "", None
    if not KEY.fullmatch(key) or file is None:
        return refusal(400, message("An image and its key are required."))
    sheet = request.sheet
    if not Photo.objects.filter(key=key, sheet=sheet).exists():
        try:
            if file.size > MAX_BYTES:  # before it's opened
                raise Unusable(TOO_BIG)
            picture = picture_of(file)
            photos.attach(sheet=sheet, actor=request.by, picture=picture, key=key)
        except (Unusable, ActionRefused) as wrong:
            return refusal(422, str(wrong), "photo", state=request.state)
        except OSError as error:
            text = message("The photo wasn’t saved: {why}.", why=error.strerror)
            return refusal(503, text)
    saved = {"key": key, "photos": len(photos.pictures_of(sheet))}
    return JsonResponse({"saved": saved, "state": request.state})
