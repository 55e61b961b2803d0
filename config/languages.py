"""The language of pages; addresses are equal in all languages.

The reader's choice is in a cookie, and in the account of a user who signed in. If the
site offers only one language, this middleware does nothing.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from clubs.languages import activate_language, club_at, offered

NO_SESSION = ("/t/", "/embed/")


class ReadersLanguage:
    """Middleware that sets the language of each request and the headers for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if len(offered()) == 1:
            return self.get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language())
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        """Activate the language once user and club are known.

        Pages of tables and frames don't use sessions: they set it when they know their
        club.
        """
        if len(offered()) > 1 and not request.path_info.startswith(NO_SESSION):
            activate_language(request, club_at(kwargs.get("club")))
