"""A hand (one deal), as the table recorded it."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.reasons import message_field, reason_of, recognize_reason
from scoring.models.rounds import Sheet
from scoring.models.seats import SEATS, column, of_seats, sum_of_seats
from scoring.models.signed import Signed


class SeldomOneToOneField(models.OneToOneField):
    """A one-to-one field without an index over the rows that are NULL.

    Nearly every hand replaces nothing. After ANALYZE, SQLite considers an index in
    which all rows are NULL useless: queries for a tournament's hands then took 250 ms
    instead of 2. A constraint of the model for the rows that aren't NULL keeps them
    unique and indexes them.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"db_index": False})
        self._unique = False


class Hand(Signed):
    """A record as in the hand-record contract, with the chips it moved.

    The sender makes the key, so a hand sent again is one hand. A changed hand is a new
    row that replaces the old one and has a reason; a void one has a reason too. The
    dealer is stored if known: on the first hand anyone may deal (§3).
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="hands")
    key = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField()
    record = models.JSONField()
    dealer = models.PositiveSmallIntegerField(null=True)
    note = models.CharField(max_length=300, blank=True)
    net1, net2, net3, net4, net5 = map(column, SEATS)
    aside = models.IntegerField(_("into no seat’s hands"), default=0)
    state = models.JSONField(_("what it leaves to the next one"), null=True)
    engine = models.CharField(_("version of the rules"), max_length=20)
    replaces = SeldomOneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="replaced_by"
    )
    reason = models.CharField(_("why it was changed"), max_length=200, blank=True)
    reason_message = message_field()
    void_reason = models.CharField(max_length=200, blank=True)
    voided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "key"], name="scoring_hand_key"),
            models.UniqueConstraint(
                fields=["replaces"],
                condition=Q(replaces__isnull=False),
                name="scoring_hand_replaced_once",
            ),
            models.CheckConstraint(
                condition=Q(aside=0 - sum_of_seats("net")),
                name="scoring_hand_nets_add_up_to_0",
            ),
            models.CheckConstraint(
                condition=Q(voided_at=None) | ~Q(void_reason=""),
                name="scoring_hand_void_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}: {self.net}"

    @property
    def reason_text(self) -> str:
        """The reason for changing the hand, in the reader's language."""
        return reason_of(self)

    @property
    def void_reason_text(self) -> str:
        """The reason for voiding the hand, in the reader's language."""
        return recognize_reason(self.void_reason)

    @property
    def net(self) -> tuple[int, ...]:
        """Chips won or lost by each seat."""
        return of_seats(self, "net")
