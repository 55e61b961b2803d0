"""The standings as last reckoned: kept for reading, proven by the audit."""

from django.db import models

from scoring.models.tournaments import Tournament


class Standings(models.Model):
    """One row a tournament, written whenever a score in force changes."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="standings"
    )
    version = models.PositiveIntegerField(default=1)
    rows = models.JSONField(default=list)
    reckoned_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "standings"

    def __str__(self) -> str:
        return f"standings of {self.tournament}, version {self.version}"
