"""Responses for a print in progress and its file; the caller checks permission."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from clubs.file_responses import PDF, Sent, send_file
from clubs.i18n import message
from clubs.storage import StorageDown
from scoring.printing.jobs import Job, UnknownJob, progress, result, waits_in_vain


def job_of(key: str, *, owner: str) -> Job:
    """Return the progress of a print; raises Http404."""
    try:
        return progress(key, owner=owner)
    except UnknownJob:
        raise Http404(
            message("This printout doesn’t exist, or it’s more than a day old.")
        ) from None


def not_now(error: StorageDown) -> str:
    """Return the message for why printing isn't possible now."""
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
    """Return a page with the progress of a print, which refreshes until it is done.

    The context has its name `what`, the addresses `file`, `again` (to start it once
    more), `others` (to choose another) and `back`, with the label `back_words`. `asked`
    names the query parameters to repeat. `is_part`: an open page requests only this
    part.
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
    """Return the PDF of a finished print to display; `?save` downloads it."""
    file = result(job.key, owner=job.owner)
    to_keep = "save" in request.GET
    return send_file(Sent("prints", file, f"{job.name}.pdf", PDF, to_keep))
