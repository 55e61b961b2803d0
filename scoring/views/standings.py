"""A tournament as everybody sees it: its standings, their print, its corrections."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.access import published
from scoring.selectors.corrections import corrected_sheets
from scoring.selectors.evening.announcements import announcements_of
from scoring.selectors.rulings import rulings_on_players, rulings_on_sheets
from scoring.selectors.standings.board import Board, board_of, version_of
from scoring.views.parts import is_part
from scoring.views.public_frame import tournament_frame

LONGEST_QUERY = 80


@require_safe
@vary_on_headers("HX-Request")
def tournament(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """The standings; asked again by the open page, only what has changed."""
    found = published(request, club, tournament)
    asks_again = is_part(request)
    if asks_again and request.GET.get("v") == version_of(found):
        return HttpResponse(status=204)
    board = board_of(
        found,
        query=request.GET.get("q", "").strip()[:LONGEST_QUERY],
        page=request.GET.get("page", 1),
    )
    if asks_again:
        context = {"club": found.club, "tournament": found, **_shown(board)}
        return render(request, "scoring/_standings.html", context)
    context = {**tournament_frame(request, found), **_shown(board)}
    return render(request, "scoring/tournament.html", context)


@require_safe
def tournament_print(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Everybody on one page, for the browser's print."""
    found = published(request, club, tournament)
    context = {
        **tournament_frame(request, found, "Print"),
        "board": board_of(found, whole=True),
        "now": timezone.now(),
        "indexable": False,
    }
    return render(request, "scoring/standings_print.html", context)


@require_safe
def corrections(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Every number that was changed after it was verified."""
    found = published(request, club, tournament)
    context = {
        **tournament_frame(request, found, "Corrections"),
        "sheets": corrected_sheets(found),
        "on_players": rulings_on_players(found, full=found.club.full_names),
        "on_sheets": rulings_on_sheets(found, full=found.club.full_names),
    }
    return render(request, "scoring/corrections.html", context)


def _shown(board: Board) -> dict[str, Any]:
    """The board, and where the open page asks for news of it."""
    asked: dict[str, str | int] = {"v": board.version}
    if board.query:
        asked["q"] = board.query
    if board.page.number > 1:
        asked["page"] = board.page.number
    return {
        "board": board,
        "news": f"?{urlencode(asked)}",
        "page": board.page,
        "announcements": announcements_of(board.tournament),
    }
