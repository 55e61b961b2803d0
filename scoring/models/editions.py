"""Standings as they were declared, and the second look they were given before."""

from django.db import models

from scoring.models.counts import Count
from scoring.models.signed import Signed
from scoring.models.tournaments import Tournament


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
