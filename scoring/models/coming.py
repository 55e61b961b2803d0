"""What people say of an evening to come, and the link by which each of them says it."""

from django.db import models
from django.db.models import Q

from clubs.models import Player, User, new_token
from scoring.models.tournaments import Tournament


class Answer(models.Model):
    """What somebody said of an evening, and whether there is a place for him.

    One row a person and evening. The state is the last one that was written; by the
    clock an offer may have run out since (`rules/places.py`). Who is in has an entry,
    and whoever the desk entered without asking has no answer.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        IN = "in"
        WAITING = "waiting"
        OFFERED = "offered"
        OUT = "out"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="answers"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    state = models.CharField(max_length=8, choices=State)
    late = models.BooleanField(default=False)
    if_needed = models.BooleanField(default=False)
    since = models.DateTimeField()  # his turn, where he waits
    until = models.DateTimeField(null=True)  # the end of an offer

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="scoring_answer_once"
            ),
            models.CheckConstraint(
                condition=Q(state="offered", until__isnull=False)
                | (~Q(state="offered") & Q(until=None)),
                name="scoring_answer_offered_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} is {self.state}"


class PersonalLink(models.Model):
    """The address that is one person's own: the word in it, and whether it still opens.

    A word alone opens nothing: the address has the site's signature beside it, so that
    whoever reads a copy of the database has no links.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="links")
    word = models.CharField(max_length=22, unique=True, default=new_token)
    made_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(closed_at=None),
                name="scoring_personallink_one_open",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}’s link"
