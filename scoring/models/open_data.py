"""API tokens of programs that can read more of a club than the public."""

from django.db import models
from django.db.models import Q

from clubs.models import Club
from scoring.models.signed import Signed


class ApiToken(Signed):
    """A token that lets a program read more of a club; only its hash is stored.

    A withdrawn or expired token stays as a row, so that the owners see what could read.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)  # of the program, or its purpose
    hashed = models.CharField(max_length=64, unique=True)
    reads_names = models.BooleanField(default=False)  # in full
    # Tournaments that aren't public, and a club that waits for approval.
    reads_drafts = models.BooleanField(default=False)
    ends_at = models.DateTimeField()
    used_on = models.DateField(null=True)  # the last day, in the club's time zone
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(reads_names=True) | Q(reads_drafts=True),
                name="scoring_apitoken_reads",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} may read more of {self.club}"
