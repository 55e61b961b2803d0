"""The rules as they are played here, for everybody at a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.wording import say_later
from scoring.core.access import published
from scoring.core.views import tournament_frame
from scoring.games.rules_here import rules_here

TITLE = say_later("The rules as we play them here")


@require_safe
def rules_page(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    found = published(request, club, tournament)
    context = {
        **tournament_frame(request, found, str(TITLE)),
        "title": str(TITLE),
        "here": rules_here(found),
        "indexable": False,
    }
    return render(request, "scoring/tournaments/rules_page.html", context)
