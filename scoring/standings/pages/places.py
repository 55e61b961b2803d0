"""A place explained, and the editions of final standings, as everybody sees them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.wording import say
from scoring.core.access import published, published_page
from scoring.core.views import tournament_frame
from scoring.results.editions import edition_page
from scoring.standings.places import place_of


@require_safe
def place(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Why the player of this start number has his place, and what he needs."""
    found = published(request, club, tournament)
    explained = place_of(found, number, page=request.GET.get("page", 1))
    if explained is None:
        raise Http404(say("Nobody has start number {number}.", number=number))
    context = {
        **tournament_frame(request, found, explained.person.name),
        "place": explained,
        "row": explained.row,
        "scenarios": explained.scenarios,
        "page": explained.scenarios.page if explained.scenarios else None,
        "indexable": False,
    }
    return render(request, "scoring/standings/place.html", context)


@require_safe
def edition(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Final standings as they were declared, and what this edition changed."""
    found = published_page(request, club, tournament)
    shown = edition_page(found, number)
    if shown is None:
        raise Http404(say("There is no edition {number}.", number=number))
    context = {
        **tournament_frame(request, found, say("Edition {number}", number=number)),
        "page": shown,
        "edition": shown.edition,
        "by_points": found.by_points,
    }
    return render(request, "scoring/standings/edition.html", context)
