"""Announcements, put up and taken down at the desk."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from scoring.core.access import desk_of
from scoring.core.services.changes import Refused
from scoring.core.views import address, is_part
from scoring.desk.forms.hall import AnnouncementForm
from scoring.desk.views.evening_page import show_evening
from scoring.tournaments.services.announcements import announce, take_down


@require_POST
@vary_on_headers("HX-Request")
def announcement_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament)
    form = AnnouncementForm(request.POST, auto_id="say_%s")
    if form.is_valid():
        try:
            announce(tournament=place.tournament, by=place.actor, **form.cleaned_data)
        except Refused as refused:
            form.refuse(refused)
    if form.errors:
        return show_evening(request, place, tried=form)
    if is_part(request):
        return show_evening(request, place)
    return redirect(f"{address('tournament-desk', place.tournament)}#announcements")


@require_POST
@vary_on_headers("HX-Request")
def announcement_end(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    place = desk_of(request, club, tournament)
    found = place.tournament.announcements.filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such announcement.")
    take_down(announcement=found, by=place.actor)
    if is_part(request):
        return show_evening(request, place)
    return redirect(f"{address('tournament-desk', place.tournament)}#announcements")
