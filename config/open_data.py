"""Below /api/ every answer is JSON in one shape, and pages of other sites may read it."""

import json
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

BELOW = "/api/"
PAGE = "/api/"  # the documentation, for people
METHODS = "GET, HEAD"
DAY = "86400"  # s for which a browser need not ask again whether it may


def answer_programs(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Whatever went wrong is told as `{code, message}`; nothing is read of a reader."""

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
        if response.status_code >= 400 and not _is_json(response):
            status = HTTPStatus(response.status_code)
            told = {"code": status.name.lower(), "message": status.description}
            told["message"] = told["message"] or status.phrase
            response.content = json.dumps(told).encode()
            response["Content-Type"] = "application/json"
        patch_vary_headers(response, ["Accept-Encoding"])
        return response

    return middleware


def _is_json(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("application/json")
