"""A round as everybody sees it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.core.access import published, published_round
from scoring.core.views import tournament_frame
from scoring.draw.selectors.round_seats import seats_in
from scoring.sheets.selectors.rounds import published_rounds


@require_safe
def round_public(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Who sits where, by table and by name, and which sheets are in."""
    found = published(request, club, tournament)
    rnd = published_round(found, number)
    context = {
        **tournament_frame(request, found, str(rnd)),
        "round": rnd,
        "seats": seats_in(rnd),
        "rounds": published_rounds(found),
    }
    return render(request, "scoring/draw/round.html", context)
