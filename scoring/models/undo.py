"""Changes of a large action, while it can still be undone."""

from django.db import models

from scoring.models.signed import Signed
from scoring.models.tournaments import Tournament


class UndoRecord(Signed):
    """The rows that one large action changed, so that one click restores them.

    `rows` has the changes by table (`core/undo.py`), `letters` the keys of emails that
    the action caused. Rows that the action added are known by their keys and digests,
    so no typed name is stored. The record lives for a day and only in this database:
    neither backups nor a club's file have it.
    """

    class ActKind(models.TextChoices):
        LIST = "list"
        ALL_HERE = "all here"
        NO_SHOWS = "no-shows"
        NUMBERS = "numbers"
        SEVERAL = "several"
        RESEAT = "reseat"
        DISCARD = "discard"
        SIGN_UP = "sign-up"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=ActKind)
    number = models.PositiveIntegerField()  # how many people or drafts it changed
    change = models.BigIntegerField()  # the last row of the log that it wrote
    seat = models.BigIntegerField()  # the newest seat when it ended
    rows = models.JSONField()
    letters = models.JSONField()
    undone_at = models.DateTimeField(null=True)
    undone_by_name = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind} by {self.by_name}"
