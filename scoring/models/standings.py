"""The standings as last reckoned, proven by the audit; as they were when final."""

from django.db import models

from scoring.models.counts import Count
from scoring.models.signed import Signed
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


class Edition(Signed):
    """Final standings as published; a later correction makes the next edition.

    `rows` are those of `Standings`, without names: they are looked up when read.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="editions"
    )
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    reason = models.CharField("what changed", max_length=300, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="scoring_edition_number"
            ),
        ]

    def __str__(self) -> str:
        return f"edition {self.number} of {self.tournament}"


class SecondLook(Signed):
    """Before the cups somebody compared a verified count with its paper once more."""

    count = models.ForeignKey(Count, on_delete=models.PROTECT, related_name="looks")
    key = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.by_name} looked again at {self.count}"
