"""The standings of an evening and of a season, to stand in a frame of another page."""

from functools import partial
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from clubs.models import Season
from clubs.wording import say
from scoring.coming.words import invitation
from scoring.core.kept import Kept
from scoring.core.views import embedded, embedded_club
from scoring.models import Tournament
from scoring.results.standings import version_of
from scoring.results.table import LINES_A_PAGE, old_evening, table_of
from scoring.standings.formulas import formula_words
from scoring.standings.pages.standings import lines_shown
from scoring.standings.season_standings import season_by_game, seasons_of
from scoring.standings.tables import SeasonTopTable
from scoring.tournaments.announcements import announcements_of

_boards: Kept[str] = Kept(most=32)


@require_safe
def tournament_embed(request: HttpRequest, id: int, key: UUID) -> HttpResponse:
    """An evening: its first hundred, or what is known of it before."""
    club = embedded_club(request, id)
    found: Tournament | None = club.tournaments.filter(file_id=key, public=True).first()
    if found is None:
        raise Http404(say("There is no such tournament."))
    found.club = club
    context = {
        "tournament": found,
        "whole": found.get_absolute_url(),
        "whole_text": say("The whole evening"),
    }
    if found.old_list_id:
        context["evening"] = old_evening(found)
    else:
        known = found.pk, version_of(found)
        context["board"] = _boards.get(known, partial(_drawn, found))
    return embedded(request, "scoring/standings/tournament_embed.html", club, context)


def _drawn(tournament: Tournament) -> str:
    table = table_of(tournament)
    lines = table.lines[:LINES_A_PAGE]
    context = {
        **lines_shown(table, lines),
        "club": tournament.club,
        "tournament": tournament,
        "whole": tournament.get_absolute_url(),
        "announcements": announcements_of(tournament),
        "invitation": None if table.has_scores else invitation(tournament),
    }
    return render_to_string("scoring/standings/_embed_board.html", context)


@require_safe
def season_embed(request: HttpRequest, id: int, pk: int) -> HttpResponse:
    """A season: in each of its games the first hundred."""
    club = embedded_club(request, id)
    found: Season | None = seasons_of(club).filter(pk=pk).first()
    if found is None:
        raise Http404(say("There is no such season."))
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
        "whole_text": say("The whole season"),
    }
    return embedded(request, "scoring/standings/season_embed.html", club, context)
