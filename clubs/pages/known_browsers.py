"""Browsers in which somebody signed in before: no stranger can make him wait there.

A cookie with a mark for each account. Nobody can make one without the site's key, and it
opens nothing: it only leaves the brake on the account as a whole out.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.access import client_address
from clubs.sessions import FROM, browser_named

NAME = "known"
KEPT = 60 * 60 * 24 * 365  # s
MOST = 5  # accounts of one browser


def note(request: HttpRequest) -> None:
    """Into the session that just began: what the page of one's account says of it."""
    agent = browser_named(request.headers.get("User-Agent", ""))
    now = timezone.now().isoformat()
    request.session[FROM] = [agent, client_address(request), now]


def is_known(request: HttpRequest, username: str) -> bool:
    return _mark(username) in _marks(request)


def remember(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """The newest first; of a browser that many use the oldest goes."""
    note(request)
    marks = dict.fromkeys([_mark(username), *_marks(request)])
    response.set_cookie(
        NAME,
        ".".join(list(marks)[:MOST]),
        max_age=KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _marks(request: HttpRequest) -> list[str]:
    return request.COOKIES.get(NAME, "").split(".")[:MOST]


def _mark(username: str) -> str:
    return salted_hmac(__name__, username.casefold()).hexdigest()[:24]
