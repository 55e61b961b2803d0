"""The page for an error: ours, or the machine's, which then is named."""

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.defaults import server_error as our_mistake

from clubs.selectors.troubles import trouble_behind

LOG = logging.getLogger("valat.trouble")
AGAIN = 30  # s until it is worth asking again


def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the error is being handled; asks no database, reads no form."""
    error = sys.exc_info()[1]
    trouble = trouble_behind(error)
    if trouble is None:
        return our_mistake(request)
    LOG.error("%s (%s). %s", trouble.what, error, trouble.cure)
    if "application/json" in request.headers.get("Accept", ""):
        response: HttpResponse = JsonResponse(
            {"detail": f"{gettext(trouble.what)}."}, status=503
        )
    else:
        page = render_to_string("trouble.html", {"trouble": trouble})
        response = HttpResponse(page, status=503)
    response.headers["Retry-After"] = str(AGAIN)
    # Django's own line would have a traceback.
    response._has_been_logged = True  # type: ignore[attr-defined]  # its private mark
    return response
