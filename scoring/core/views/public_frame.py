"""What every public page needs around its content."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from clubs.access import role_in
from clubs.models import Club
from scoring.models import Tournament


def club_frame(request: HttpRequest, club: Club, here: str = "") -> dict[str, Any]:
    """The frame of a page of the club; `here` names it in the way back up."""
    crumbs = [(club.name, reverse("scoring:club", args=[club.slug])), (here, "")]
    return {
        "club": club,
        "club_role": role_in(club, request.user),
        "indexable": club.indexable,
        "crumbs": crumbs if here else [],
    }


def tournament_frame(
    request: HttpRequest, tournament: Tournament, here: str = ""
) -> dict[str, Any]:
    """The frame of a page of the tournament."""
    club = tournament.club
    frame = club_frame(request, club, tournament.name)
    if here:
        up = reverse("scoring:tournament", args=[club.slug, tournament.slug])
        frame["crumbs"] = [frame["crumbs"][0], (tournament.name, up), (here, "")]
    return {
        **frame,
        "indexable": club.indexable and tournament.public,
        "tournament": tournament,
    }
