"""What the hall is told now."""

from django.db.models import QuerySet

from scoring.models import Announcement, Tournament


def announcements_of(tournament: Tournament) -> QuerySet[Announcement]:
    """The announcements that are up, newest first."""
    return tournament.announcements.filter(ended_at=None).order_by("-pk")
