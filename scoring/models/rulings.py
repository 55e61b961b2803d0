"""A judge's rulings (§31): on a hand, and on a player outside any sheet.

A ruling on a whole sheet is part of its count (`Count.ruled`). A ruling is never
removed: it is reversed, and both stay readable.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.i18n import many
from scoring.models.entries import Entry
from scoring.models.hands import Hand
from scoring.models.reasons import message_field, reason_of
from scoring.models.rounds import Sheet
from scoring.models.seats import SEATS, column, of_seats, sum_of_seats
from scoring.models.signed import Signed
from scoring.models.tournaments import Tournament


class Ruling(Signed):
    """The facts of every ruling: author, reason, and whether it was withdrawn."""

    section = models.CharField(
        _("section of the rules"),
        max_length=20,
        blank=True,
        help_text=_("For example, §24."),
    )
    reason = models.CharField(max_length=300)
    key = models.CharField(max_length=40, unique=True)
    reversed_at = models.DateTimeField(null=True)
    reversed_by_name = models.CharField(max_length=100, blank=True)
    reversal_reason = models.CharField(max_length=300, blank=True)
    reversal_reason_message = message_field()

    class Meta:
        abstract = True
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(reason=""), name="scoring_%(class)s_has_reason"
            ),
            models.CheckConstraint(
                condition=Q(reversed_at=None) | ~Q(reversal_reason=""),
                name="scoring_%(class)s_reversal_has_reason",
            ),
        ]

    @property
    def reversal_reason_text(self) -> str:
        """The reason for withdrawing it, in the reader's language."""
        return reason_of(self, "reversal_reason")


class Adjustment(Ruling):
    """Chips to or from a player outside a sheet.

    With `other`, they move between the two; without, nobody else gains or loses them.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="adjustments"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="adjustments"
    )
    other = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, related_name="adjustments_against"
    )
    chips = models.IntegerField()

    class Meta(Ruling.Meta):
        constraints = [
            *Ruling.Meta.constraints,
            models.CheckConstraint(
                condition=Q(other=None) | ~Q(other=F("entry")),
                name="scoring_adjustment_between_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {many(self.chips, 'chip', '+')}, {self.reason}"


class HandRuling(Ruling):
    """Chips a judge moves between the players at a table because of one hand.

    `hand` is the version the judge saw; the ruling also applies to later versions.
    """

    sheet = models.ForeignKey(
        Sheet, on_delete=models.PROTECT, related_name="hand_rulings"
    )
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="rulings")
    chips1, chips2, chips3, chips4, chips5 = map(column, SEATS)

    class Meta(Ruling.Meta):
        constraints = [
            *Ruling.Meta.constraints,
            models.CheckConstraint(
                condition=Q(chips1=F("chips1") - sum_of_seats("chips")),
                name="scoring_handruling_chips_add_up_to_0",
            ),
            models.CheckConstraint(
                condition=~Q(chips1=0, chips2=0, chips3=0)
                | Q(chips4__isnull=False) & ~Q(chips4=0)
                | Q(chips5__isnull=False) & ~Q(chips5=0),
                name="scoring_handruling_moves_chips",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand.number}: {self.chips}, {self.reason}"

    @property
    def chips(self) -> tuple[int, ...]:
        """Chips given to (+) or taken from (−) each seat."""
        return of_seats(self, "chips")
