"""Photos of a paper sheet: attach, show at the desk only, remove."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.file_responses import Sent, send_file
from clubs.i18n import message
from scoring.core.access import DIRECTOR
from scoring.core.page_context import is_part
from scoring.core.writes import ActionRefused
from scoring.models import Photo
from scoring.sheets import photos
from scoring.sheets.access import Desk, on_paper, open_desk
from scoring.sheets.views.sheet import Forms, PhotoForm, frame_of, paper_of, show

# Nothing in the file should be able to run; if something could, it isn't allowed to.
HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@require_safe
def sheet_photo(request: HttpRequest, pk: int, **url_args: Any) -> HttpResponseBase:
    """Send the photo's file."""
    desk = open_desk(request, **url_args)
    photo = _photo(desk, pk)
    if photo.removed_at:
        raise Http404(message("This photo was removed."))
    name = f"round-{desk.sheet.round.number}-table-{desk.sheet.table}-{pk}.jpg"
    try:
        file = Sent("photos", photo.file, name, "image/jpeg")
        return send_file(file, headers=HEADERS)
    except FileNotFoundError:
        raise Http404(message("This photo’s file is missing.")) from None


@require_POST
def sheet_photo_add(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Attach a photo; a partial request gets its part of the page back."""
    desk = open_desk(request, **url_args)
    form = PhotoForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            photos.attach(
                sheet=desk.sheet,
                actor=desk.access.actor,
                picture=form.picture,
                key=form.cleaned_data["key"],
            )
        except ActionRefused as refused:
            form.refuse(refused)
        except OSError as error:
            text = message("The photo wasn’t saved: {why}.", why=error.strerror)
            form.add_error("photo", text)
            form.not_kept = True
    wrong = form if form.errors else None
    if is_part(request):
        context = {**frame_of(request, desk), **paper_of(desk, wrong)}
        return render(request, "scoring/sheets/_sheet_paper.html", context)
    if wrong:
        return show(request, desk, Forms(photo=wrong))
    text = message("The photo of table {table} was attached.", table=desk.sheet.table)
    messages.success(request, text)
    return redirect(f"{desk.address()}{on_paper(request)}")


@require_POST
def sheet_photo_remove(request: HttpRequest, pk: int, **url_args: Any) -> HttpResponse:
    desk = open_desk(request, **url_args, at_least=DIRECTOR)
    photos.remove(photo=_photo(desk, pk), actor=desk.access.actor)
    messages.success(
        request, message("The photo was removed. The log has a note of it.")
    )
    return redirect(desk.address())


def _photo(desk: Desk, pk: int) -> Photo:
    found = desk.sheet.photos.filter(pk=pk).first()
    if found is None:
        raise Http404(message("This sheet doesn’t have that photo."))
    found.sheet = desk.sheet
    return found
