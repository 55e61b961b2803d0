"""Data from a table's phones on its sheet: phones, loans, calls and waiting hands."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import User
from scoring.models.hands import Hand
from scoring.models.reasons import message_field, reason_of, recognize_reason
from scoring.models.rounds import Sheet
from scoring.models.seats import is_seat

KEY_LENGTH = 40  # of the keys that phones make


class Phone(models.Model):
    """A phone at a table with its owner's name. The first of a sheet keeps score.

    Its key is its secret: made by the phone, sent with every write, shown to nobody.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="phones")
    key = models.CharField(max_length=KEY_LENGTH)
    name = models.CharField(max_length=80)
    seat = models.PositiveSmallIntegerField(
        null=True,
        help_text=_("From 1. Blank for a person who doesn’t play here."),
    )
    keeper = models.BooleanField(_("scorekeeper"), default=False)
    writes = models.BooleanField(_("can keep score"), default=False)
    asked_at = models.DateTimeField(_("asked to keep score at"), null=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(_("last seen"), auto_now_add=True)
    unsent = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "key"], name="scoring_phone_key"),
            models.UniqueConstraint(
                fields=["sheet"],
                condition=Q(keeper=True),
                name="scoring_phone_one_keeper",
            ),
            models.CheckConstraint(
                condition=Q(keeper=False) | Q(writes=True),
                name="scoring_phone_keeper_writes",
            ),
            models.CheckConstraint(
                condition=Q(seat=None) | is_seat("seat"),
                name="scoring_phone_seat_1_to_5",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}’s phone"


class Loan(models.Model):
    """Chips from the bank to a seat, or back to it; append-only (§1, §30)."""

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="loans")
    key = models.CharField(max_length=KEY_LENGTH)
    seat = models.PositiveSmallIntegerField()
    chips = models.IntegerField(help_text=_("Above 0 borrowed, below 0 paid back."))
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "key"], name="scoring_loan_key"),
            models.CheckConstraint(
                condition=is_seat("seat"), name="scoring_loan_seat_1_to_5"
            ),
            models.CheckConstraint(
                condition=~Q(chips=0), name="scoring_loan_moves_chips"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.chips:+d} from the bank"


class Call(models.Model):
    """A table's call for the director, with the desk's answer."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="calls")
    key = models.CharField(max_length=KEY_LENGTH)
    reason = models.CharField(max_length=200)
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)
    answer = models.CharField(max_length=200, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    answered_by_name = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "key"], name="scoring_call_key"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}: {self.reason}"


class TrayHand(models.Model):
    """A hand that was sent but isn't among the sheet's hands until someone decides.

    The sheet took no more hands when it came (late), or another phone had recorded the
    hand of that number (double). It may be a new hand, a change of `replaces`, or,
    without a record, the voiding of that hand.
    """

    class Why(models.TextChoices):
        LATE = "late", _("came late")
        DOUBLE = "double", _("another phone recorded this hand")

    class Outcome(models.TextChoices):
        TAKEN = "taken", _("accepted")
        DROPPED = "dropped", _("discarded")

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="tray")
    key = models.CharField(max_length=KEY_LENGTH)
    why = models.CharField(max_length=6, choices=Why)
    number = models.PositiveSmallIntegerField(_("the hand it was meant to be"))
    record = models.JSONField(null=True)
    dealer = models.PositiveSmallIntegerField(null=True)
    note = models.CharField(max_length=300, blank=True)
    replaces = models.ForeignKey(
        Hand, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)

    outcome = models.CharField(max_length=7, choices=Outcome, blank=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    settled_by_name = models.CharField(max_length=100, blank=True)
    settled_reason = models.CharField(max_length=200, blank=True)
    settled_reason_message = message_field()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "key"], name="scoring_tray_key"),
            models.CheckConstraint(
                condition=Q(record__isnull=False) | Q(replaces__isnull=False),
                name="scoring_tray_has_hand",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", settled_at=None)
                | ~Q(outcome="") & Q(settled_at__isnull=False),
                name="scoring_tray_settled_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, hand {self.number}: {self.get_why_display()}"

    @property
    def reason_text(self) -> str:
        """The sender's reason in the reader's language."""
        return recognize_reason(self.reason)

    @property
    def settled_reason_text(self) -> str:
        """The reason for the decision, in the reader's language."""
        return reason_of(self, "settled_reason")
