"""A club's season as everybody sees it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from clubs.models import Player, Season
from clubs.wording import say
from scoring.core.access import DIRECTOR
from scoring.core.selectors.names import hides, public_name
from scoring.core.services.changes import Refused
from scoring.core.views import club_frame
from scoring.standings.season_editions import season_edition as edition_of_season
from scoring.standings.season_lists import lists_of
from scoring.standings.season_places import places_of
from scoring.standings.season_standings import (
    SeasonStandings,
    season_by_game,
    seasons_of,
)
from scoring.standings.season_words import formula_words, value_head
from scoring.standings.tables import SeasonTable, printed_rows
from scoring.years.following import catch_up

LINES_A_PAGE = 100


@require_safe
def season(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The season's standings."""
    context, years = _season(request, club, slug)
    tables = []
    for at, each in enumerate(years):
        # Each is sorted and leafed through by itself.
        table = SeasonTable(each, prefix=f"game{at}-" if at else "")
        RequestConfig(request, paginate={"per_page": LINES_A_PAGE}).configure(table)
        tables.append(table)
    role = context["club_role"]
    context |= {
        "years": list(zip(years, tables, map(lists_of, years), strict=True)),
        "may_change": bool(role and role.includes(DIRECTOR)),
        "editions": list(context["season"].editions.defer("rows")),
    }
    return render(request, "scoring/standings/season.html", context)


@require_safe
def season_print(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The season's standings as they hang on a wall, for the browser's print."""
    found = _found(club, slug)
    behind = ""
    try:
        catch_up(found)
    except Refused as refused:
        behind = refused.message
    context, years = _page(request, found)
    rows = [printed_rows(each) for each in years]
    context |= {
        "behind": behind,
        "years": list(zip(years, rows, strict=True)),
        "now": timezone.now(),
        "indexable": False,
    }
    return render(request, "scoring/standings/season_print.html", context)


@require_safe
def season_place(
    request: HttpRequest, club: str, slug: str, number: int
) -> HttpResponse:
    """Why a player of this number has his place in the season."""
    context, years = _season(request, club, slug)
    found: Player | None = Player.everybody.filter(
        club=context["club"], number=number
    ).first()
    if found and (kept := found.merged_into):
        return redirect("scoring:season-place", club, slug, kept.number)
    places = places_of(years, found) if found else []
    if found is None:
        raise Http404(say("Nobody of this number played in this season."))
    if not places:
        return redirect(context["season"])
    name = public_name(found.name, context["club"], found.pk)
    context |= {
        **_frame(request, context["season"], name),
        "player": found,
        "name": name,
        "has_page": not (found.erased_at or hides(context["club"], found.pk)),
        "places": places,
        "indexable": False,
    }
    return render(request, "scoring/standings/season_place.html", context)


@require_safe
def season_edition(
    request: HttpRequest, club: str, slug: str, number: int
) -> HttpResponse:
    """A season's places as they were declared final, and what this edition changed."""
    found_club = club_at(club)
    found = found_club.seasons.filter(slug=slug).first()
    if found is None:
        raise Http404(say("There is no such season."))
    found.club = found_club
    page = edition_of_season(found, number)
    if page is None:
        raise Http404(say("There is no edition {number}.", number=number))
    context = {
        **_frame(request, found, say("Edition {n}", n=number)),
        "season": found,
        "page": page,
        "edition": page.edition,
    }
    return render(request, "scoring/standings/season_edition.html", context)


def _season(
    request: HttpRequest, slug: str, season: str
) -> tuple[dict[str, Any], tuple[SeasonStandings, ...]]:
    return _page(request, _found(slug, season))


def _found(slug: str, season: str) -> Season:
    """A season of a club, by their addresses. Raises Http404."""
    club = club_at(slug)
    found: Season | None = seasons_of(club).filter(slug=season).first()
    if found is None:
        raise Http404(say("There is no such season."))
    found.club = club
    return found


def _page(
    request: HttpRequest, season: Season
) -> tuple[dict[str, Any], tuple[SeasonStandings, ...]]:
    years = season_by_game(season)
    context = {
        **_frame(request, season),
        "season": season,
        "formula_words": formula_words(years[0].formula),
        "value_head": value_head(years[0].formula),
    }
    return context, years


def _frame(request: HttpRequest, season: Season, here: str = "") -> dict[str, Any]:
    """The frame of a page of the season; `here` names one below its standings."""
    club, said = season.club, say("Season {name}", name=season.name)
    frame = club_frame(request, club, here or said)
    first, *last = frame["crumbs"]
    seasons = (say("Seasons"), reverse("scoring:club-seasons", args=[club.slug]))
    above = [(said, season.get_absolute_url())] if here else []
    return {**frame, "crumbs": [first, seasons, *above, *last]}
