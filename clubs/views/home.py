"""The start page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.selectors.clubs import clubs_for, is_run


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    cards = clubs_for(request.user)
    mine = [card for card in cards if card.role]
    context = {
        "cards": cards,
        "mine": mine,
        "others": [card for card in cards if not card.role],
        "is_run": is_run(),
        "may_remove_demo": any(
            card.role and card.role.kind == "owner" for card in mine
        ),
        "indexable": any(card.club.indexable for card in cards),
    }
    return render(request, "clubs/home.html", context)
