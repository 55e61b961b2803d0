"""The page that leads through the end of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import open_to_guests
from clubs.i18n import message
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.page_context import frame
from scoring.desk.closing import closing_steps, first_open
from scoring.desk.overview import evening_of


@open_to_guests
@require_safe
def closing(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the six closing steps, the first open one as the button to select."""
    access = desk_of(request, club, tournament, DIRECTOR)
    steps = closing_steps(access.tournament)
    context = {
        **frame(access, message("Close the event")),
        "steps": steps,
        "next_step": first_open(steps),
        "missing": evening_of(access.tournament).missing,
    }
    return render(request, "scoring/desk/closing.html", context)
