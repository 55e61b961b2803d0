"""The log of a club: who changed what, newest first."""

from django.db.models import QuerySet

from clubs.models import Club
from scoring.models import Change, Tournament


def changes_of(club: Club, tournament: str = "") -> QuerySet[Change]:
    """All changes, or those of the tournament at this address."""
    changes = Change.objects.filter(club=club).select_related("tournament", "sheet")
    if tournament:
        changes = changes.filter(tournament__slug=tournament)
    return changes.order_by("-pk")


def logged_tournaments(club: Club) -> QuerySet[Tournament]:
    return club.tournaments.order_by("-date", "-pk")
