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
    season_by_game,
    seasons_of,
)
from scoring.standings.tables import SeasonTable

LINES_A_PAGE = 100


@require_safe
def season(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The year's standings."""
    context, years = _year(request, club, slug)
    tables = []
    for at, each in enumerate(years):
        # Each is sorted and leafed through by itself.
        own = f"game{at}-" if at else ""
        table = SeasonTable(each.lines, club=context["club"], prefix=own)
        RequestConfig(request, paginate={"per_page": LINES_A_PAGE}).configure(table)
        tables.append(table)
    context["years"] = list(zip(years, tables, strict=True))
    return render(request, "scoring/standings/season.html", context)


@require_safe
def season_print(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The year's standings as they hang on a wall, for the browser's print."""
    context, years = _year(request, club, slug)
    context |= {"years": years, "now": timezone.now(), "indexable": False}
    return render(request, "scoring/standings/season_print.html", context)


def _year(
    request: HttpRequest, slug: str, season: str
) -> tuple[dict[str, Any], tuple[SeasonStandings, ...]]:
    club = club_at(slug)
    seasons = list(seasons_of(club))
    found = next((each for each in seasons if each.slug == season), None)
    if found is None:
        raise Http404("There is no such season.")
    found.club = club
    frame = club_frame(request, club, f"Season {found.name}")
    others = [each for each in seasons if each != found]
    context = {**frame, "season": found, "others": others}
    return context, season_by_game(found)
