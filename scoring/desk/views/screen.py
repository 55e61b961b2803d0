"""The screen in the hall: one page that runs by itself, and what is new for it."""

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
    """What `?show=clock,seats&seconds=12` asks for is the script's matter.

    `?round=this` or `next` says whose seats; `?theme=light` is for a bright hall.
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
    response["Cache-Control"] = "private, no-cache"  # it says what time it is
    return response


@require_safe
def screen_news(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """The same as JSON; 304 where the screen has it already, with the server's time."""
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
    """With the address of the script: another one means that Valat was brought up to date."""
    round_choice = request.GET.get("round", "")
    state = screen_of(tournament, server_clock.now(), round_choice)
    return state | {"script": static(SCRIPT)}
