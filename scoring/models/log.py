"""The evening's log, and rulings outside a sheet."""

from django.db import models
from django.db.models import Q

from clubs.models import Club, User
from scoring.models.rounds import Sheet
from scoring.models.tournaments import Entry, Tournament


class Change(models.Model):
    """One write of a service: who, when, what, from where, old and new in words.

    The key is that of the form that asked for it: the same form sent twice is one
    change.
    """

    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, null=True, related_name="changes"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.SET_NULL, null=True, related_name="changes"
    )
    sheet = models.ForeignKey(
        Sheet, on_delete=models.SET_NULL, null=True, related_name="changes"
    )
    key = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=100)
    source = models.CharField(max_length=20)
    what = models.CharField(max_length=40)
    text = models.TextField()
    old = models.TextField(blank=True)
    new = models.TextField(blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["club", "-at"], name="scoring_change_by_club"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=~Q(key=""), name="scoring_change_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.text}"


class Adjustment(models.Model):
    """A ruling on a player outside a sheet, in chips; reversible, never removed."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="adjustments"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="adjustments"
    )
    chips = models.IntegerField()
    reason = models.CharField(max_length=300)
    key = models.CharField(max_length=40, unique=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)
    reversed_at = models.DateTimeField(null=True)
    reversed_by_name = models.CharField(max_length=100, blank=True)
    reversal_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(reason=""), name="scoring_adjustment_has_reason"
            ),
            models.CheckConstraint(
                condition=Q(reversed_at=None) | ~Q(reversal_reason=""),
                name="scoring_adjustment_reversal_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.chips:+d} chips, {self.reason}"
