"""A club's own page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import club_at
from scoring.core.views import club_frame
from scoring.desk.selectors.clubs import club_page
from scoring.desk.tables.tournaments import PastTable
from scoring.desk.views.years import asked_year
from scoring.standings.tables import SeasonTopTable

TOP = 10


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """What is on, this season's first ten, and what was played in a year."""
    found = club_at(club)
    today = timezone.localdate(timezone=found.zone)
    page = club_page(found, today=today, year=asked_year(request))
    lines = page.standings.lines if page.standings else ()
    context = {
        **club_frame(request, found),
        "page": page,
        "top": SeasonTopTable(lines[:TOP], club=found),
        "more": len(lines) > TOP,
        "past": PastTable(page.past),
    }
    return render(request, "scoring/desk/club.html", context)
