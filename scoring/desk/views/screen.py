"""The hall screen: one page that runs unattended, and its updates."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from clubs import server_clock
from clubs.i18n import in_ms
from scoring.core.access import published
from scoring.core.page_context import stamped
from scoring.core.push import waits_at
from scoring.desk.screen import State, screen_of
from scoring.models import Tournament
from scoring.results.stored import version_of

SCRIPT = "desk/screen.js"


@require_safe
def screen(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the screen; its script reads `?show=clock,seats&seconds=12`.

    `?round=this` or `next` selects the seats; `?theme=light` is for a bright hall.
    """
    evening = published(request, club, tournament)
    context = {
        "club": evening.club,
        "tournament": evening,
        "theme": "light" if request.GET.get("theme") == "light" else "dark",
        "state": _state(request, evening)
        | {"now": in_ms(server_clock.now()), "news": waits_at(("page", evening.pk))},
    }
    response = render(request, "scoring/desk/screen.html", context)
    response["Cache-Control"] = "private, no-cache"  # contains the current time
    return response


@require_safe
def screen_news(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Send the state as JSON; 304 if the screen has it, with the server's time."""
    evening = published(request, club, tournament)
    etag = quote_etag(version_of(evening))
    response = get_conditional_response(request, etag=etag)
    if response is None:
        state = _state(request, evening)
        etag, response = quote_etag(state["version"]), JsonResponse(state)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return stamped(response)


def _state(request: HttpRequest, tournament: Tournament) -> State:
    """Return the state with the script's address, which changes with updates."""
    round_choice = request.GET.get("round", "")
    state = screen_of(tournament, server_clock.now(), round_choice)
    return state | {"script": static(SCRIPT)}
