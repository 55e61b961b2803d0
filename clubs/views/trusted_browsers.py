"""Browsers where a user signed in before, so that strangers can't throttle them there.

A cookie has a mark for each account. The marks can't be made without the site's secret
key, and don't sign anyone in: they only exempt the browser from the account's total
throttle.
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
    """Begin a session for a new account that didn't use allauth's sign-in."""
    login(request, user)
    UserSession.objects.create_from_request(request)


def is_known(request: HttpRequest, username: str) -> bool:
    return _mark(username) in _marks(request)


def remember(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """Add the account to the browser's cookie, newest first; drop the oldest."""
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
