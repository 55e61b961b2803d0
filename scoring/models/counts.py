"""The counts of a sheet: append-only, all seats in one row."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.models import User
from scoring.models.reasons import message_field, reason_of
from scoring.models.rounds import Sheet
from scoring.models.seats import (
    ALWAYS,
    MOST_SEATS,
    SEATS,
    column,
    of_seats,
    sum_of_seats,
)
from scoring.models.signed import DigestField, Signed, is_as_made
from scoring.models.table import Phone


def _seat_adds_up(seat: int) -> Q:
    """Return the check: score = held − borrowed + ruled; a missing seat is empty."""
    score = F(f"held{seat}") - F(f"borrowed{seat}") + F(f"ruled{seat}")
    adds_up = Q(**{f"score{seat}": score})
    if seat in ALWAYS:
        return adds_up
    known = Q(**{f"held{seat}__isnull": False, f"score{seat}__isnull": False})
    nobody = {f"held{seat}": None, f"score{seat}": None}
    return known & adds_up | Q(**nobody, **{f"borrowed{seat}": 0, f"ruled{seat}": 0})


def _all_seats_add_up() -> Q:
    condition = Q()
    for seat in SEATS:
        condition &= _seat_adds_up(seat)
    return condition


class Count(Signed):
    """One count of a sheet by one person, in chips.

    The database itself ensures that score = held − borrowed + ruled (§30), that a
    confirming count balances and is by another person or names another kind of witness,
    and that rulings and corrections have a reason.
    """

    class Source(models.TextChoices):
        DESK = "desk", _("at the desk")
        TABLE = "table", _("at the table")
        IMPORT = "import", _("from a file")

    class Witness(models.TextChoices):
        ACCOUNT = "account", _("another person")
        BLIND = "blind", _("entered twice by one person")
        PAPER = "paper", _("signed on paper")
        PHONE = "phone", _("on a second phone at the table")
        OWN = "own", _("own chips, typed on the counting phone")
        IMPORT = "import", _("from a file")
        KEPT = "kept", _("correction withdrawn, earlier count kept")

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="counts")
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=6, choices=Source, default=Source.DESK)
    key = models.CharField(max_length=40, unique=True)

    held1, held2, held3, held4, held5 = map(column, SEATS)
    borrowed1, borrowed2, borrowed3, borrowed4, borrowed5 = (
        models.PositiveIntegerField(default=0) for _ in SEATS
    )
    ruled1, ruled2, ruled3, ruled4, ruled5 = (
        models.IntegerField(default=0) for _ in SEATS
    )
    score1, score2, score3, score4, score5 = map(column, SEATS)
    aside = models.IntegerField(_("in no seat’s hands"), default=0)
    must_total = models.IntegerField()
    chips = models.JSONField(
        null=True,
        help_text=_("Chips held by color for each seat, if counted that way."),
    )

    confirms = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="confirmations"
    )
    corrects = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="corrections"
    )
    counted_by = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text=_("Who made the count that this one confirms."),
    )
    phone = models.ForeignKey(
        Phone, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    counted_on = models.ForeignKey(
        Phone,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text=_("The phone of the count that this one confirms."),
    )
    witness = models.CharField(max_length=7, choices=Witness, blank=True)
    witness_seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    reason_message = message_field()
    digest = DigestField(
        of=(
            "sheet_id",
            "number",
            "source",
            "witness",
            "witness_seat",
            *(
                f"{prefix}{seat}"
                for prefix in ("held", "borrowed", "ruled", "score")
                for seat in SEATS
            ),
            "aside",
            "must_total",
            "chips",
            "confirms_id",
            "corrects_id",
        )
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], name="scoring_count_number"
            ),
            models.CheckConstraint(
                condition=_all_seats_add_up(), name="scoring_count_adds_up"
            ),
            models.CheckConstraint(
                condition=Q(confirms=None)
                | Q(must_total=sum_of_seats("score") + F("aside")),
                name="scoring_count_confirmed_balances",
            ),
            models.CheckConstraint(
                condition=Q(confirms=None, witness="")
                | Q(confirms__isnull=False) & ~Q(witness=""),
                name="scoring_count_confirmed_has_witness",
            ),
            models.CheckConstraint(
                condition=~Q(witness="account")
                | Q(by=None)
                | Q(counted_by=None)
                | ~Q(by=F("counted_by")),
                name="scoring_count_confirmed_by_another",
            ),
            models.CheckConstraint(
                # A CHECK constraint accepts NULL, so require a seat explicitly.
                condition=~Q(witness__in=("paper", "phone", "own"))
                | Q(witness_seat__isnull=False, witness_seat__range=(1, MOST_SEATS)),
                name="scoring_count_witness_names_seat",
            ),
            models.CheckConstraint(
                condition=~Q(witness="phone")
                | Q(phone=None)
                | Q(counted_on=None)
                | ~Q(phone=F("counted_on")),
                name="scoring_count_confirmed_on_another_phone",
            ),
            models.CheckConstraint(
                condition=Q(corrects=None) | ~Q(reason=""),
                name="scoring_count_correction_has_reason",
            ),
            models.CheckConstraint(
                condition=Q(**{f"ruled{seat}": 0 for seat in SEATS}) | ~Q(reason=""),
                name="scoring_count_ruling_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"count {self.number} by {self.by_name}: {self.scores}"

    @property
    def held(self) -> tuple[int, ...]:
        """Chips in front of each seat."""
        return of_seats(self, "held")

    @property
    def borrowed(self) -> tuple[int, ...]:
        return of_seats(self, "borrowed")[: len(self.held)]

    @property
    def ruled(self) -> tuple[int, ...]:
        return of_seats(self, "ruled")[: len(self.held)]

    @property
    def scores(self) -> tuple[int, ...]:
        return of_seats(self, "score")

    @property
    def total(self) -> int:
        """All chips of the table: those of the seats and those aside."""
        return sum(self.scores) + self.aside

    @property
    def difference(self) -> int:
        """Chips too many (+) or missing (−)."""
        return self.total - self.must_total

    @property
    def balances(self) -> bool:
        return self.difference == 0

    @property
    def reason_text(self) -> str:
        """The reason, in the reader's language if the site wrote it."""
        return reason_of(self)

    @property
    def is_whole(self) -> bool:
        """Whether the row is unchanged since it was written."""
        return is_as_made(self)
