"""A judge's rulings on players, outside any sheet."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.templatetags.valat import signed
from scoring.access import DIRECTOR, Place, desk_of
from scoring.forms.rulings import ReverseForm, RulingForm
from scoring.models import Adjustment
from scoring.selectors.roster import roster_of
from scoring.services.changes import Refused
from scoring.services.rulings import adjust, reverse
from scoring.views.desk_frame import address, frame


@require_safe
def rulings(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    return _show(request, desk_of(request, club, tournament, DIRECTOR))


@require_POST
def ruling_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    form = _form(place, request.POST)
    if form.is_valid():
        try:
            made = adjust(by=place.actor, **form.cleaned_data)
        except Refused as refused:
            form.refuse(refused)
    if form.errors:
        return _show(request, place, form=form)
    chips = signed(made.chips)
    messages.success(request, f"{made.entry.name}: {chips} chips. It counts now.")
    return redirect(address("rulings", place.tournament))


@require_POST
def ruling_reverse(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    place = desk_of(request, club, tournament, DIRECTOR)
    adjustment = place.tournament.adjustments.filter(pk=pk).first()
    if adjustment is None:
        raise Http404("There is no such ruling.")
    form = ReverseForm(request.POST)
    if not form.is_valid() and not adjustment.reversed_at:
        return _show(request, place, tried=(adjustment, form))
    reverse(
        adjustment=adjustment,
        by=place.actor,
        reason=form.cleaned_data.get("reason", ""),
    )
    chips = signed(adjustment.chips)
    messages.success(request, f"{chips} chips of {adjustment.entry.name} taken back.")
    return redirect(address("rulings", place.tournament))


def _form(place: Place, data: Any = None) -> RulingForm:
    return RulingForm(data, roster=roster_of(place.tournament))


def _show(
    request: HttpRequest,
    place: Place,
    form: RulingForm | None = None,
    tried: tuple[Adjustment, ReverseForm] | None = None,
) -> HttpResponse:
    form = form or _form(place)
    made = place.tournament.adjustments.select_related("entry").order_by("-pk")
    context = {
        **frame(place, "Rulings"),
        "form": form,
        "roster": form.fields["entry"].roster,
        "rulings": made,
        "tried": tried[0].pk if tried else None,
        "tried_error": tried[1].errors["reason"][0] if tried else "",
    }
    return render(request, "scoring/rulings.html", context)
