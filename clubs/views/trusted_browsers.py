"""Browsers in which somebody signed in before: no stranger can make him wait there.

A cookie with a mark for each account. Nobody can make one without the site's key, and it
opens nothing: it only leaves the brake on the account as a whole out.
"""

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from clubs.models import User

NAME = "known"
SALT = "clubs.pages.known_browsers"
KEPT = 60 * 60 * 24 * 365  # s
MOST = 5  # accounts of one browser


def sign_in(request: HttpRequest, user: User) -> None:
    """Begin a session for a new account, which allauth's own sign-in didn't see."""
    login(request, user)
    UserSession.objects.create_from_request(request)


def is_known(request: HttpRequest, username: str) -> bool:
    return _mark(username) in _marks(request)


def remember(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """The newest first; of a browser that many use the oldest goes."""
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
    return salted_hmac(SALT, username.casefold()).hexdigest()[:24]
