"""Merges of two players who are one person, and pairs known to be two people."""

from django.db import models

from clubs.models import Club, Player
from scoring.models.signed import Signed


class Merge(Signed):
    """One player's entries given to another; `moved` has the data to undo that."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    gone = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="merged_away"
    )
    moved = models.JSONField()
    key = models.CharField(max_length=40, unique=True)
    undone_at = models.DateTimeField(null=True)
    undone_by_name = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.gone} is {self.kept}"


class TwoPeople(models.Model):
    """Two players with similar names who are known to be two people."""

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["one", "other"], name="scoring_twopeople_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} is not {self.other}"
