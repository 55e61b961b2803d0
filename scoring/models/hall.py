"""The round's clock, and announcements on the hall screen."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.i18n import many
from scoring.models.rounds import Round
from scoring.models.tournaments import Tournament


class Clock(models.Model):
    """The time of a round, in minutes and whole seconds.

    It runs from `started_at`, stops while `paused_at` is set, and `paused` is the sum
    of the seconds of finished pauses. Extra minutes of one table are stored on its
    sheet.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    minutes = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True)
    paused = models.PositiveIntegerField(_("seconds paused"), default=0)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(minutes__range=(1, 600)), name="scoring_clock_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {many(self.minutes, 'minute')}"


class Announcement(models.Model):
    """A sentence on the hall screen until someone removes it."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="announcements"
    )
    key = models.CharField(max_length=40, unique=True)
    text = models.CharField(max_length=200)
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.text
