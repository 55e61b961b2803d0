"""The counts of a sheet: append-only, four seats in one row."""

from django.db import models
from django.db.models import F, Q

from clubs.models import User
from scoring.models.rounds import Sheet
from scoring.models.signed import Signed
from scoring.models.table import Phone

SEATS = (1, 2, 3, 4)


def _seat_adds_up(seat: int) -> Q:
    score = F(f"held{seat}") - F(f"borrowed{seat}") + F(f"ruled{seat}")
    return Q(**{f"score{seat}": score})


def _all_seats_add_up() -> Q:
    condition = Q()
    for seat in SEATS:
        condition &= _seat_adds_up(seat)
    return condition


class Count(Signed):
    """One reckoning of a sheet by somebody, in chips.

    The database itself holds that score = held − borrowed + ruled (§30), that a
    confirming count balances and is by another person or says how else it was
    witnessed, and that rulings and corrections carry a reason.
    """

    class Source(models.TextChoices):
        DESK = "desk", "at the desk"
        TABLE = "table", "at the table"
        IMPORT = "import", "from a file"

    class Witness(models.TextChoices):
        ACCOUNT = "account", "another person"
        BLIND = "blind", "entered twice by one person"
        PAPER = "paper", "signed on paper"
        PHONE = "phone", "on a second phone at the table"
        OWN = "own", "typed his own chips on the counting phone"
        IMPORT = "import", "taken from a file"
        KEPT = "kept", "correction withdrawn, the old numbers stand"

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="counts")
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=6, choices=Source, default=Source.DESK)
    key = models.CharField(max_length=40, unique=True)

    held1, held2, held3, held4 = (models.IntegerField() for _ in SEATS)
    borrowed1, borrowed2, borrowed3, borrowed4 = (
        models.PositiveIntegerField(default=0) for _ in SEATS
    )
    ruled1, ruled2, ruled3, ruled4 = (models.IntegerField(default=0) for _ in SEATS)
    score1, score2, score3, score4 = (models.IntegerField() for _ in SEATS)
    must_total = models.IntegerField()
    chips = models.JSONField(
        null=True, help_text="Chips held by colour for each seat, where counted so."
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
        help_text="Who made the count that this one confirms.",
    )
    phone = models.ForeignKey(
        Phone, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    counted_on = models.ForeignKey(
        Phone,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The phone of the count that this one confirms.",
    )
    witness = models.CharField(max_length=7, choices=Witness, blank=True)
    witness_seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True)

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
                | Q(must_total=F("score1") + F("score2") + F("score3") + F("score4")),
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
                # A CHECK lets NULL pass: say that there is a seat.
                condition=~Q(witness__in=("paper", "phone", "own"))
                | Q(witness_seat__isnull=False, witness_seat__range=(1, 4)),
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
                condition=Q(ruled1=0, ruled2=0, ruled3=0, ruled4=0) | ~Q(reason=""),
                name="scoring_count_ruling_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"count {self.number} by {self.by_name}: {self.scores}"

    def _four(self, what: str) -> tuple[int, int, int, int]:
        a, b, c, d = (getattr(self, f"{what}{seat}") for seat in SEATS)
        return a, b, c, d

    @property
    def held(self) -> tuple[int, int, int, int]:
        return self._four("held")

    @property
    def borrowed(self) -> tuple[int, int, int, int]:
        return self._four("borrowed")

    @property
    def ruled(self) -> tuple[int, int, int, int]:
        return self._four("ruled")

    @property
    def scores(self) -> tuple[int, int, int, int]:
        return self._four("score")

    @property
    def total(self) -> int:
        return sum(self.scores)

    @property
    def difference(self) -> int:
        """Chips too many (+) or missing (−)."""
        return self.total - self.must_total

    @property
    def balances(self) -> bool:
        return self.difference == 0
