"""A print that somebody waits for, and its file; whose it is and who may is the caller's."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from clubs.file_responses import PDF, Sent, send_file
from clubs.i18n import message
from clubs.storage import StorageDown
from scoring.printing.jobs import Job, UnknownJob, progress, result, waits_in_vain


def job_of(key: str, *, owner: str) -> Job:
    """How far the print is; raises Http404."""
    try:
        return progress(key, owner=owner)
    except UnknownJob:
        raise Http404(
            message("This print doesn’t exist, or it’s more than a day old.")
        ) from None


def not_now(error: StorageDown) -> str:
    """Why no print can be made at the moment."""
    return message(
        "You can’t print right now. Nothing is lost, so try again later. Reason: {why}",
        why=error.strerror,
    )


def job_page(
    request: HttpRequest,
    job: Job,
    context: dict[str, Any],
    asked: Iterable[str],
    *,
    is_part: bool,
) -> HttpResponse:
    """How far it is; asks again by itself until it is done.

    The context has `what` it is, the addresses `file`, `again` (to start it once more),
    `others` (to choose another) and `back`, named in `back_words`. `asked` names what of
    the address is chosen once more. `is_part`: an open page asks for this alone.
    """
    context = {
        **context,
        "job": job,
        "choice": [(name, request.GET[name]) for name in asked if name in request.GET],
        "waits": job.state == "working",
        "in_vain": waits_in_vain(job),
        "this_page": request.get_full_path(),
    }
    page = "_print_job.html" if is_part else "print_job.html"
    return render(request, f"scoring/printing/{page}", context)


def pdf_file(request: HttpRequest, job: Job) -> HttpResponseBase:
    """The PDF of a print that is done, shown in the browser; ?save to keep it."""
    file = result(job.key, owner=job.owner)
    to_keep = "save" in request.GET
    return send_file(Sent("prints", file, f"{job.name}.pdf", PDF, to_keep))
