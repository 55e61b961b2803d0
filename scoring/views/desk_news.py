"""Calls from the tables: noticed by the desk's open pages, and answered there."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.access import Place, desk_of
from scoring.models import Call
from scoring.selectors.evening.news import news_of, news_version
from scoring.services.changes import Refused
from scoring.services.table.calls import answer
from scoring.views.desk_frame import address, frame


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def news(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """What the tables want, for a page that is open; 204 where it shows that already."""
    place = desk_of(request, club, tournament)
    if not request.htmx:
        return redirect(address("tournament-desk", place.tournament))
    if request.GET.get("version") == news_version(place.tournament):
        return HttpResponse(status=204)
    return _show(request, place)


@require_POST
@vary_on_headers("HX-Request")
def call_answer(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    """Answer a call; nothing typed means that the director comes."""
    place = desk_of(request, club, tournament)
    call = Call.objects.filter(sheet__round__tournament=place.tournament, pk=pk).first()
    if call is None:
        raise Http404("There is no such call.")
    error = ""
    try:
        done = answer(call=call, by=place.actor, answer=request.POST.get("answer", ""))
    except Refused as refused:
        error = refused.message
    if request.htmx:
        return _show(request, place, (pk, error))
    if error:
        messages.error(request, error)
    else:
        messages.success(request, f"Told table {call.sheet.table}: {done.answer}")
    return redirect(address("tournament-desk", place.tournament))


def _show(
    request: HttpRequest, place: Place, refused: tuple[int, str] = (0, "")
) -> HttpResponse:
    pk, error = refused
    context = {
        **frame(place),
        "desk_news": news_of(place.tournament),
        "refused_call": pk if error else None,
        "refused_why": error,
    }
    return render(request, "scoring/_desk_news.html", context)
