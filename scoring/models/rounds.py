"""Rounds, their sheets, and who sat where."""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from clubs.i18n import message
from clubs.models import User, new_token
from scoring.models.entries import Entry
from scoring.models.season_plans import SeasonPlan
from scoring.models.seats import is_seat
from scoring.models.tournaments import Tournament

# Letters and digits that cannot be taken for one another when read aloud or written.
CODE_LETTERS = "ACDEFHJKLMNPRTUVWXY347"
CODE_LENGTH = 5
# On the internet whoever has a million addresses may try a million codes.
CODE_LENGTH_HTTPS = 8
FREE_SEAT = gettext_noop("free seat")


def new_code() -> str:
    """The short code typed where no camera is at hand."""
    length = CODE_LENGTH_HTTPS if settings.HTTPS else CODE_LENGTH
    return "".join(secrets.choice(CODE_LETTERS) for _unused in range(length))


class Draw(models.Model):
    """One run of the draw: with its seed and input it can be run again."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="draws"
    )
    seed = models.BigIntegerField()
    input = models.JSONField()
    report = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"draw {self.pk}, seed {self.seed}"


class Round(models.Model):
    """Draft until it is published; open until it is finished or cancelled."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        # Translators: the state of a round or a score sheet: not done yet.
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("canceled")

    # The rounds whose sheets are part of the standings.
    COUNTING = (State.OPEN, State.FINISHED)

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="rounds"
    )
    number = models.PositiveSmallIntegerField()
    draw = models.ForeignKey(
        Draw, on_delete=models.SET_NULL, null=True, related_name="rounds"
    )
    plan = models.ForeignKey(
        SeasonPlan, on_delete=models.SET_NULL, null=True, related_name="drawn"
    )
    plan_round = models.PositiveSmallIntegerField(
        null=True, help_text=_("Which round of the season’s plan it is.")
    )
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    published_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    reason = models.CharField(_("why it was canceled"), max_length=200, blank=True)

    # How far it is, where `rounds_with_progress` has read that.
    table_count: int
    in_force: int

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="scoring_round_number"
            ),
            models.CheckConstraint(
                condition=~Q(state="cancelled") | ~Q(reason=""),
                name="scoring_round_cancelled_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return message("Round {n}", n=self.number)

    @property
    def is_published(self) -> bool:
        return self.state != self.State.DRAFT

    @property
    def counts(self) -> bool:
        """Whether its sheets are part of the standings."""
        return self.state in self.COUNTING

    @property
    def is_closed(self) -> bool:
        """Whether it was said to be over; sheets of a file that was read may miss."""
        return is_closed(self.state, self.closed_at)


def is_closed(state: str, closed_at: datetime | None) -> bool:
    """Whether a round of which these are known was said to be over."""
    return closed_at is not None or state == Round.State.FINISHED


class Sheet(models.Model):
    """One table in one round. Its state follows from its counts.

    The version grows with every logged write, so that a phone can ask cheaply whether
    anything is new. A revoked sheet is closed to phones until its token is renewed.
    """

    # What is written on it once somebody plays there; then its seats are a fact.
    RECORDED = ("counts", "hands", "tray", "loans", "photos", "hand_rulings")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="sheets")
    table = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8, unique=True, default=new_code)
    token = models.CharField(max_length=22, unique=True, default=new_token)
    revoked_at = models.DateTimeField(_("closed to phones since"), null=True)
    chips_laid_at = models.DateTimeField(_("start chips confirmed at"), null=True)
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    version = models.PositiveIntegerField(default=0)
    # Grows with every logged write that pages for everybody show something of: not with a
    # hand. Those of all sheets together tell whether such a page is still right.
    public_version = models.PositiveIntegerField(
        default=0, db_default=0, editable=False
    )
    # The start numbers on the score sheet that was printed last; "" where none was.
    printed_seats = models.CharField(
        max_length=60, blank=True, default="", db_default="", editable=False
    )

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], name="scoring_sheet_table"
            )
        ]

    def __str__(self) -> str:
        return message(
            "Round {round}, table {table}", round=self.round.number, table=self.table
        )

    def get_absolute_url(self) -> str:
        tournament = self.round.tournament
        return reverse(
            "scoring:sheet",
            args=[tournament.club.slug, tournament.slug, self.round.number, self.table],
        )

    @property
    def where(self) -> dict[str, int]:
        """Its round and table, by name, for a sentence that says where it lies."""
        return {"round": self.round.number, "table": self.table}

    @cached_property
    def size(self) -> int:
        """How many seats the table has; no query where they were read with it."""
        return len(self.seats.all())

    @property
    def must_total(self) -> int:
        """What its scores, and what lies aside, add up to, in chips (§30)."""
        return self.size * self.round.tournament.start_chips


class Seat(models.Model):
    """Who sat at a table, and for whose standing it counts.

    A house player's seat is credited to nobody; so house players, substitutes and
    wrong tables are one rule. A seat without an entry is free: its player turned out
    to sit at another table.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, related_name="seats"
    )
    credit = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, related_name="credits"
    )
    score = models.IntegerField(
        null=True,
        help_text=_("The chips that count. Stored for speed and checked by the audit."),
    )

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "position"], name="scoring_seat_position"
            ),
            models.UniqueConstraint(
                fields=["round", "entry"], name="scoring_seat_one_a_round"
            ),
            models.UniqueConstraint(
                fields=["round", "credit"], name="scoring_seat_one_credit_a_round"
            ),
            models.CheckConstraint(
                condition=is_seat("position"), name="scoring_seat_1_to_5"
            ),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(credit=None),
                name="scoring_seat_free_credits_nobody",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.position}: {self.name}"

    @property
    def name(self) -> str:
        return self.entry.name if self.entry else message(FREE_SEAT)

    @property
    def label(self) -> str:
        """The start number as printed; nothing for a free seat."""
        return self.entry.label if self.entry else ""

    @property
    def plays_for(self) -> str:
        """Whose standing it counts for, where that is another’s; else nothing."""
        return (
            self.credit.name if self.credit_id != self.entry_id and self.credit else ""
        )


class SitOut(models.Model):
    """A round somebody did not play, and why; what it scores the tournament says.

    `entry` sat out, or missed it; `credit` has it in his standing, as with a seat:
    a substitute sits out for whom he plays, or for nobody. Whoever plays for another
    has a line of his own, which scores as a sit-out where he would have sat out.
    """

    class Why(models.TextChoices):
        SIT_OUT = "sit_out", _("sat out")
        LATE = "late", _("came late")
        ABSENT = "absent", _("absent")
        LEFT = "left", _("went home")
        STOOD_IN = "stood_in", _("played as a substitute")
        SAT_IN = "sat_in", _("sat out, then played as a substitute")

    # Who has no cards of his own in these, though he sat at a table.
    PLAYED_FOR = (Why.STOOD_IN, Why.SAT_IN)
    # What scores as a sit-out; the other rounds were missed.
    OUT = (Why.SIT_OUT, Why.SAT_IN)

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sit_outs")
    credit = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        related_name="sit_out_credits",
        help_text=_("Whose standing it counts for."),
    )
    why = models.CharField(max_length=8, choices=Why, default=Why.SIT_OUT)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=Q(why="sit_out"),
                name="scoring_sitout_one_a_round",
            ),
            models.UniqueConstraint(
                fields=["round", "credit"], name="scoring_sitout_one_credit_a_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_why_display()}"

    @property
    def sits_for(self) -> str:
        """Whose standing it counts for, where that is another’s; else nothing."""
        return (
            self.credit.name if self.credit_id != self.entry_id and self.credit else ""
        )
