"""The one button that undoes a large action."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubs.i18n import message, plural_message
from scoring.core.access import DIRECTOR, desk_of
from scoring.core.page_context import address
from scoring.core.undo import ActKind
from scoring.core.writes import ActionRefused, Conflict
from scoring.desk.undo import undo
from scoring.models import UndoRecord

# The page on which each action was done.
PAGES = {
    ActKind.NO_SHOWS: "door",
    ActKind.RESEAT: "change",
    ActKind.DISCARD: "draw",
    ActKind.SIGN_UP: "coming",
}


@require_POST
def act_undo(request: HttpRequest, club: str, tournament: str, pk: int) -> HttpResponse:
    """Undo an action of the event, all of it or nothing."""
    access = desk_of(request, club, tournament, DIRECTOR)
    record = UndoRecord.objects.filter(tournament=access.tournament, pk=pk).first()
    if record is None:
        raise Http404(message("This was too long ago to undo."))
    page = PAGES.get(ActKind(record.kind), "entries")
    try:
        emails = undo(record=record, actor=access.actor)
    except Conflict as late:
        messages.info(request, late.message)
    except ActionRefused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, message("Undone. Everything is as it was before."))
        if emails:
            messages.warning(
                request,
                plural_message(
                    "{n} email has already gone out. Let that person know.",
                    "{n} emails have already gone out. Let those people know.",
                    emails,
                ),
            )
    return redirect(address(page, access.tournament))
