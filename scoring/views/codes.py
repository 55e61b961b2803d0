"""From the short code on a sheet to its page, where no camera is at hand."""

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from clubs.forms.accounts import client_address
from scoring.selectors.tournaments import sheet_with_code

MOST_A_MINUTE = 30


@require_safe
def code(request: HttpRequest) -> HttpResponse:
    typed = request.GET.get("code", "").strip()
    if _asked_too_often(client_address(request)):
        messages.error(request, "Too many codes in a row. Wait a minute.")
        return redirect("clubs:home")
    sheet = sheet_with_code(typed) if typed else None
    if sheet is None:
        shown = f"No sheet has the code “{typed[:20]}”." if typed else "Type a code."
        messages.error(
            request, f"{shown} Compare it with the paper; it has no O, I, S or digit 1."
        )
        return redirect("clubs:home")
    if sheet.round.tournament.public:
        return redirect(sheet.get_absolute_url())
    return redirect("scoring:table", sheet.token)


def _asked_too_often(address: str) -> bool:
    """A light brake in each worker; what a code opens is public anyway."""
    key = f"codes-{address}"
    cache.add(key, 0, timeout=60)
    try:
        return cache.incr(key) > MOST_A_MINUTE
    except ValueError:  # it ran out in between
        return False
