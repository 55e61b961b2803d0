"""Players as everybody sees them."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from clubs.models import Club, Player
from clubs.wording import say
from scoring.core.selectors.names import hides, public_name
from scoring.core.views import club_frame
from scoring.history.selectors.board import board_of
from scoring.history.selectors.careers import careers_of
from scoring.history.selectors.club_form import (
    ENOUGH,
    YEARS,
    form_of,
    games_with_form,
)
from scoring.history.selectors.club_records import records_held
from scoring.history.selectors.honours import pins_of
from scoring.history.selectors.met import met_by, never_met
from scoring.history.selectors.results import Results
from scoring.history.tables import PlayersTable, ResultsTable
from scoring.history.views.games import asked_game
from scoring.people.selectors.players import kept_number, player_at, players_of
from scoring.results.selectors.stored import players_stem, stem_of

PLAYERS_A_PAGE = 60
RESULTS_A_PAGE = 12
MET_A_PAGE = 20
MOST_TYPED = 160  # letters
NOBODY = "There is no such player."


@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody who has played here, by name, or those whom the typed parts mean."""
    found = club_at(club)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    lines = players_of(found, typed)
    table = PlayersTable(lines, club=found)
    RequestConfig(request, paginate={"per_page": PLAYERS_A_PAGE}).configure(table)
    context = {"table": table, "typed": typed, "found": len(lines)}
    context |= club_frame(request, found, say("Players"))
    return render(request, "scoring/history/players.html", context)


@require_safe
def player(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """What one player did here: his form, his years, whom he met, every evening."""
    found = club_at(club)
    person = shown_player(found, number)
    if person is None:
        return moved_to(found, number, "scoring:player")
    results = Results(person)
    if not results:
        raise Http404(NOBODY)
    # A table would read all of them to show a page.
    evenings = Paginator(results, RESULTS_A_PAGE).get_page(request.GET.get("page"))
    name = public_name(person.name, found, person.pk)
    careers = careers_of(person)
    most = max(careers, key=lambda each: each.rounds or 0, default=None)
    board = board_of(found)
    met = met_by(person, most.evenings[0].game) if most else []
    met_page = Paginator(met, MET_A_PAGE).get_page(request.GET.get("met"))
    context = {
        **club_frame(request, found, name),
        "name": name,
        "number": person.number,
        "lodge": person.lodge,
        "players": players_stem(found),
        "evenings": stem_of("scoring:tournament", found.slug),
        "careers": careers,
        "held": records_held(board, person),
        "pins": pins_of(board, person),
        "met_at": most.game if most else "",
        "met_page": met_page,
        "never_met": never_met(person, met),
        "table": ResultsTable(evenings.object_list),
        "page": evenings,
    }
    return render(request, "scoring/history/player.html", context)


def shown_player(club: Club, number: int) -> Player | None:
    """The player of this number; raises Http404 for one who is not to be named."""
    person = player_at(club, number)
    if person and hides(club, person.pk):
        raise Http404(NOBODY)
    return person


def moved_to(club: Club, number: int, page: str) -> HttpResponseRedirect:
    """To the same page of whoever this player was merged into, or Http404."""
    if kept := kept_number(club, number):
        return redirect(page, club.slug, kept)
    raise Http404(NOBODY)


@require_safe
def form(request: HttpRequest, club: str) -> HttpResponse:
    """How strong the players are, as far as the rounds of some years tell."""
    found = club_at(club)
    asked = asked_game(request, games_with_form(found))
    lines, fewer = form_of(found, asked["game"])
    context = {
        **club_frame(request, found, say("Form")),
        **asked,
        "lines": lines,
        "fewer": fewer,
        "enough": ENOUGH,
        "years": YEARS,
    }
    return render(request, "scoring/history/form.html", context)
