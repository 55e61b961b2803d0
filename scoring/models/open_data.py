"""Programs that may read more of a club than everybody."""

from django.db import models
from django.db.models import Q

from clubs.models import Club
from scoring.models.signed import Signed


class ApiToken(Signed):
    """A word by which a program reads more of a club; of the word the hash alone.

    What was withdrawn, or has ended, stays as a row: the owners see what once read.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)  # of the program, or what it is for
    hashed = models.CharField(max_length=64, unique=True)
    reads_names = models.BooleanField(default=False)  # in full
    # Evenings that are not public, and a club that waits for approval.
    reads_drafts = models.BooleanField(default=False)
    ends_at = models.DateTimeField()
    used_on = models.DateField(null=True)  # the last day, where the club is
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
