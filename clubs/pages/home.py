"""The start page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.clubs import clubs_for, is_run

MOST_TYPED = 80  # letters


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    page, cards = clubs_for(request.user, typed, request.GET.get("page", "1"))
    mine = [card for card in cards if card.role]
    context = {
        "page": page,
        "typed": typed,
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
