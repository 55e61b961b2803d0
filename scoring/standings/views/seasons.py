"""A club's year as everybody sees it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from scoring.core.views import club_frame
from scoring.standings.selectors.seasons import (
    SeasonStandings,
    season_standings,
    seasons_of,
)
from scoring.standings.tables import SeasonTable

LINES_A_PAGE = 100


@require_safe
def season(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The year's standings."""
    context, standings = _year(request, club, slug)
    table = SeasonTable(standings.lines, club=context["club"])
    RequestConfig(request, paginate={"per_page": LINES_A_PAGE}).configure(table)
    return render(request, "scoring/standings/season.html", {**context, "table": table})


@require_safe
def season_print(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The year's standings on one page, for the browser's print."""
    context, _ = _year(request, club, slug)
    context |= {"now": timezone.now(), "indexable": False}
    return render(request, "scoring/standings/season_print.html", context)


def _year(
    request: HttpRequest, slug: str, season: str
) -> tuple[dict[str, Any], SeasonStandings]:
    club = club_at(slug)
    seasons = list(seasons_of(club))
    found = next((each for each in seasons if each.slug == season), None)
    if found is None:
        raise Http404("There is no such season.")
    found.club = club
    standings = season_standings(found)
    frame = club_frame(request, club, f"Season {found.name}")
    others = [each for each in seasons if each != found]
    context = {**frame, "season": found, "standings": standings, "others": others}
    return context, standings
