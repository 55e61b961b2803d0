"""The room's ledger at the desk."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.audit.selectors.ledger import ledger_of
from scoring.core.access import desk_of
from scoring.core.views.desk_frame import frame


@require_safe
def ledger(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Whether every chip of the evening is where it should be, and if not, where not."""
    place = desk_of(request, club, tournament)
    context = {**frame(place, "Room ledger"), "ledger": ledger_of(place.tournament)}
    return render(request, "scoring/audit/ledger.html", context)
