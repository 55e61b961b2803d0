"""A receipt for every form that was taken.

A page keeps what it sends until it knows that it was taken: the session may have ended
meanwhile, or the network. Its script (static/js/forms.js) sends a word of its own along
as `receipt`; the answer to a form that was taken has the word in a cookie, and the page
lets go of what it kept.
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
LED_ON = (302, 303)  # every form that was taken leads on


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
    """Not where somebody has to sign in first: then nothing was looked at.

    What is given back on purpose, changed, must not be put back as it was.
    """
    location = response.headers.get("Location", "")
    sign_in = resolve_url(settings.LOGIN_URL)
    if GIVEN_BACK in response.headers:
        return True
    return response.status_code in LED_ON and location.partition("?")[0] != sign_in
