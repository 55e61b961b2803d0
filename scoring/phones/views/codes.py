"""The way from the short code on a sheet to its page, if there is no camera."""

import re
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.access import client_address
from clubs.i18n import message
from clubs.login_throttle import check_throttle
from scoring.models import Round, Sheet
from scoring.phones.tokens import count_wrong, wait_of
from scoring.tournaments.club_desk import sheet_with_code

MOST_LETTERS = 200  # of typed text, as in the field
TABLE = re.compile(r"/t/([A-Za-z0-9_-]+)")


@require_safe
def code(request: HttpRequest) -> HttpResponse:
    """Redirect to the table page while its round is played, else to the public sheet.

    The address of a table page works too. A code gives access to writing, so wrong ones
    are counted, and after many of them there is a wait. Wrong text is in the start
    page's field again.
    """
    typed, address = request.GET.get("code", "").strip(), client_address(request)
    if wait := wait_of(address):
        messages.error(
            request, message("Too many wrong codes. {wait}", wait=check_throttle(wait))
        )
    elif not typed:
        messages.error(request, message("Type the code from the score sheet."))
    elif sheet := _sheet_meant(typed):
        return redirect(_address_of(sheet))
    elif "/" in typed:
        count_wrong(address)
        messages.error(
            request,
            message(
                "That address doesn’t open a table. Type the code from the score sheet."
            ),
        )
    else:
        count_wrong(address)
        messages.error(
            request,
            message(
                "No score sheet has the code “{code}”. Check the paper. Codes never "
                "have the letters O, I or S or the digit 1.",
                code=typed[:20],
            ),
        )
    query = f"?{urlencode({'code': typed[:MOST_LETTERS]})}" if typed else ""
    return redirect(reverse("clubs:home") + query)


def _sheet_meant(typed: str) -> Sheet | None:
    """Return the published sheet with this code, or with a table page’s address."""
    if found := TABLE.search(typed):
        sheets = Sheet.objects.exclude(round__state=Round.State.DRAFT)
        sheets = sheets.select_related("round__tournament__club")
        return sheets.filter(token=found[1]).first()
    return sheet_with_code(typed)


def _address_of(sheet: Sheet) -> str:
    if sheet.round.state != Round.State.OPEN and sheet.round.tournament.public:
        return sheet.get_absolute_url()
    return reverse("scoring:table", args=[sheet.token])
