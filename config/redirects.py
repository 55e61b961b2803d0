"""The way back from the address of an action to its page.

An action's address takes POST alone and lies below its page. A browser asks for it
with GET all the same: after signing in again, when a phone restores a tab, or when
somebody presses Enter in the address bar below a form that was refused.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve

METHOD_NOT_ALLOWED = 405


def to_the_page(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Leads a browser that looks at an action's address up to a page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        looks = request.method == "GET" and "text/html" in request.headers.get(
            "Accept", ""
        )
        if response.status_code != METHOD_NOT_ALLOWED or not looks:
            return response
        return HttpResponseRedirect(_page_above(request.path_info))

    return middleware


def _page_above(path: str) -> str:
    """The nearest address above that there is: people/5/change/ to people/."""
    while path != "/":
        path = f"{path.rstrip('/').rpartition('/')[0]}/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path
