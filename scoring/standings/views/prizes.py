"""The prize fund: what is in it, how it is split, who gets how much."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.services.stale_check import stamp_of
from clubs.wording import money
from scoring.core.access import DIRECTOR, Place, desk_of
from scoring.core.services.changes import Conflict, Refused
from scoring.core.views import address, frame
from scoring.models import Tournament
from scoring.results.services.prizes import FACTS, set_fund
from scoring.standings.forms import PRESETS, PrizesForm, prizes_written
from scoring.standings.selectors.prizes import prizes_of


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Set the fund and its split; below stands who gets how much as things are."""
    place = desk_of(request, club, tournament, DIRECTOR)
    if request.method != "POST":
        return _show(request, place, PrizesForm(initial=_initial(request, place)))
    form = PrizesForm(request.POST)
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in (*FACTS, "seen")}
        try:
            set_fund(tournament=place.tournament, by=place.actor, **facts)
        except Conflict as conflict:
            form.refuse(conflict)
            place.tournament.refresh_from_db()
            form.renew(_seen(place))
        except Refused as refused:
            form.refuse(refused)
    if form.errors:
        return _show(request, place, form)
    _say_saved(request, place)
    return redirect(address("prizes", place.tournament))


def _say_saved(request: HttpRequest, place: Place) -> None:
    """Also that there is nothing to give, where more is kept back than is there."""
    place.tournament.refresh_from_db()
    found = prizes_of(place.tournament)
    if not found.overdrawn:
        messages.success(request, "The prizes are saved.")
        return
    sign = place.tournament.club.currency
    kept = money(place.tournament.prize_kept, sign)
    there = money(found.fees + place.tournament.prize_extra, sign)
    messages.warning(
        request,
        f"Saved, but look: {kept} are kept back and {there} are in the fund so far. "
        "Until there is more, nobody gets a prize.",
    )


def _initial(request: HttpRequest, place: Place) -> dict[str, Any]:
    """What is kept; a usual split, where one was chosen, in its place."""
    tournament = place.tournament
    kept = {name: getattr(tournament, name) for name in FACTS if name != "prizes"}
    kept["seen"] = _seen(place)
    chosen = request.GET.get("split", "")
    if chosen in PRESETS:
        return kept | {"prizes": chosen, "prize_kind": Tournament.Prizes.PERCENT}
    return kept | {"prizes": prizes_written(tournament.prizes)}


def _seen(place: Place) -> str:
    return stamp_of(place.tournament, FACTS)


def _show(request: HttpRequest, place: Place, form: PrizesForm) -> HttpResponse:
    context = {
        **frame(place, "Prizes"),
        "form": form,
        "prizes": prizes_of(place.tournament),
        "presets": PRESETS,
        "currency": place.tournament.club.currency,
    }
    return render(request, "scoring/standings/prizes.html", context)
