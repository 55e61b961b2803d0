"""The costs of a tournament for its club: a short list that the director enters."""

from django.core.validators import MaxValueValidator
from django.db import models

from scoring.models.tournaments import Tournament

MOST_COINS = 2_000_000_000  # the limit of the database column


class Cost(models.Model):
    """One cost of a tournament (the hall, the food), in the smallest coins."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="costs"
    )
    what = models.CharField(max_length=80)
    coins = models.PositiveIntegerField(validators=[MaxValueValidator(MOST_COINS)])

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.what
