"""The start page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.accounts import has_owner
from clubs.clubs import ClubSearch, clubs_for, places_of

MOST_TYPED = 80  # characters


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    asked = request.GET
    search = ClubSearch(
        typed=asked.get("q", "").strip()[:MOST_TYPED],
        country=asked.get("country", "").upper()[:2],
        town=asked.get("town", "")[:MOST_TYPED],
    )
    page, cards = clubs_for(request.user, search, asked.get("page", "1"))
    is_long = bool(search) or page.has_other_pages()
    countries, towns = places_of(search) if is_long else ([], [])
    mine = [card for card in cards if card.role]
    context = {
        "page": page,
        "sought": search,
        "is_long": is_long,
        "countries": countries,
        "towns": towns,
        "cards": cards,
        "mine": mine,
        "others": [card for card in cards if not card.role],
        "demo": next((card.club for card in cards if card.club.is_demo), None),
        "is_run": has_owner(),
        "may_open": settings.OPEN_CLUBS,
        # A person who searches, or who typed a wrong code, has already read about
        # Valat.
        "is_stranger": not (asked or request.user.is_authenticated),
        "indexable": any(card.club.indexable for card in cards),
    }
    return render(request, "clubs/home.html", context)
