"""The table page, its state, and the people who can sit at the table."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from clubs.branding import APP, app_of
from clubs.i18n import message
from clubs.languages import offered, speak_at_table
from clubs.templatetags.look import app_links
from scoring.core.push import waits_at
from scoring.core.sheet_parts import read_sheet
from scoring.games import rules_for_phone_of
from scoring.games.game_adapter import game_of
from scoring.games.table_rules import rules_at
from scoring.models import Sheet
from scoring.phones.event_summary import evening_of
from scoring.phones.phone_state import state_of, version_of
from scoring.phones.seat_fixes import people_for
from scoring.phones.tokens import sheet_by_token
from scoring.phones.views import files as table_files
from scoring.phones.views.api import (
    CLOSED_PAGE,
    PhonePermission,
    PhoneRequest,
    get_view,
    hide_address,
)
from scoring.sheets import phones
from scoring.sheets.hands import totals_of

ICON = "img/icon.svg"
# The style's class of a table of each size, like in static/table/ui/words.js.
SIZES = {3: "three", 4: "four", 5: "five"}


@require_safe
@gzip_page
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page that the QR code on the table opens: names and the first state.

    No session is read and no cookie set. A browser can cache the page, and checks each
    time whether it's current.
    """
    sheet = sheet_by_token(token)
    if sheet is None:
        raise Http404(message("There’s no score sheet at this address."))
    speak_at_table(request, sheet.round.tournament.club)
    if sheet.revoked_at:
        return hide_address(_closed(request))
    context = _context(request, sheet)
    # Without the request, because its context processors would read the session.
    content = render_to_string("scoring/phones/table.html", context).encode()
    etag = quote_etag(hashlib.sha256(content).hexdigest()[:32])
    response = get_conditional_response(request, etag=etag) or HttpResponse(content)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["X-Valat"] = "table"
    response["X-Valat-Needs"] = " ".join(_needs(context["urls"]))
    return hide_address(response)


@require_safe
def app(request: HttpRequest, token: str) -> HttpResponse:
    """Return the web app manifest that lets a phone install this page.

    The app runs in the browser's own frame: on Apple's phones an app without one has
    storage of its own, in which this phone would count as another one.
    """
    sheet = sheet_by_token(token)
    if sheet is None or sheet.revoked_at:
        raise Http404(message("There’s no score sheet at this address."))
    club = sheet.round.tournament.club
    speak_at_table(request, club)
    table, scope = message("Table {n}", n=sheet.table), reverse("scoring:code")
    start = reverse("scoring:table", args=[token])
    scope_settings = {"id": scope, "scope": scope, "display": "minimal-ui"}
    manifest = app_of(club, f"{table} · {club.name}", table, start, **scope_settings)
    response = JsonResponse(manifest, content_type=APP)
    response["Cache-Control"] = "private, no-cache"
    return hide_address(response)


@get_view()
def state(request: PhoneRequest) -> HttpResponse:
    """Return the state, or 304 if the phone has it; also record the contact."""
    if request.phone:
        phones.record_contact(phone=request.phone, unsent=_unsent(request.http))
    etag = quote_etag(version_of(request.sheet))
    response = get_conditional_response(request.http, etag=etag)
    if response is None:
        found = request.state
        etag = quote_etag(found["version"])
        response = JsonResponse(found)
    response["ETag"] = etag
    return response


@get_view(PhonePermission.WRITES)
def people(request: PhoneRequest) -> HttpResponse:
    """Return the people who can be put on a seat."""
    return JsonResponse({"people": people_for(request.sheet)})


@get_view()
def evening(request: PhoneRequest) -> HttpResponse:
    """Return the event's standings, as far as the public page has them."""
    return JsonResponse(evening_of(read_sheet(request.sheet.pk)))


def _unsent(request: HttpRequest) -> int:
    """Return how many writes are waiting on this phone, as it reports."""
    count = request.GET.get("unsent", "")
    return int(count) if re.fullmatch("[0-9]{1,4}", count) else 0


def _closed(request: HttpRequest) -> HttpResponse:
    response = render(
        request, "scoring/phones/table_closed.html", {"why": CLOSED_PAGE}, status=410
    )
    response["Cache-Control"] = "no-store"
    return response


def _context(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    tournament = sheet.round.tournament
    found, game, club = state_of(sheet), tournament.game, tournament.club
    base = reverse("scoring:table", args=[sheet.token])
    urls = {
        "base": base,
        "script": table_files.script_url(game),
        "later": table_files.later_url(game),
        "style": table_files.style_url(game),
        "worker": reverse("scoring:table-worker"),
        "fonts": table_files.font_urls(),
        "news": waits_at(("sheet", sheet.pk), ("sheets", tournament.pk)),
    }
    totals = _totals(sheet, found)
    return {
        "sheet": found["sheet"],
        "seats": list(zip(_called(found["seats"]), totals, strict=True)),
        # Only over https: otherwise no phone installs it.
        "app_links": app_links(reverse("scoring:table-app", args=[sheet.token]), club)
        if request.is_secure()
        else "",
        "direction": game_of(tournament).direction,
        "size": SIZES[len(totals)],
        "together": sum(totals),
        "balances": _balances(sheet, totals, found),
        "data": {
            "state": found,
            "rules": rules_for_phone_of(tournament),
            "urls": urls,
            **({"languages": offered()} if len(offered()) > 1 else {}),
            "confirm_qr": _qr(f"{request.build_absolute_uri(base)}#confirm"),
        },
        "urls": urls,
    }


def _called(seats: Sequence[dict[str, Any]]) -> list[str]:
    """Return the short names of people at a table, like static/table/ui/words.js."""
    firsts = [seat["name"].split(" ")[0] for seat in seats]
    return [
        message("Seat {n}", n=seat["position"])
        if seat["free"]
        else (first if firsts.count(first) == 1 else seat["name"])
        for seat, first in zip(seats, firsts, strict=True)
    ]


def _needs(urls: dict[str, Any]) -> list[str]:
    """Return all files that the page needs to open without a network."""
    scripts = [urls["script"], urls["later"]]
    return [*scripts, urls["style"], *urls["fonts"], static(ICON)]


def _totals(sheet: Sheet, found: dict[str, Any]) -> Sequence[int]:
    """Return the scores in force, else the counted ones, else those by the hands."""
    count = found["in_force"] or found["count"]
    return count["scores"] if count else totals_of(sheet)


def _balances(sheet: Sheet, totals: Sequence[int], found: dict[str, Any]) -> bool:
    """Return whether these totals are what they must be, or may be anything."""
    must_total = found["sheet"]["must_total"]
    return not rules_at(sheet).has_total or sum(totals) + _aside(found) == must_total


def _aside(found: dict[str, Any]) -> int:
    """Return the chips in accounts besides these totals: by the count, or the hands."""
    by_hands: int = found["sheet"]["aside"] or 0
    count = found["in_force"] or found["count"] or {}
    return int(count.get("aside", by_hands))


@lru_cache(maxsize=256)
def _qr(address: str) -> str:
    """Return the QR code as SVG that fills its container."""
    return segno.make(address, error="m", micro=False).svg_inline(omitsize=True)
