"""The entries of a tournament: its players."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Everybody, Named, NotMerged, Player
from scoring.models.tournaments import Tournament


class Entry(Named, models.Model):
    """A player in a tournament, with name and lodge as of that day.

    `tournament.entries` leaves out entries merged into another; `everybody` includes
    them.
    """

    class State(models.TextChoices):
        EXPECTED = "expected", _("expected")
        # Translators: checked in at the event.
        HERE = "here", _("here")
        ABSENT = "absent", _("absent")
        LEFT = "left", _("went home")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="entries"
    )
    number = models.PositiveSmallIntegerField(_("start number"), null=True)
    house = models.PositiveSmallIntegerField(
        null=True, help_text=_("A house player’s number: H1, H2 …")
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="entries"
    )
    name = models.CharField(max_length=80)
    lodge = models.CharField(max_length=80, blank=True)
    ranked = models.BooleanField(default=True)
    state = models.CharField(max_length=8, choices=State, default=State.EXPECTED)
    paid = models.BooleanField(_("fee paid"), default=False)
    # None: not paid, or paid before the site stored the time.
    paid_at = models.DateTimeField(null=True, editable=False)
    # Set by the player's RSVP or at the desk: sits out before all others.
    if_needed = models.BooleanField(_("on standby"), default=False, db_default=False)
    fixed_table = models.PositiveSmallIntegerField(
        _("stays at table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(200)],
    )
    team = models.CharField(max_length=40, blank=True)
    classes = models.JSONField(default=list, blank=True)
    substitute_for = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="substitutes",
    )
    substitute_from = models.PositiveSmallIntegerField(
        _("from round"), null=True, blank=True
    )
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged"
    )
    lot = models.PositiveIntegerField(
        default=0,
        help_text=_("Drawn once. Breaks ties if the tournament uses it."),
    )
    given_name = models.CharField(
        _("given name"), max_length=80, blank=True, default=""
    )
    family_name = models.CharField(
        _("family name"), max_length=80, blank=True, default=""
    )
    name_guessed = models.BooleanField(_("parts of the name are guessed"), default=True)

    objects = NotMerged()
    everybody = Everybody()

    class Meta:
        ordering = ["house", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="scoring_entry_number"
            ),
            models.UniqueConstraint(
                fields=["tournament", "house"], name="scoring_entry_house"
            ),
            models.UniqueConstraint(
                fields=["tournament", "player"], name="scoring_entry_player"
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=False, house__isnull=True)
                | Q(number__isnull=True, house__isnull=False, ranked=False),
                name="scoring_entry_numbered_or_house",
            ),
            models.CheckConstraint(
                condition=Q(substitute_for=None, substitute_from=None)
                | Q(substitute_for__isnull=False, substitute_from__isnull=False),
                name="scoring_entry_substitute_from_round",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        """The start number as printed: 17, or H1 for a house player."""
        return f"H{self.house}" if self.house else str(self.number)

    def credit_in(self, number: int) -> int | None:
        """Return the key of the entry that gets the results of a round played."""
        own_entry = self.pk if self.ranked else None
        if self.substitute_from is None or number < self.substitute_from:
            return own_entry
        return {
            Tournament.Substitute.REPLACED: self.substitute_for_id,
            Tournament.Substitute.OWN: own_entry,
        }.get(Tournament.Substitute(self.tournament.substitute_counts))
