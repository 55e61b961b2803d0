"""The evening's log."""

from django.db import models
from django.db.models import Q

from clubs.models import Club
from scoring.models.rounds import Sheet
from scoring.models.signed import Signed
from scoring.models.tournaments import Tournament


class Change(Signed):
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
