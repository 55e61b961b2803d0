"""Middleware for /api/: every response is JSON in one shape, open to other sites."""

import json
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from config.cache_headers import MOMENT

BELOW = "/api/"
PAGE = "/api/"  # the documentation, for people
METHODS = "GET, HEAD"
DAY = "86400"  # s that a browser can cache the permission to ask


def answer_programs(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return errors below /api/ as `{code, message}`.

    Of the client only a token is read. Pages of other sites can't send one: there
    everyone would have it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(BELOW) or request.path_info == PAGE:
            return get_response(request)
        if request.method == "OPTIONS":
            response = HttpResponse(status=HTTPStatus.NO_CONTENT)
            response["Access-Control-Allow-Headers"] = "If-None-Match"
            response["Access-Control-Max-Age"] = DAY
        elif request.method not in ("GET", "HEAD"):
            response = HttpResponse(status=HTTPStatus.METHOD_NOT_ALLOWED)
        else:
            response = get_response(request)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Allow-Methods"] = METHODS
        response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            response["Allow"] = METHODS
        if response.status_code >= 400 and not _is_told(response):
            status = HTTPStatus(response.status_code)
            problem = {"code": status.name.lower(), "message": status.description}
            problem["message"] = problem["message"] or status.phrase
            response.content = json.dumps(problem).encode()
            response["Content-Type"] = "application/json"
            # Not the length of the page.
            response["Content-Length"] = str(len(response.content))
        is_asked_by_nobody = "Authorization" not in request.headers
        if response.status_code == HTTPStatus.NOT_FOUND and is_asked_by_nobody:
            response["Cache-Control"] = MOMENT
        elif response.status_code >= 400:
            response["Cache-Control"] = "no-store"
        elif "Authorization" in request.headers:
            response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Accept-Encoding", "Authorization"])
        return response

    return middleware


def _is_told(response: HttpResponse) -> bool:
    """Return whether a response has the JSON shape of errors; HTML pages don't."""
    try:
        return {"code", "message"} <= json.loads(response.content).keys()
    except (ValueError, AttributeError):
        return False
