"""Plans of seasons in which everyone meets everyone once."""

from django.db import models

from clubs.models import Season, User


class SeasonPlan(models.Model):
    """Rounds over several tournaments in which everyone meets everyone once.

    `people` are the players' keys by place, None for a free place; `rounds` have places
    in seat order, table by table (`rules.seating.draw`), as they were drawn and
    printed. `Round.plan` records which rounds were used.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="plan")
    people = models.JSONField()
    rounds = models.JSONField()
    rounds_an_evening = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"plan of season {self.season_id}"
