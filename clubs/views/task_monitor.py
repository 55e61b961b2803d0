"""The site admin's page of background tasks that wait, run or have failed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.access import operator_of
from clubs.i18n import message
from clubs.tasks import TaskBackendDown, Work, all_work, do_again

MOST = 100  # tasks of each state
# Queues by the people who wait for them.
QUEUES = {
    "paper": _("Printouts and draws"),
    "evening": _("Years and seasons"),
    "mail": _("Emails"),
    "night": _("Backups and emergency packets"),
    "webhooks": _("Webhooks"),
}


@require_safe
@never_cache
def tasks(request: HttpRequest) -> HttpResponse:
    """Show all tasks that wait, run or failed, by state."""
    operator_of(request)
    try:
        works, problem = all_work(MOST), ""
    except TaskBackendDown as error:
        works, problem = [], str(error)
    context = {
        "away": problem,
        "failed": _rows(works, "failed"),
        "running": _rows(works, "running"),
        "waiting": _rows(works, "waiting"),
        "most": MOST,
    }
    return render(request, "clubs/tasks.html", context)


def _rows(works: list[Work], state: str) -> list[tuple[str, Work]]:
    """Return tasks of a state, each with the name of its queue."""
    return [
        (str(QUEUES.get(work.queue, work.queue)), work)
        for work in works
        if work.state == state
    ][:MOST]


@require_POST
def task_again(request: HttpRequest) -> HttpResponse:
    """Run a failed task again."""
    operator_of(request)
    try:
        is_put = do_again(request.POST.get("task", ""))
    except TaskBackendDown as error:
        messages.error(request, str(error))
    else:
        if is_put:
            messages.success(request, message("We’ll try it again."))
        else:
            messages.error(request, message("That failed task is no longer here."))
    return redirect("clubs:tasks")
