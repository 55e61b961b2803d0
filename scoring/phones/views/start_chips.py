"""Pages for a walk through the hall before the first card: a check mark per table."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import open_to_guests
from clubs.i18n import message
from scoring.core.access import DeskAccess, desk_of, published_round
from scoring.core.page_context import address, frame, is_part
from scoring.core.writes import ActionRefused
from scoring.models import Round
from scoring.phones.start_chips import start_chips_of, start_chips_version, tick


@open_to_guests
@require_safe
@never_cache
@vary_on_headers("HX-Request")
def start_chips(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    access, rnd = _access_and_round(request, club, tournament, number)
    if is_part(request):
        if request.GET.get("version") == start_chips_version(rnd):
            return HttpResponse(status=204)
        return _tables(request, access, rnd)
    parent_link = (str(rnd), address("round-desk", access.tournament, number))
    context = {
        **frame(access, parent_link, message("Start chips")),
        "round": rnd,
        "chips": start_chips_of(rnd),
    }
    return render(request, "scoring/phones/start_chips.html", context)


@require_POST
@vary_on_headers("HX-Request")
def start_chips_tick(
    request: HttpRequest, club: str, tournament: str, number: int, table: int
) -> HttpResponse:
    access, rnd = _access_and_round(request, club, tournament, number)
    sheet = rnd.sheets.filter(table=table).first()
    if sheet is None:
        raise Http404(
            message(
                "Round {number} doesn’t have a table {table}.",
                number=number,
                table=table,
            )
        )
    error = ""
    try:
        tick(sheet=sheet, actor=access.actor, laid=request.POST.get("laid") == "yes")
    except ActionRefused as refused:
        error = refused.message
    if is_part(request):
        return _tables(request, access, rnd, error)
    if error:
        messages.error(request, error)
    return redirect(address("start-chips", access.tournament, number))


def _access_and_round(
    request: HttpRequest, club: str, tournament: str, number: int
) -> tuple[DeskAccess, Round]:
    access = desk_of(request, club, tournament)
    if not access.tournament.with_chips:
        raise Http404(message("This tournament plays without chips."))
    return access, published_round(access.tournament, number)


def _tables(
    request: HttpRequest, access: DeskAccess, rnd: Round, error: str = ""
) -> HttpResponse:
    context = {**frame(access), "round": rnd, "chips": start_chips_of(rnd)}
    return render(
        request, "scoring/phones/_start_chips.html", {**context, "refused": error}
    )
