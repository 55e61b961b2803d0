"""Figures of hands, of a player and of a club."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import club_at
from clubs.models import Player, Season
from clubs.wording import say
from scoring.core.selectors.names import public_name
from scoring.core.views import club_frame
from scoring.games.names import name_of
from scoring.history.hand_scope import ENOUGH, Asked, ClubHands, PlayerHands
from scoring.history.hand_tables import has_words, origins_of, tables_of
from scoring.history.pages.hands_form import HandsForm
from scoring.history.pages.players import of_player
from scoring.history.partners import partners_of, partners_table

PERCENT = 100
PARTNERS_A_PAGE = 30


@of_player
def player_hands(request: HttpRequest, person: Player) -> HttpResponse:
    """What somebody played in recorded hands, how it went, what the chips came from."""
    found = person.club
    name, hands = public_name(person.name, found, person.pk), PlayerHands(person)
    context = {
        **club_frame(request, found, say("Hands")),
        "name": name,
        **_figures(request, hands, of_some=True),
    }
    if context["is_shown"]:
        figures = hands.partners(context["asked"])
        pages = Paginator(partners_of(found, figures), PARTNERS_A_PAGE)
        page = pages.get_page(request.GET.get("page"))
        context |= {"page": page, "partners": partners_table(found, page, figures)}
    context["crumbs"].insert(1, (name, person.get_absolute_url()))
    return render(request, "scoring/history/hands.html", context)


@require_safe
def club_hands(request: HttpRequest, club: str) -> HttpResponse:
    """The same of everybody, or of a lodge."""
    found = club_at(club)
    context = {
        **club_frame(request, found, say("Hands")),
        **_figures(request, ClubHands(found), of_some=False),
    }
    return render(request, "scoring/history/hands.html", context)


def _figures(
    request: HttpRequest, hands: PlayerHands | ClubHands, *, of_some: bool
) -> dict[str, Any]:
    """What is shown of the hands asked for.

    `of_some`: not of a whole club, where each chip that somebody won another one lost,
    and where a hand is one for each who played it.
    """
    form = HandsForm(request.GET, hands.choices)
    asked: Asked = form.asked
    recorded = hands.recorded(asked)
    is_shown, sums = recorded.is_enough, recorded.sums
    return {
        "form": form,
        "asked": asked,
        "game": name_of(asked.game) if asked.game else "",
        "recorded": recorded,
        "percent": int(recorded.share * PERCENT),  # 79.9 is no 80
        "enough": int(ENOUGH * PERCENT),
        "is_shown": is_shown,
        "enough_in": [] if is_shown else _enough_in(hands, asked),
        "tables": tables_of(asked.game, sums) if is_shown else [],
        "has_words": bool(asked.game) and has_words(asked.game),
        "origins": (
            origins_of(sums) if is_shown and (of_some or asked.lodge) else None
        ),
    }


def _enough_in(hands: PlayerHands | ClubHands, asked: Asked) -> list[Season]:
    """The seasons of the game whose figures are shown."""
    return [
        each
        for each in hands.choices.seasons
        if hands.recorded(Asked(asked.game, each.pk)).is_enough
    ]
