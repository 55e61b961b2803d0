"""The club's log: who, when, what, from where."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import member_of
from scoring.access import DIRECTOR
from scoring.selectors.log import changes_of, logged_tournaments

A_PAGE = 50


@require_safe
def log(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, DIRECTOR)
    chosen = request.GET.get("tournament", "")
    pages = Paginator(changes_of(member.club, chosen), A_PAGE)
    context = {
        "club": member.club,
        "club_role": member.role,
        "page": pages.get_page(request.GET.get("page")),
        "chosen": chosen,
        "tournaments": logged_tournaments(member.club),
        "crumbs": [
            ("Desk", reverse("scoring:desk", args=[member.club.slug])),
            ("Log", ""),
        ],
    }
    with timezone.override(member.club.zone):
        return render(request, "scoring/log.html", context)
