"""Actions for the hall: the clock of a round and announcements, each a POST."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRefresh

from clubs.i18n import message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of, round_of
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import address, is_part, warn_about_names
from scoring.core.writes import ActionRefused, Actor
from scoring.desk import clocks
from scoring.desk.views.evening import (
    USUAL,
    AnnouncementForm,
    ClockForm,
    LongerForm,
    MoreForm,
    SetBackForm,
    StartForm,
    show_evening,
)
from scoring.models import Clock, Round, Sheet
from scoring.tournaments.announcements import announce, take_down


@require_POST
@vary_on_headers("HX-Request")
def clock_start(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    form = StartForm(request.POST, auto_id="start_%s")
    return _pressed(request, access, number, form, _start)


@require_POST
@vary_on_headers("HX-Request")
def clock_pause(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament)
    return _pressed(request, access, number, ClockForm(request.POST), clocks.pause)


@require_POST
@vary_on_headers("HX-Request")
def clock_go_on(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament)
    return _pressed(request, access, number, ClockForm(request.POST), clocks.go_on)


@require_POST
@vary_on_headers("HX-Request")
def clock_more(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament)
    return _pressed(request, access, number, MoreForm(request.POST), clocks.change)


@require_POST
@vary_on_headers("HX-Request")
def clock_longer(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Add minutes for one table of the round."""
    access = desk_of(request, club, tournament)
    form = LongerForm(request.POST, auto_id="longer_%s")
    return _pressed(request, access, number, form, _play_longer)


@require_POST
@vary_on_headers("HX-Request")
def clock_reset(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access = desk_of(request, club, tournament, DIRECTOR)
    return _pressed(request, access, number, SetBackForm(request.POST), clocks.reset)


def _pressed(
    request: HttpRequest,
    access: DeskAccess,
    number: int,
    form: IdempotentForm,
    press: Callable[..., object],
) -> HttpResponse:
    """Run the action, or show its error on the clock with the typed values."""
    rnd = round_of(access.tournament, number)
    if form.is_valid():
        with form.refusals():
            press(rnd=rnd, actor=access.actor, **form.cleaned_data)
    if form.errors:
        return show_evening(request, access, rnd, tried=form)
    if is_part(request):
        return show_evening(request, access, rnd)
    url = address("tournament-desk", access.tournament)
    return redirect(f"{url}?round={number}#round-clock")


def _start(*, rnd: Round, actor: Actor, key: str, minutes: int | None) -> Clock:
    """Start the clock; without minutes, use the tournament's setting."""
    if minutes is None:
        minutes = rnd.tournament.minutes_per_round or USUAL
    return clocks.start(rnd=rnd, actor=actor, key=key, minutes=minutes)


def _play_longer(
    *, rnd: Round, actor: Actor, key: str, table: int, minutes: int
) -> Sheet:
    sheet = Sheet.objects.filter(round=rnd, table=table).first()
    if sheet is None:
        raise ActionRefused(
            message(
                "Round {number} doesn’t have a table {table}.",
                number=rnd.number,
                table=table,
            ),
            "table",
        )
    sheet.round = rnd
    return clocks.play_longer(sheet=sheet, actor=actor, key=key, minutes=minutes)


@require_POST
@vary_on_headers("HX-Request")
def announcement_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    access = desk_of(request, club, tournament)
    form = AnnouncementForm(request.POST, auto_id="say_%s")
    if form.is_valid():
        with form.refusals():
            announce(
                tournament=access.tournament, actor=access.actor, **form.cleaned_data
            )
    if form.errors:
        return show_evening(request, access, tried=form)
    is_warned = warn_about_names(
        request, access.tournament.club, form.cleaned_data["text"]
    )
    if is_part(request):
        return (
            HttpResponseClientRefresh() if is_warned else show_evening(request, access)
        )
    return redirect(f"{address('tournament-desk', access.tournament)}#announcements")


@require_POST
@vary_on_headers("HX-Request")
def announcement_end(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    access = desk_of(request, club, tournament)
    announcement = access.tournament.announcements.filter(pk=pk).first()
    if announcement is None:
        raise Http404(message("That announcement doesn’t exist."))
    take_down(announcement=announcement, actor=access.actor)
    if is_part(request):
        return show_evening(request, access)
    return redirect(f"{address('tournament-desk', access.tournament)}#announcements")
