"""The page for an error: the asker's, ours, or the machine's, which then is named.

No form is on these pages, so no token is asked for: whoever asks for one reads what was
sent once more, and that may be what went wrong.
"""

import logging
import sys
from http import HTTPStatus

from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from clubs.failures import failure_in

LOG = logging.getLogger("valat.trouble")
PROGRAMS = "/api/v1/"  # where answers are JSON, in English, whatever is accepted
UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE.name.lower()
AGAIN = 30  # s until it is worth asking again
TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, TOO_MUCH):
        return _page("413.html", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return _page("400.html", HTTPStatus.BAD_REQUEST)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page("403.html", HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page("404.html", HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the error is being handled; asks no database, reads no form."""
    error = sys.exc_info()[1]
    trouble = failure_in(error)
    if trouble is None:
        return _page("500.html", HTTPStatus.INTERNAL_SERVER_ERROR)
    LOG.error("%s (%s). %s", trouble.summary, error, trouble.cure)
    if request.path_info.startswith(PROGRAMS):
        message = f"{trouble.summary}. Ask again in {AGAIN} seconds."
        problem = {"code": UNAVAILABLE, "message": message}
        response: HttpResponse = JsonResponse(problem, status=503)
    elif "application/json" in request.headers.get("Accept", ""):
        response = JsonResponse({"detail": f"{gettext(trouble.summary)}."}, status=503)
    else:
        page = render_to_string("trouble.html", {"trouble": trouble})
        response = HttpResponse(page, status=503)
    response.headers["Retry-After"] = str(AGAIN)
    # Django's own line would have a traceback.
    response._has_been_logged = True  # type: ignore[attr-defined]  # its private mark
    return response


def _page(template: str, status: HTTPStatus) -> HttpResponse:
    return HttpResponse(render_to_string(template), status=status)
