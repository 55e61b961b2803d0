"""The table page, its state, and who may sit at the table."""

import hashlib
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scoring.games import rules_for_phone_of
from scoring.models import Sheet
from scoring.selectors.table_state import (
    people_for,
    sheet_by_token,
    state_of,
    totals_of,
    version_of,
)
from scoring.views import table_files
from scoring.views.table_door import CLOSED_PAGE, Visit, at_the_door, unseen


@require_safe
@gzip_page
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The page that the QR code on the table opens: names and the first state.

    No session is asked, no cookie set. A browser may keep it and asks each time
    whether it is still the same.
    """
    sheet = sheet_by_token(token)
    if sheet is None:
        raise Http404("There is no sheet at this address.")
    if sheet.revoked_at:
        return unseen(_closed(request))
    context = _context(request, sheet)
    # Without the request: its context processors would ask for the session.
    content = render_to_string("scoring/table.html", context).encode()
    etag = quote_etag(hashlib.sha256(content).hexdigest()[:32])
    response = get_conditional_response(request, etag=etag) or HttpResponse(content)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["X-Valat"] = "table"
    urls = context["data"]["urls"]
    response["X-Valat-Needs"] = " ".join(
        [urls["script"], urls["style"], *urls["fonts"]]
    )
    return unseen(response)


@require_safe
@at_the_door
def state(visit: Visit) -> HttpResponse:
    """The state, or 304 where the phone has it already."""
    etag = quote_etag(version_of(visit.sheet))
    response = get_conditional_response(visit.request, etag=etag)
    if response is None:
        found = state_of(visit.sheet, visit.phone)
        etag = quote_etag(found["version"])
        response = JsonResponse(found)
    response["ETag"] = etag
    return response


@require_safe
@at_the_door
def people(visit: Visit) -> HttpResponse:
    """Who may be put on a seat."""
    return JsonResponse({"people": people_for(visit.sheet)})


def _closed(request: HttpRequest) -> HttpResponse:
    response = render(
        request, "scoring/table_closed.html", {"why": CLOSED_PAGE}, status=410
    )
    response["Cache-Control"] = "no-store"
    return response


def _context(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    tournament = sheet.round.tournament
    found, game = state_of(sheet), tournament.game
    base = reverse("scoring:table", args=[sheet.token])
    urls = {
        "base": base,
        "script": table_files.script_url(game),
        "style": table_files.style_url(game),
        "worker": reverse("scoring:table-worker"),
        "fonts": table_files.font_urls(),
    }
    return {
        "sheet": found["sheet"],
        "seats": list(zip(found["seats"], totals_of(sheet), strict=True)),
        "data": {
            "state": found,
            "rules": rules_for_phone_of(tournament),
            "urls": urls,
            "confirm_qr": _qr(f"{request.build_absolute_uri(base)}#confirm"),
        },
        "urls": urls,
    }


def _qr(address: str) -> str:
    """The QR code as SVG that takes the size its place gives it."""
    return segno.make(address, error="m", micro=False).svg_inline(omitsize=True)
