"""Pages for everybody, which browsers and a proxy in front may keep for a moment.

Two thousand people who look at one evening are two thousand questions every ten seconds:
nginx (docs/operations.md) answers all but the first of them from its store. Kept is what
strangers see, where no session was read and no cookie is given, and never for a minute:
who is erased, and a club or an evening that is shown no more, are gone then.

A proxy has everyone who asks for an address wait for one answer. So an address without a
page, or with one elsewhere, gives an answer that can be kept, too: else each of those who
wait would ask after the other.
"""

import hashlib
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

from scoring.core.page_context import is_part

HOME = ""
# How the routes of public pages begin: a club's, those about its open data, its tables in
# frames of other pages, the guides, and the page that shows all drawings.
OF_EVERYBODY = ("<slug:club>/", "api/", "embed/", "guides/", "demo/")
# s; for a moment more one page may be shown while the next is made.
KEPT = "public, max-age=10, stale-while-revalidate=30"
PART_KEPT = "public, max-age=5"  # what an open page asks again every ten seconds
KEPT_STATUS = (200, 204)
MOMENT = "public, max-age=1"  # that there is no page here, or that it is elsewhere
MOMENT_STATUS = (301, 302, 404)


def set_cache_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Says of such a page how long it is good, and what it is known by."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _is_for_a_moment(request, response):
            patch_vary_headers(response, ["Cookie"])
            response["Cache-Control"] = MOMENT
        if not _may_be_kept(request, response):
            return response
        # A reader who signs in sees his own page at once.
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
    """Whether a stranger is told that there is no page for strangers at this address.

    Finding that out may read who asks. Without a session's cookie that is nobody.
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
