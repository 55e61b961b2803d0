"""Error pages: for the client's mistakes, ours, or failures of the machine.

These pages have no form, so they need no CSRF token: creating one would read the
request body again, which can be the cause of the error.
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
# The API, where errors are JSON in English, whatever the client accepts.
PROGRAMS = "/api/v1/"
UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE.name.lower()
AGAIN = 30  # s until a new attempt makes sense
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
    """Return the page for an exception being handled, without queries and form data."""
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
    # Django's own log entry would have a traceback, and only this attribute stops it.
    vars(response)["_has_been_logged"] = True
    return response


def _page(template: str, status: HTTPStatus) -> HttpResponse:
    return HttpResponse(render_to_string(template), status=status)
