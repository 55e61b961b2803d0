"""The way back from the address of an action to its page.

An action's address takes POST alone and lies below its page. A browser asks for it
with GET all the same: after signing in again, when a phone restores a tab, or when
somebody presses Enter in the address bar below a form that was refused.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

METHOD_NOT_ALLOWED = 405


def to_the_page(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Leads a browser that looks at an action's address one level up."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        looks = request.method == "GET" and "text/html" in request.headers.get(
            "Accept", ""
        )
        if response.status_code != METHOD_NOT_ALLOWED or not looks:
            return response
        page, _, _ = request.path.rstrip("/").rpartition("/")
        return HttpResponseRedirect(f"{page}/")

    return middleware
