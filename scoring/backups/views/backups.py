"""Pages of the site admin's backups: download a new one, or an automatic one."""

from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib import messages
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
)
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.access import operator_of
from clubs.file_responses import Sent, send_file
from clubs.i18n import message
from clubs.storage import store
from scoring.backups import retention
from scoring.backups.archive import NotWritten
from scoring.backups.create import make

ZIP = "application/zip"


@require_safe
def backups(request: HttpRequest) -> HttpResponse:
    operator_of(request)
    context = {
        "kept": retention.stored_backups(),
        "folder": settings.BACKUPS and store("backups").place(""),
        "of_all": settings.BACKUPS_OF_ALL,
        "most": retention.KEPT,
    }
    return render(request, "scoring/backups/backups.html", context)


@require_POST
@never_cache
def backup_make(request: HttpRequest) -> HttpResponseBase:
    """Make a backup now and send it to the browser, without storing it."""
    operator_of(request)
    name = retention.new_name()
    try:
        with TemporaryDirectory(dir=settings.DATA_DIR, prefix=".backup-") as folder:
            make(Path(folder) / name)
            file = (Path(folder) / name).open("rb")
    except (NotWritten, OSError) as wrong:
        messages.error(request, message("Backup failed: {reason}", reason=wrong))
        return redirect("scoring:backups")
    return _sent(file, name)


@require_safe
@never_cache
def backup_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a backup that the site made automatically."""
    operator_of(request)
    for backup in retention.stored_backups():
        if backup.name == name:
            return send_file(Sent("backups", name, name, ZIP, to_keep=True))
    raise Http404(message("This backup no longer exists."))


def _sent(file: object, name: str) -> FileResponse:
    return FileResponse(file, as_attachment=True, filename=name, content_type=ZIP)
