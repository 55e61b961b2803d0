"""In which language a page answers; addresses are the same in every language.

The reader's choice stands in a cookie, and with the account of whoever signed in. Where
the site offers one language, nothing is asked and nothing is said of it.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from clubs.languages import activate_language, club_at, offered

NO_SESSION = ("/t/", "/embed/")


class ReadersLanguage:
    """Middleware: the language of each request, and the headers that say so."""

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
        """Only now is it known who asks, and for which club.

        A table's page and a frame ask no session: they speak once they know their club.
        """
        if len(offered()) > 1 and not request.path_info.startswith(NO_SESSION):
            activate_language(request, club_at(kwargs.get("club")))
