"""The report for the newsletter: to copy, or as a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.wording import say
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.views import frame
from scoring.standings.report import report_of


@require_safe
def report(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """The evening in plain English."""
    access = desk_of(request, club, tournament, DIRECTOR)
    context = {**frame(access, say("Report")), "report": report_of(access.tournament)}
    return render(request, "scoring/standings/report.html", context)
