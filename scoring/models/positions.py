"""Positions of subscribers: how far each has read the log."""

from django.db import models
from django.db.models import Q

from clubs.models import Club
from scoring.models.tournaments import Tournament


class Position(models.Model):
    """The last change that a subscriber processed, of a tournament or a club.

    The row without a club is the site's: a subscriber processes no change up to there.
    """

    subscriber = models.CharField(max_length=20)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, related_name="+"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="+"
    )
    change = models.BigIntegerField()  # not a foreign key: log lines are thinned

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["subscriber", "tournament"],
                condition=Q(tournament__isnull=False),
                name="scoring_position_tournament",
            ),
            models.UniqueConstraint(
                fields=["subscriber", "club"],
                condition=Q(tournament=None, club__isnull=False),
                name="scoring_position_club",
            ),
            models.UniqueConstraint(
                fields=["subscriber"],
                condition=Q(tournament=None, club=None),
                name="scoring_position_site",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subscriber} has followed change {self.change}"
