"""Players as everybody sees them."""

from collections.abc import Callable
from functools import wraps

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import club_at
from clubs.models import Player, Season
from clubs.selectors.people import matches
from clubs.wording import say
from scoring.core.selectors.names import hides, public_name
from scoring.core.views import club_frame
from scoring.history.board import board_of
from scoring.history.careers import careers_of
from scoring.history.club_form import ENOUGH, YEARS, form_of, games_with_form
from scoring.history.club_records import records_held
from scoring.history.evenings import evenings_of, played_in_public, results_of
from scoring.history.holders import named_people
from scoring.history.honours import pins_of
from scoring.history.met import games_of, met_by, never_met
from scoring.history.pages.games import asked_game
from scoring.history.pages.tables import PlayersTable, ResultsTable
from scoring.people.selectors.players import kept_number, player_at, players_of
from scoring.results.selectors.stored import players_stem, stem_of

PLAYERS_A_PAGE = 60
RESULTS_A_PAGE = 12
MET_A_PAGE = 60
MOST_TYPED = 160  # letters
NOBODY = "There is no such player."

PageOfPlayer = Callable[[HttpRequest, Player], HttpResponse]


def of_player(page: PageOfPlayer) -> Callable[..., HttpResponse]:
    """A page of the player of this number; Http404 for one who is not to be named.

    Where the number was merged into another one it leads on to the same page of that.
    """

    @require_safe
    @wraps(page)
    def found(request: HttpRequest, club: str, number: int) -> HttpResponse:
        there = club_at(club)
        person = player_at(there, number)
        if person is None and (kept := kept_number(there, number)):
            where = resolve(request.path_info).view_name
            return redirect(where, there.slug, kept)
        if person is None or hides(there, person.pk) or not played_in_public(person):
            raise Http404(NOBODY)
        return page(request, person)

    return found


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


@of_player
def player(request: HttpRequest, person: Player) -> HttpResponse:
    """What one player did here: his form, his years, every evening."""
    found, evenings = person.club, evenings_of(person)
    page = Paginator(evenings[::-1], RESULTS_A_PAGE).get_page(request.GET.get("page"))
    name = public_name(person.name, found, person.pk)
    board = board_of(found)
    context = {
        **club_frame(request, found, name),
        "name": name,
        "number": person.number,
        "lodge": person.lodge,
        "season": Season.objects.get(tournaments=evenings[-1].tournament),
        "players": players_stem(found),
        "evenings": stem_of("scoring:tournament", found.slug),
        "careers": careers_of(evenings),
        "held": records_held(board, person),
        "pins": pins_of(board, person),
        "table": ResultsTable(results_of(page), club=found),
        "page": page,
    }
    return render(request, "scoring/history/player.html", context)


@of_player
def player_met(request: HttpRequest, person: Player) -> HttpResponse:
    """Whom somebody sat with and who had more, or those whom the typed parts mean."""
    found = person.club
    name = public_name(person.name, found, person.pk)
    asked = asked_game(request, games_of(person))
    people = named_people(found)
    met = met_by(person, asked["game"], people)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    lines = [each for each in met if not typed or matches(typed, each.name)]
    context = {
        **club_frame(request, found, say("Against each other")),
        **asked,
        "name": name,
        "typed": typed,
        "found": len(lines),
        "players": players_stem(found),
        "page": Paginator(lines, MET_A_PAGE).get_page(request.GET.get("page")),
        "never_met": never_met(person, met, people),
    }
    context["crumbs"].insert(1, (name, person.get_absolute_url()))
    return render(request, "scoring/history/met.html", context)


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
