"""A judge's rulings: those on players, outside any sheet, and a list of all."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.wording import many, say
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.services.changes import Refused
from scoring.core.views import address, frame, tell_of_names
from scoring.models import Adjustment
from scoring.people.selectors.roster import roster_of
from scoring.results.selectors.effects import (
    Effects,
    effects_of_ruling,
    effects_without,
)
from scoring.sheets.pages.ruling_forms import ReverseForm, RulingForm
from scoring.sheets.ruled import rulings_on_players, rulings_on_sheets
from scoring.sheets.rulings import adjust, reverse, ruling_on


@require_safe
def rulings(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    return _show(request, desk_of(request, club, tournament, DIRECTOR))


@require_POST
def ruling_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show what the ruling would move; it is made when that was seen."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form = _form(access, request.POST)
    effects = _made(request, access, form) if form.is_valid() else None
    if effects is not None or form.errors:
        return _show(request, access, form=form, effects=effects)
    data = form.cleaned_data
    said = say(
        "{name}: {chips}. It counts now.",
        name=data["entry"].name,
        chips=many(data["chips"], "chip", "+"),
    )
    messages.success(request, said)
    tell_of_names(request, access.tournament.club, data["reason"])
    return redirect(address("rulings", access.tournament))


@require_POST
def ruling_reverse(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    """Show what taking it back would move; it is done when that was seen."""
    access = desk_of(request, club, tournament, DIRECTOR)
    adjustment = access.tournament.adjustments.filter(pk=pk).first()
    if adjustment is None:
        raise Http404(say("There is no such ruling."))
    adjustment.tournament = access.tournament
    form = ReverseForm(request.POST)
    if not adjustment.reversed_at:
        effects = effects_without(adjustment)
        seen = request.POST.get("effects_seen") == effects.mark
        if not form.is_valid() or (effects and not seen):
            return _show(request, access, tried=(adjustment, form, effects))
    form.is_valid()
    reason = form.cleaned_data.get("reason", "")
    reverse(adjustment=adjustment, by=access.actor, reason=reason)
    tell_of_names(request, access.tournament.club, reason)
    chips = many(adjustment.chips, "chip", "+")
    messages.success(
        request,
        say("{name}: {chips} taken back.", chips=chips, name=adjustment.entry.name),
    )
    return redirect(address("rulings", access.tournament))


def _made(request: HttpRequest, access: DeskAccess, form: RulingForm) -> Effects | None:
    """What to show first; None where it is made, or refused as the form says."""
    data = form.cleaned_data
    what = {name: data[name] for name in ("entry", "other", "chips", "section")}
    try:
        is_made = Adjustment.objects.filter(key=data["key"]).exists()
        effects = Effects() if is_made else effects_of_ruling(_supposed(access, what))
        if effects and request.POST.get("effects_seen") != effects.mark:
            return effects
        adjust(by=access.actor, reason=data["reason"], key=data["key"], **what)
    except Refused as refused:
        form.refuse(refused)
    return None


def _supposed(access: DeskAccess, what: dict[str, Any]) -> Adjustment:
    what["entry"].tournament = access.tournament
    return ruling_on(**what)


def _form(access: DeskAccess, data: Any = None) -> RulingForm:
    tournament = access.tournament
    return RulingForm(data, roster=roster_of(tournament), tournament=tournament)


def _show(
    request: HttpRequest,
    access: DeskAccess,
    form: RulingForm | None = None,
    effects: Effects | None = None,
    tried: tuple[Adjustment, ReverseForm, Effects] | None = None,
) -> HttpResponse:
    form = form or _form(access)
    pk, back, back_effects = tried or (Adjustment(), ReverseForm(), None)
    context = {
        **frame(access, say("Rulings")),
        "form": form,
        "effects": effects,
        "roster": form.roster,
        "on_players": rulings_on_players(access.tournament)[::-1],
        "on_sheets": rulings_on_sheets(access.tournament),
        "tried": pk.pk,
        "back": back,
        "back_effects": back_effects,
    }
    return render(request, "scoring/sheets/rulings.html", context)
