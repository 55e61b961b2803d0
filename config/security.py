"""Security headers for every response: pages load nothing from other sites."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

POLICY = "; ".join(
    [
        "default-src 'self'",
        # Bootstrap draws checkmarks and arrows as data: URIs; photos can come from the
        # store.
        " ".join(["img-src 'self' data:", *settings.PICTURES_FROM]),
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


def reject_nul_bytes(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Reject NUL bytes in addresses and cookies, which PostgreSQL can't store.

    Forms reject them in their fields.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        asked = [request.path_info, *request.COOKIES.values()]
        asked += [value for _, values in request.GET.lists() for value in values]
        if any("\0" in text for text in asked):
            raise BadRequest("An address cannot have a NUL in it.")
        return get_response(request)

    return middleware


def keep_from_shared_caches(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Mark pages of signed-in users and the desk as private for proxy caches."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        personal = request.session.accessed and request.user.is_authenticated
        desk = request.path_info.startswith("/desk/")
        if (personal or desk) and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return middleware
