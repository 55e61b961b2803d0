"""The door of the table page: the token is all it looks at (docs/table.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page

from scoring.forms.messages import KEY
from scoring.models import Phone, Sheet
from scoring.selectors.table_state import phone_at, sheet_by_token

NO_SHEET = (
    "There is no sheet at this address. If the desk gave the table a new code, scan "
    "that one."
)
CLOSED_PAGE = "The desk closed this page. Ask at the desk."


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at the table's door: which sheet, and whose phone if it is known."""

    request: HttpRequest
    sheet: Sheet
    phone: Phone | None


Answer = Callable[..., HttpResponse]


def at_the_door(answer: Answer) -> Answer:
    """Lets in whoever has a sheet's token; all answers are JSON and not kept.

    404 for an unknown token, 410 where the desk closed the page.
    """

    @csrf_exempt
    @gzip_page
    @wraps(answer)
    def view(request: HttpRequest, token: str, **parts: Any) -> HttpResponse:
        visit = visit_of(request, token)
        if visit is None:
            response = refusal(404, NO_SHEET)
        elif visit.sheet.revoked_at:
            response = refusal(410, CLOSED_PAGE)
        else:
            response = answer(visit, **parts)
        response.headers.setdefault("Cache-Control", "no-store")
        return unseen(response)

    return view


def visit_of(request: HttpRequest, token: str) -> Visit | None:
    """Who comes to which sheet, in one query where the phone is known."""
    key = request.headers.get("X-Phone", "")
    if KEY.fullmatch(key) and (phone := phone_at(token, key)):
        return Visit(request, phone.sheet, phone)
    sheet = sheet_by_token(token)
    return Visit(request, sheet, None) if sheet else None


def unseen(response: HttpResponse) -> HttpResponse:
    """The address is a secret: told to nobody, kept out of search engines."""
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def refusal(status: int, message: str, field: str = "", **more: Any) -> JsonResponse:
    """What was not done, and why, in a sentence."""
    refused = {"message": message, "field": field, "problems": []}
    return JsonResponse({"refused": refused} | more, status=status)
