"""Cache headers for public pages, which browsers and a proxy can cache for a moment.

Two thousand people watching one event are two thousand requests every ten seconds:
nginx (docs/operations.md) answers all but the first of them from its cache. Cached are
pages as visitors see them, without a session or a cookie, and never for a minute:
erased people, and clubs or events that are no longer public, must disappear by then.

A proxy makes everyone who requests an address wait for one response. So responses
without a page, and redirects, can be cached, too: otherwise the waiting clients would
each ask, one after the other.
"""

import hashlib
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

from scoring.core.page_context import is_part

HOME = ""
# Prefixes of public routes: a club's, those of its open data, its tables in frames of
# other pages, the guides, and the page of all drawings.
OF_EVERYBODY = ("<slug:club>/", "api/", "embed/", "guides/", "demo/")
# s; an old page can be served a little longer while the next one is made.
KEPT = "public, max-age=10, stale-while-revalidate=30"
PART_KEPT = "public, max-age=5"  # a part that an open page requests every ten seconds
KEPT_STATUS = (200, 204)
MOMENT = "public, max-age=1"  # for a missing page or a redirect
MOMENT_STATUS = (301, 302, 404)


def set_cache_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Set Cache-Control and ETag on public pages."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _is_for_a_moment(request, response):
            patch_vary_headers(response, ["Cookie"])
            response["Cache-Control"] = MOMENT
        if not _may_be_kept(request, response):
            return response
        # A reader who signs in sees their own page immediately.
        patch_vary_headers(response, ["Cookie"])
        response["Cache-Control"] = PART_KEPT if is_part(request) else KEPT
        if response.status_code != 200 or response.streaming:
            return response
        etag = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
        response["ETag"] = etag
        return (
            get_conditional_response(request, etag=etag, response=response) or response
        )

    return middleware


def _is_for_a_moment(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a visitor gets a 404 or redirect at an address.

    Deciding that can read the user. Without a session cookie the user is anonymous.
    """
    return (
        request.method in ("GET", "HEAD")
        and response.status_code in MOMENT_STATUS
        and (request.resolver_match is None or _is_public(request))
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and not request.session.modified
        and not response.cookies
        and not response.has_header("Cache-Control")
    )


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        request.method in ("GET", "HEAD")
        and response.status_code in KEPT_STATUS
        and _is_public(request)
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and not request.session.accessed
        and not response.cookies
        and not response.has_header("Cache-Control")
    )


def _is_public(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and (
        match.route == HOME or match.route.startswith(OF_EVERYBODY)
    )
