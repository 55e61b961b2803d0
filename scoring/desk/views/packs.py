"""The emergency packet at the desk: its purpose, stored packets, making one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.file_responses import PDF, Sent, send_file
from clubs.i18n import message
from clubs.site_urls import hall_address
from scoring.backups import emergency_packets
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.page_context import address, frame, is_part
from scoring.desk.overview import note_print
from scoring.desk.views.prints import PackForm
from scoring.models.log_messages import log_message


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def pack(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the stored packets; the page polls while one is being made."""
    return _show(request, desk_of(request, club, tournament, DIRECTOR), PackForm())


@require_POST
def pack_make(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Request a new packet."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form, evening = PackForm(request.POST), access.tournament
    if not form.is_valid():
        return _show(request, access, form)
    key = f"pack-{form.cleaned_data['key']}"[:40]
    note_print(
        tournament=evening,
        actor=access.actor,
        text=log_message("print.pack"),
        label="pack",
        key=key,
    )
    emergency_packets.ask(
        evening, hall_address(request, evening.club), get_language() or ""
    )
    messages.success(
        request, message("Making the packet… It will appear here automatically.")
    )
    return redirect(address("pack", evening))


@require_safe
@never_cache
def pack_file(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponseBase:
    """Send the packet as of the end of this round."""
    access = desk_of(request, club, tournament, DIRECTOR)
    for file in emergency_packets.stored_packs(access.tournament):
        if file.after == number:
            name = f"{access.tournament.slug}-{file.name}"
            return send_file(Sent("packs", file.file, name, PDF))
    raise Http404(message("That packet doesn’t exist."))


def _show(request: HttpRequest, access: DeskAccess, form: PackForm) -> HttpResponse:
    context = {
        **frame(access, message("Emergency packet")),
        "form": form,
        "kept": emergency_packets.stored_packs(access.tournament),
        "waits": emergency_packets.is_being_made(access.tournament),
    }
    page = "_packs.html" if is_part(request) else "packs.html"
    return render(request, f"scoring/desk/{page}", context)
