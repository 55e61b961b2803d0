"""Rounds, their sheets and seats."""

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

# Letters and digits that aren't confused when read aloud or written by hand.
CODE_LETTERS = "ACDEFHJKLMNPRTUVWXY347"
CODE_LENGTH = 5
# On the internet, an attacker with a million addresses can try a million codes.
CODE_LENGTH_HTTPS = 8
FREE_SEAT = gettext_noop("free seat")


def new_code() -> str:
    """Return a random short code, to type without a camera."""
    length = CODE_LENGTH_HTTPS if settings.HTTPS else CODE_LENGTH
    return "".join(secrets.choice(CODE_LETTERS) for _unused in range(length))


class Draw(models.Model):
    """One run of the draw, which can be repeated with its seed and input."""

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
    """A round: a draft until published, then open until finished or canceled."""

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

    # The round's progress, set by `rounds_with_progress`.
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
        """Whether the round was closed; sheets of an imported file may be missing."""
        return is_closed(self.state, self.closed_at)


def is_closed(state: str, closed_at: datetime | None) -> bool:
    """Return whether a round with this state and closing time was closed."""
    return closed_at is not None or state == Round.State.FINISHED


class Sheet(models.Model):
    """One table in one round. Its state follows from its counts.

    The version grows with every logged write, so that a phone can check cheaply for
    changes. A revoked sheet is closed to phones until its token is renewed.
    """

    # Relations that have rows once the table has started playing; then its seats are a
    # fact.
    RECORDED = ("counts", "hands", "tray", "loans", "photos", "hand_rulings")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="sheets")
    table = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8, unique=True, default=new_code)
    token = models.CharField(max_length=22, unique=True, default=new_token)
    revoked_at = models.DateTimeField(_("closed to phones since"), null=True)
    chips_laid_at = models.DateTimeField(_("start chips confirmed at"), null=True)
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    version = models.PositiveIntegerField(default=0)
    # Grows with every logged write that public pages show, so not with a hand. The sum
    # over all sheets tells if such a page is still current.
    public_version = models.PositiveIntegerField(
        default=0, db_default=0, editable=False
    )
    # The start numbers on the score sheet that was printed last; "" if none was.
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
        """The round and table by name, for a sentence about the sheet's place."""
        return {"round": self.round.number, "table": self.table}

    @cached_property
    def size(self) -> int:
        """The number of seats at the table; no query if they are prefetched."""
        return len(self.seats.all())

    @property
    def must_total(self) -> int:
        """The required total of its scores and the chips aside, in chips (§30)."""
        return self.size * self.round.tournament.start_chips


class Seat(models.Model):
    """A player's seat at a table, and the entry its score counts for.

    A house player's seat is credited to nobody; so house players, substitutes and wrong
    tables follow one rule. A seat without an entry is free: its player turned out to
    sit at another table.
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
        """The start number as printed; empty for a free seat."""
        return self.entry.label if self.entry else ""

    @property
    def plays_for(self) -> str:
        """The name of the entry it counts for, if that isn't the player; else empty."""
        return (
            self.credit.name if self.credit_id != self.entry_id and self.credit else ""
        )


class SitOut(models.Model):
    """A round that a player missed and why; the tournament defines the score.

    `entry` sat out, or missed it; `credit` has it in their standing, as with a seat: a
    substitute sits out for the player they replace, or for nobody. A player who
    substitutes has a row of their own, which scores as a sit-out if they would have sat
    out.
    """

    class Why(models.TextChoices):
        SIT_OUT = "sit_out", _("sat out")
        LATE = "late", _("came late")
        ABSENT = "absent", _("absent")
        LEFT = "left", _("went home")
        STOOD_IN = "stood_in", _("played as a substitute")
        SAT_IN = "sat_in", _("sat out, then played as a substitute")

    # Reasons of players with no result of their own, although they sat at a table.
    PLAYED_FOR = (Why.STOOD_IN, Why.SAT_IN)
    # Reasons that score as a sit-out; other rounds were missed.
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
        """The name of the entry it counts for, if that isn't the player; else empty."""
        return (
            self.credit.name if self.credit_id != self.entry_id and self.credit else ""
        )
