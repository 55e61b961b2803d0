"""The tray: hands that were late or recorded twice, and the desk's decisions."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from clubs.access import open_to_guests
from clubs.i18n import message
from scoring.core.access import DeskAccess, desk_of
from scoring.core.page_context import address, frame
from scoring.core.writes import ActionRefused
from scoring.models import TrayHand
from scoring.sheets.hand_writes import resolve_tray_hand
from scoring.sheets.pending_hands import decided_in, may_need_correction, waiting_in

Outcome = TrayHand.Outcome
LOOK_AGAIN = _(
    "The hands no longer match the counted chips. The score counts until a director "
    "corrects it."
)

_TAKEN = gettext_noop("Hand {hand} of table {table} was accepted.")
_LEFT_OUT = gettext_noop("Hand {hand} of table {table} was discarded.")


@open_to_guests
@require_safe
def tray(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    return _show(request, desk_of(request, club, tournament))


@require_POST
def tray_settle(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    """Choose a waiting hand, the recorded one, or both."""
    access = desk_of(request, club, tournament)
    mine = TrayHand.objects.filter(sheet__round__tournament=access.tournament)
    item = mine.select_related("sheet__round__tournament").filter(pk=pk).first()
    if item is None:
        raise Http404(message("That hand isn’t in the tray."))
    reason = request.POST.get("reason", "")
    try:
        resolved = resolve_tray_hand(
            item=item,
            actor=access.actor,
            take=request.POST.get("take", ""),
            reason=reason,
            ruling_stands="ruling_stands" in request.POST,
        )
    except ActionRefused as refused:
        return _show(request, access, (pk, refused.message, reason))
    text = message(
        _TAKEN if resolved.outcome == Outcome.TAKEN else _LEFT_OUT,
        hand=item.number,
        table=item.sheet.table,
    )
    if resolved.outcome == Outcome.TAKEN and may_need_correction(item.sheet):
        messages.warning(request, f"{text} {LOOK_AGAIN}")
        place = (item.sheet.round.number, item.sheet.table)
        return redirect(address("sheet-desk", access.tournament, *place))
    messages.success(request, text)
    return redirect(address("tray", access.tournament))


def _show(
    request: HttpRequest,
    access: DeskAccess,
    refused: tuple[int, str, str] = (0, "", ""),
) -> HttpResponse:
    """Show the page; `refused` is a hand, its error, and the typed reason."""
    pk, reason, typed = refused
    context = {
        **frame(access, message("Tray: hands to review")),
        "waiting": waiting_in(access.tournament),
        "decided": decided_in(access.tournament),
        "refused": pk,
        "refused_why": reason,
        "typed": typed,
    }
    return render(request, "scoring/sheets/pending_hands.html", context)
