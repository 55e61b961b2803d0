"""The prize fund: what is in it, how it is split, who gets how much."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.services.stale_check import stamp_of
from clubs.wording import money, say
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.services.changes import Conflict, Refused
from scoring.core.views import address, frame
from scoring.models import Tournament
from scoring.results.prizes import FACTS, set_fund
from scoring.standings.pages.prizes_form import PRESETS, PrizesForm, prizes_written
from scoring.standings.prizes import prizes_of


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Set the fund and its split; below stands who gets how much as things are."""
    access = desk_of(request, club, tournament, DIRECTOR)
    if request.method != "POST":
        return _show(request, access, _form(access, initial=_initial(request, access)))
    form = _form(access, request.POST)
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in (*FACTS, "seen")}
        try:
            set_fund(tournament=access.tournament, by=access.actor, **facts)
        except Conflict as conflict:
            form.refuse(conflict)
            access.tournament.refresh_from_db()
            form.renew(_seen(access))
        except Refused as refused:
            form.refuse(refused)
    if form.errors:
        return _show(request, access, form)
    _say_saved(request, access)
    return redirect(address("prizes", access.tournament))


def _form(access: DeskAccess, *args: Any, **kwargs: Any) -> PrizesForm:
    return PrizesForm(*args, currency=access.tournament.currency, **kwargs)


def _say_saved(request: HttpRequest, access: DeskAccess) -> None:
    """Also that there is nothing to give, where more is kept back than is there."""
    access.tournament.refresh_from_db()
    found = prizes_of(access.tournament)
    if not found.overdrawn:
        messages.success(request, say("The prizes are saved."))
        return
    currency = access.tournament.currency
    kept = money(access.tournament.prize_kept, currency)
    there = money(found.fees + access.tournament.prize_extra, currency)
    messages.warning(
        request,
        say(
            "Saved, but look: {kept} are kept back and {there} are in the fund "
            "so far. Until there is more, nobody gets a prize.",
            kept=kept,
            there=there,
        ),
    )


def _initial(request: HttpRequest, access: DeskAccess) -> dict[str, Any]:
    """What is kept; a usual split, where one was chosen, in its place."""
    tournament = access.tournament
    kept = {name: getattr(tournament, name) for name in FACTS if name != "prizes"}
    kept["seen"] = _seen(access)
    chosen = request.GET.get("split", "")
    if chosen in PRESETS:
        return kept | {"prizes": chosen, "prize_kind": Tournament.Prizes.PERCENT}
    return kept | {"prizes": prizes_written(tournament)}


def _seen(access: DeskAccess) -> str:
    return stamp_of(access.tournament, FACTS)


def _show(request: HttpRequest, access: DeskAccess, form: PrizesForm) -> HttpResponse:
    context = {
        **frame(access, say("Prizes")),
        "form": form,
        "prizes": prizes_of(access.tournament),
        "presets": PRESETS,
        "currency": access.tournament.currency,
    }
    return render(request, "scoring/standings/prizes.html", context)
