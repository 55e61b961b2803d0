"""Receipts for forms that were accepted, so that pages can delete their saved input.

A page stores its input until it knows that the form was accepted, because the session
or the network connection can end. Its script (static/js/forms.js) sends a random word
as `receipt`; the response to an accepted form has the word in a cookie, and the page
deletes its stored input.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url

from scoring.core.page_context import GIVEN_BACK

NAME = "receipt"
WORD = re.compile(r"[a-z0-9]{1,40}")
KEPT = 60 * 60  # s; the next page reads it
LED_ON = (302, 303)  # every accepted form redirects


def give_receipts(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "POST" and _was_taken(response):
            word = request.POST.get(NAME, "")
            if WORD.fullmatch(word):
                response.set_cookie(
                    NAME,
                    word,
                    max_age=KEPT,
                    secure=settings.SESSION_COOKIE_SECURE,
                    samesite="Lax",
                )
        return response

    return middleware


def _was_taken(response: HttpResponse) -> bool:
    """Return whether the form was accepted, not redirected to the sign-in page.

    Input that the server deliberately returned changed must not be restored, so it
    counts as accepted.
    """
    location = response.headers.get("Location", "")
    sign_in = resolve_url(settings.LOGIN_URL)
    if GIVEN_BACK in response.headers:
        return True
    return response.status_code in LED_ON and location.partition("?")[0] != sign_in
