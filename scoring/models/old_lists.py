"""Results from before the site: the facts of a list, and the list itself."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from scoring.models.entries import Entry
from scoring.models.signed import Signed


class OldList(Signed):
    """A file of past results, from its upload on; its tournaments point to it.

    `sheets` are its cells until all of them are imported; `choices` the decisions
    someone made about them. `made`: the keys of the players and seasons that were
    imported with it.

    A row of the other `kind` is the open file of an event (scoring/exports): its text
    is the one cell of `sheets`, and its tournament has rounds and sheets like any
    other.
    """

    class Kind(models.TextChoices):
        LIST = "list", _("past results")
        EVENING = "evening", _("open file of an event")

    class State(models.TextChoices):
        DRAFT = "draft", _("being reviewed")
        COMING = "coming", _("being imported")
        IN = "in", _("imported")
        GOING = "going", _("being removed")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="old_lists")
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    kind = models.CharField(
        max_length=7, choices=Kind, default=Kind.LIST, db_default=Kind.LIST.value
    )
    state = models.CharField(max_length=6, choices=State, default=State.DRAFT)
    sheets = models.JSONField(default=list)
    choices = models.JSONField(default=dict)
    made = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class OldResult(models.Model):
    """The facts on a player in past results; None if the list doesn't have them.

    `total` in chips, `points` table points, `rounds` at a table.
    """

    entry = models.OneToOneField(
        Entry, on_delete=models.CASCADE, related_name="old_result"
    )
    place = models.PositiveIntegerField(null=True, blank=True)
    total = models.BigIntegerField(null=True, blank=True)
    points = models.FloatField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.entry} in an old list"
