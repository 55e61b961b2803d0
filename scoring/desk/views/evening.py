"""The evening on one screen: what to do next, every table, finish and reopen."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.core.access import DIRECTOR, desk_of
from scoring.core.services.changes import Refused
from scoring.core.views import address, is_part, stamped
from scoring.desk.selectors.round_board import board_version
from scoring.desk.views.evening_page import show_evening
from scoring.tournaments.services import tournaments


@require_safe
@vary_on_headers("HX-Request")
def tournament_desk(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """The evening; asked again by its open page, 204 where that shows it already."""
    place = desk_of(request, club, tournament)
    if is_part(request):
        version = board_version(place.tournament, timezone.now())
        if request.GET.get("version") == version:
            return stamped(HttpResponse(status=204))
    return show_evening(request, place)


@require_POST
def tournament_finish(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    try:
        tournaments.finish(tournament=place.tournament, by=place.actor)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(
            request, "The tournament is finished; the standings are final."
        )
    return redirect(address("tournament-desk", place.tournament))


@require_POST
def tournament_reopen(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    tournaments.reopen(tournament=place.tournament, by=place.actor)
    messages.success(
        request, "The tournament is open again; the standings are not final."
    )
    return redirect(address("tournament-desk", place.tournament))
