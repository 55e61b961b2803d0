"""Redirects from the address of an action to its page, and from old addresses.

An action's address accepts only POST, and is below its page. Browsers still request it
with GET: after signing in again, when a phone restores a tab, or when a person presses
Enter in the address bar below a form with errors.

Clubs, tournaments and seasons whose slug became an address of the site itself were
renamed by a migration; links and prints still have the old slug, and redirect while
nothing else uses it.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import Manager
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve

from clubs.models import SLUGS_TO_COME, Club

METHOD_NOT_ALLOWED, NOT_FOUND = 405, 404


def to_the_page(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Redirect a browser that opens an action's address to the page above."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        looks = request.method == "GET" and "text/html" in request.headers.get(
            "Accept", ""
        )
        if response.status_code != METHOD_NOT_ALLOWED or not looks:
            return response
        return HttpResponseRedirect(_page_above(request.path_info))

    return middleware


def to_the_new_address(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Redirect from the former address of a club or one of its parts."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != NOT_FOUND or request.method not in ("GET", "HEAD"):
            return response
        path = _renamed(request.path_info)
        if path == request.path_info:
            return response
        query = request.META.get("QUERY_STRING", "")
        moved = HttpResponseRedirect(f"{path}?{query}" if query else path)
        for name in ("Cache-Control", "Vary"):
            if response.has_header(name):
                moved[name] = response[name]
        return moved

    return middleware


def _renamed(path: str) -> str:
    """Return the path with renamed slugs replaced; most paths need no query."""
    words = path.split("/")
    if not SLUGS_TO_COME.intersection(words):
        return path
    position = 2 if words[1] == "desk" else 1
    current, before = Club.objects.filter(slug=words[position]), Club.objects.all()
    club = (current or before.filter(former_slug=words[position])).first()
    if club is None:
        return path
    words[position] = club.slug
    rows: Manager[Any] = club.tournaments
    part = position + 1
    if words[part : part + 1] == ["seasons"]:
        rows, part = club.seasons, position + 2
    for old in words[part : part + 1]:
        if old in SLUGS_TO_COME and (row := rows.filter(former_slug=old).first()):
            words[part] = row.slug
    return "/".join(words)


def _page_above(path: str) -> str:
    """Return the nearest existing address above: people/ for people/5/change/."""
    while path != "/":
        path = f"{path.rstrip('/').rpartition('/')[0]}/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path
