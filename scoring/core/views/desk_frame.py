"""What every desk page of a tournament has, and where its pages are."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from scoring.core.access import Place
from scoring.models import Tournament


def address(name: str, tournament: Tournament, *more: object) -> str:
    """A page of the tournament, by the name of its URL."""
    at = [tournament.club.slug, tournament.slug, *more]
    return reverse(f"scoring:{name}", args=at)


def frame(place: Place, *here: str | tuple[str, str]) -> dict[str, Any]:
    """The context of base.html, and the way back up.

    `here` names the page itself, after the pages above it with their addresses.
    """
    tournament = place.tournament
    desk = address("tournament-desk", tournament)
    return {
        "club": tournament.club,
        "club_role": place.member.role,
        "tournament": tournament,
        "is_director": place.member.is_director,
        "has_news": True,
        "crumbs": [
            ("Desk", reverse("scoring:desk", args=[tournament.club.slug])),
            (tournament.name, desk if here else ""),
            *((each, "") if isinstance(each, str) else each for each in here),
        ],
    }


def phone_address(request: HttpRequest, tournament: Tournament) -> str:
    """What the codes on paper and on the desk's screen open, without a last slash."""
    here = request.build_absolute_uri("/")
    return (tournament.club.phone_address or here).rstrip("/")
