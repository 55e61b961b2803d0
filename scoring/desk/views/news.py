"""Calls from the tables: polled by the desk's open pages, and answered there."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import open_to_guests
from clubs.i18n import message, whole_number
from scoring.core.access import DeskAccess, desk_of
from scoring.core.page_context import address, frame, is_part
from scoring.core.writes import ActionRefused
from scoring.desk.inbox import news_version
from scoring.models import Call
from scoring.phones.calls import answer, make_scorekeeper


@open_to_guests
@require_safe
@never_cache
@vary_on_headers("HX-Request")
def news(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the tables' requests to an open page; 204 if it is up to date."""
    access = desk_of(request, club, tournament)
    if not is_part(request):
        return redirect(address("tournament-desk", access.tournament))
    if request.GET.get("version") == news_version(access.tournament):
        return HttpResponse(status=204)
    return _show(request, access)


@require_POST
@vary_on_headers("HX-Request")
def call_answer(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    """Answer a call; a blank answer means that the director is coming.

    With `keeps`, a phone of the table becomes the scorekeeper.
    """
    access = desk_of(request, club, tournament)
    call = Call.objects.filter(
        sheet__round__tournament=access.tournament, pk=pk
    ).first()
    if call is None:
        raise Http404(message("That call doesn’t exist."))
    error = ""
    try:
        answered = _answered(call, access, request.POST)
    except ActionRefused as refused:
        error = refused.message
    if is_part(request):
        return _show(request, access, (pk, error))
    if error:
        messages.error(request, error)
    else:
        messages.success(
            request,
            message(
                "Sent to table {table}: {answer}",
                table=call.sheet.table,
                answer=answered.answer,
            ),
        )
    return redirect(address("tournament-desk", access.tournament))


def _answered(call: Call, access: DeskAccess, posted: QueryDict) -> Call:
    """Answer the call, or make the phone that called the scorekeeper.

    Raises ActionRefused for a text that is too long, or an unknown phone.
    """
    if keeps := posted.get("keeps"):
        phone = whole_number(keeps) or 0
        return make_scorekeeper(call=call, actor=access.actor, phone=phone)
    return answer(call=call, actor=access.actor, answer=posted.get("answer", ""))


def _show(
    request: HttpRequest, access: DeskAccess, refused: tuple[int, str] = (0, "")
) -> HttpResponse:
    pk, error = refused
    context = {
        **frame(access),
        "refused_call": pk if error else None,
        "refused_why": error,
    }
    return render(request, "scoring/desk/_news.html", context)
