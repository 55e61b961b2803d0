"""Players as everybody sees them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from scoring.core.selectors.names import public_name
from scoring.core.views import club_frame
from scoring.people.selectors.players import (
    kept_number,
    player_at,
    players_of,
    record_of,
)
from scoring.people.tables import PlayersTable, ResultsTable

PLAYERS_A_PAGE = 60
RESULTS_A_PAGE = 50
MOST_TYPED = 160  # letters


@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody who has played here, by name, or those whom the typed parts mean."""
    found = club_at(club)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    lines = players_of(found, typed)
    table = PlayersTable(lines, club=found)
    RequestConfig(request, paginate={"per_page": PLAYERS_A_PAGE}).configure(table)
    context = {"table": table, "typed": typed, "found": len(lines)}
    context |= club_frame(request, found, "Players")
    return render(request, "scoring/people/players.html", context)


@require_safe
def player(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """One player's tournaments, newest first."""
    found = club_at(club)
    person = player_at(found, number)
    if person is None and (kept := kept_number(found, number)):
        return redirect("scoring:player", club, kept)
    record = record_of(person) if person else None
    if person is None or record is None or not record.results:
        raise Http404("There is no such player.")
    table = ResultsTable(record.results)
    RequestConfig(request, paginate={"per_page": RESULTS_A_PAGE}).configure(table)
    name = public_name(person.name, found)
    context = {
        **club_frame(request, found, name),
        "name": name,
        "lodge": person.lodge,
        "record": record,
        "table": table,
    }
    return render(request, "scoring/people/player.html", context)
