"""Standings embedded in other sites, and link previews of a season."""

from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from clubs.access import club_at
from clubs.i18n import day, joined, message, plural_message
from clubs.models import Season
from scoring.core.page_context import (
    LinkPreview,
    embedded,
    embedded_club,
    picture_address,
    picture_sent,
    preview_of,
)
from scoring.core.process_cache import ProcessCache
from scoring.core.social_images import PLACES, LinkPicture, first_three, link_picture
from scoring.models import Tournament
from scoring.results.standings_table import LINES_A_PAGE, old_evening, table_of
from scoring.results.stored import version_of
from scoring.signups.summaries import invitation
from scoring.standings.formulas import formula_words
from scoring.standings.season_standings import (
    SeasonStandings,
    SeasonStandingsLine,
    season_by_game,
    seasons_of,
)
from scoring.standings.tables import SeasonTopTable
from scoring.standings.views.standings import lines_shown
from scoring.tournaments.announcements import announcements_of

MOST_NAMED = 6  # in a line


class EmbedBoard(NamedTuple):
    """The part of a tournament's page that is equal for every reader."""

    html: str
    has_scores: bool


_boards: ProcessCache[EmbedBoard] = ProcessCache(most=32)


@require_safe
def tournament_embed(request: HttpRequest, id: int, key: UUID) -> HttpResponse:
    """Show a tournament: its first hundred lines, or its invitation before that."""
    club = embedded_club(request, id)
    found: Tournament | None = club.tournaments.filter(file_id=key, public=True).first()
    if found is None:
        raise Http404(message("That event doesn’t exist."))
    found.club = club
    context = {
        "tournament": found,
        "whole": found.get_absolute_url(),
        "whole_text": message("The whole event"),
    }
    if found.old_list_id:
        context["evening"] = old_evening(found)
    else:
        known = found.pk, version_of(found)
        board = _boards.get(known, partial(_make_board, found))
        context["board"] = board.html
        # Once there are scores, the invitation is no longer shown.
        context["invitation"] = None if board.has_scores else invitation(found)
    return embedded(request, "scoring/standings/tournament_embed.html", club, context)


def _make_board(tournament: Tournament) -> EmbedBoard:
    table = table_of(tournament)
    lines = table.lines[:LINES_A_PAGE]
    context = {
        **lines_shown(table, lines),
        "club": tournament.club,
        "tournament": tournament,
        "whole": tournament.get_absolute_url(),
        "announcements": announcements_of(tournament),
    }
    html = render_to_string("scoring/standings/_embed_board.html", context)
    return EmbedBoard(html, table.has_scores)


@require_safe
def season_embed(request: HttpRequest, id: int, pk: int) -> HttpResponse:
    """Show a season: the first hundred lines of each game."""
    club = embedded_club(request, id)
    found: Season | None = seasons_of(club).filter(pk=pk).first()
    if found is None:
        raise Http404(message("That season doesn’t exist."))
    found.club = club
    years = season_by_game(found)
    context = {
        "season": found,
        "formula_words": formula_words(years[0].formula),
        "years": [
            (year, SeasonTopTable(year, lines=year.lines[:LINES_A_PAGE]))
            for year in years
        ],
        "most": LINES_A_PAGE,
        "whole": found.get_absolute_url(),
        "whole_text": message("The whole season"),
    }
    return embedded(request, "scoring/standings/season_embed.html", club, context)


def season_preview(
    request: HttpRequest, season: Season, year: SeasonStandings
) -> LinkPreview:
    """Return a link's preview: the days, and the first places that can be named."""
    club, picture = season.club, _picture(season, year)
    named = [
        message("{place}. {name}", place=line.place, name=line.name)
        for line in _first(year)
    ]
    names = joined(named[:MOST_NAMED])
    picture_url = picture_address(
        request, picture, "season-picture", club.slug, season.slug
    )
    return preview_of(picture.title, club, picture.over, names, picture=picture_url)


@require_safe
def season_picture(
    request: HttpRequest, club: str, slug: str, version: str
) -> HttpResponse:
    """Return the picture of a link to a season, as it is now."""
    the_club = club_at(club)
    found: Season | None = seasons_of(the_club).filter(slug=slug).first()
    if found is None:
        raise Http404(message("That season doesn’t exist."))
    found.club = the_club
    return picture_sent(_picture(found, season_by_game(found)[0]))


def _first(year: SeasonStandings) -> list[SeasonStandingsLine]:
    return [
        line
        for line in year.lines
        if line.place and line.place <= PLACES and line.has_page
    ]


def _picture(season: Season, year: SeasonStandings) -> LinkPicture:
    title = message("Season {name}", name=season.name)
    days = f"{day(season.starts)} – {day(season.ends)}"
    many = plural_message("{n} tournament", "{n} tournaments", len(year.tournaments))
    state = joined((message("final"), many), " · ") if season.finished_at else many
    first = first_three(
        (line.place or 0, line.tied, line.name) for line in _first(year)
    )
    return link_picture(season.club, title, (days,), state, first)
