"""The draw: run it, seat people by hand, publish what came out."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from scoring.core.access import DIRECTOR, desk_of
from scoring.core.services.changes import Conflict, Refused
from scoring.core.views import address
from scoring.draw.forms.draws import WHOLE
from scoring.draw.selectors.drafts import draft_stamp
from scoring.draw.services import by_hand, draws, rounds
from scoring.draw.views.draft_page import draw_form, seats_form, show_draft
from scoring.people.selectors.roster import roster_of


@require_safe
def draw(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    return show_draft(request, desk_of(request, club, tournament, DIRECTOR))


@require_POST
def draw_run(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    form = draw_form(place.tournament, request.POST)
    if form.is_valid():
        try:
            draws.draw(
                tournament=place.tournament,
                by=place.actor,
                whole_evening=form.cleaned_data["scope"] == WHOLE,
                seed=form.cleaned_data["seed"],
                fixed=form.cleaned_data["fixed"],
                key=form.cleaned_data["key"],
                seen=form.cleaned_data["seen"],
                drafted=form.cleaned_data["drafted"],
                **form.wishes,
            )
        except rounds.DrawnMeanwhile as quicker:
            form.refuse(quicker)
            form.take_place_of(draft_stamp(place.tournament))
        except Conflict as conflict:
            form.refuse(conflict)
            place.tournament.refresh_from_db()
            form.renew(form.stamp)
        except Refused as refused:
            form.refuse(refused)
    if form.errors:
        return show_draft(request, place, draw=form)
    messages.success(request, "Drawn. Nobody sees it until you publish it.")
    return redirect(address("draw", place.tournament))


@require_POST
def draw_seat(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Seats somebody chose; “one more table” only asks for a longer form."""
    place = desk_of(request, club, tournament, DIRECTOR)
    roster = roster_of(place.tournament)
    form = seats_form(place.tournament, roster, request.POST)
    if "more" in request.POST:
        return show_draft(request, place, seats=form.with_one_more())
    if form.is_valid():
        try:
            by_hand.seat_by_hand(
                tournament=place.tournament,
                by=place.actor,
                tables=form.chosen,
                key=form.cleaned_data["key"],
                drafted=form.cleaned_data["drafted"],
            )
        except rounds.DrawnMeanwhile as quicker:
            form.refuse(quicker)
            form.take_place_of(draft_stamp(place.tournament))
        except Refused as refused:
            form.refuse(refused)
    if form.errors:
        return show_draft(request, place, seats=form)
    messages.success(request, "Seated. Nobody sees it until you publish it.")
    return redirect(address("draw", place.tournament))


@require_POST
def draw_publish(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    try:
        published = rounds.publish_all(
            tournament=place.tournament,
            by=place.actor,
            seen=request.POST.get("seen", ""),
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(address("draw", place.tournament))
    if len(published) > 1:
        messages.success(request, f"{len(published)} rounds are published.")
    else:
        messages.success(request, "Everything drawn is published.")
    return redirect(address("tournament-desk", place.tournament))
