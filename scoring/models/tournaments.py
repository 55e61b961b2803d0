"""A tournament or club night: its rules, its ranking, its prizes."""

from urllib.parse import urlencode
from uuid import uuid4

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.i18n.currency import USUAL
from clubs.models import Club, Season, User, refuse_reserved


class Tournament(models.Model):
    """One event: its rules, its ranking and how its sheets are verified."""

    class Seating(models.TextChoices):
        DRAW = "draw", _("drawn")
        BY_HAND = "by_hand", _("by hand, as on a club night")

    class Spare(models.TextChoices):
        """The choice of what happens with players who don't fill a table."""

        SIT_OUT = "sit_out", _("someone sits out")
        HOUSE = "house", _("house players fill the table")

    class Ranking(models.TextChoices):
        CHIPS = "chips", _("chips")
        TABLE_POINTS = "table_points", _("table points 4-3-2-1, then chips")

    class MissedScore(models.TextChoices):
        START = "start", _("the start chips")
        AVERAGE = "average", _("the player’s own average")
        ZERO = "zero", "0"

    class Substitute(models.TextChoices):
        """The choice of who gets a substitute's chips."""

        REPLACED = "replaced", _("the player who left")
        OWN = "own", _("the substitute")
        NOBODY = "nobody", _("no one")

    class Teams(models.TextChoices):
        NONE = "none", _("no teams")
        LODGES = "lodges", _("lodges")
        NAMED = "named", _("teams by name")

    class Prizes(models.TextChoices):
        PERCENT = "percent", _("percent of the fund")
        FIXED = "fixed", _("fixed amounts")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="tournaments"
    )
    name = models.CharField(max_length=80)
    slug = models.SlugField(_("address"), validators=[refuse_reserved])
    former_slug = models.SlugField(
        _("address before"), blank=True, default="", editable=False
    )
    date = models.DateField()
    # In the club's time zone; None: not set.
    starts_at = models.TimeField(_("start time"), null=True, blank=True)
    place = models.CharField(max_length=80, blank=True)
    public = models.BooleanField(_("shown on the club’s public pages"), default=True)

    # RSVP settings, edited on a page of their own (scoring/signups).
    asks = models.BooleanField(
        _("members RSVP"),
        default=False,
        editable=False,
    )
    places = models.PositiveSmallIntegerField(
        _("capacity"),
        null=True,
        editable=False,
        validators=[MinValueValidator(1), MaxValueValidator(2_000)],
    )
    # In the club's time zone; None: not set.
    doors_at = models.TimeField(_("doors open at"), null=True, editable=False)
    answers_from = models.DateTimeField(_("RSVPs open"), null=True, editable=False)
    answers_until = models.DateTimeField(_("RSVPs close"), null=True, editable=False)
    # Standby players who aren't needed to fill the tables.
    if_needed_leave = models.BooleanField(
        _("standby players may go home"),
        default=False,
        db_default=False,
        editable=False,
    )
    called_off_at = models.DateTimeField(null=True, editable=False)
    # The time and place first announced, if they changed; None: not moved.
    moved_from = models.JSONField(null=True, editable=False)

    game = models.CharField(max_length=20, default="spjst", editable=False)
    preset = models.CharField(_("rule set"), max_length=20, default="spjst-2013")
    house_rules = models.JSONField(default=dict, blank=True)

    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(20)],
    )
    hands_per_round = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    minutes_per_round = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(5), MaxValueValidator(600)]
    )
    start_chips = models.PositiveSmallIntegerField(
        default=100, validators=[MaxValueValidator(10_000)]
    )

    with_chips = models.BooleanField(
        _("played with chips that are counted"), default=True
    )
    wifi_name = models.CharField(_("the hall’s wifi"), max_length=32, blank=True)
    wifi_password = models.CharField(_("its password"), max_length=63, blank=True)

    ranking = models.CharField(max_length=12, choices=Ranking, default=Ranking.CHIPS)
    tie_breaks = models.JSONField(default=list, blank=True)
    drop_worst = models.PositiveSmallIntegerField(
        _("worst rounds dropped"),
        default=0,
        validators=[MaxValueValidator(10)],
    )

    seating = models.CharField(max_length=8, choices=Seating, default=Seating.DRAW)
    spare = models.CharField(
        _("extra players"),
        max_length=8,
        choices=Spare,
        default=Spare.SIT_OUT,
    )
    sit_out_score = models.CharField(
        _("a sit-out scores"),
        max_length=8,
        choices=MissedScore,
        default=MissedScore.START,
    )
    absent_score = models.CharField(
        _("a round missed by coming late, staying away or leaving scores"),
        max_length=8,
        choices=MissedScore,
        default=MissedScore.ZERO,
    )
    lodges_apart = models.BooleanField(
        _("keep members of one lodge apart"), default=False
    )
    apart = models.TextField(
        _("keep apart"),
        blank=True,
        help_text=_("Start numbers, one group per line. For example, 3, 17"),
    )
    season_sit_outs = models.BooleanField(
        _("sit-outs count over the season"), default=True
    )
    season_meetings = models.BooleanField(
        _("keep apart people who met this season"), default=True
    )
    season_weight = models.PositiveSmallIntegerField(
        _("how much it counts in the season"),
        default=100,
        editable=False,
        validators=[MaxValueValidator(1_000)],
        help_text=_("In hundredths. 0 means not at all."),
    )
    last_round_by_standing = models.BooleanField(
        _("last round by standing: places 1–4 at table 1"), default=False
    )

    substitute_counts = models.CharField(
        _("a substitute’s chips count for"),
        max_length=8,
        choices=Substitute,
        default=Substitute.REPLACED,
    )

    teams = models.CharField(max_length=6, choices=Teams, default=Teams.NONE)
    team_best = models.PositiveSmallIntegerField(
        _("best players who count for a team"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(20)],
    )
    classes = models.TextField(
        blank=True,
        help_text=_("Extra rankings, one per line: Women"),
    )

    # The club's currency when it was created; finished tournaments stay as they were
    # paid.
    currency = models.CharField(
        _("currency"), max_length=3, default=USUAL, editable=False
    )
    fee = models.PositiveIntegerField(
        _("entry fee"),
        default=0,
        help_text=_("In the smallest coins."),
    )
    prize_extra = models.PositiveIntegerField(
        _("added to the prize fund"),
        default=0,
        help_text=_("In the smallest coins."),
    )
    prize_kept = models.PositiveIntegerField(
        _("held back for costs"),
        default=0,
        help_text=_("In the smallest coins."),
    )
    prize_kind = models.CharField(max_length=7, choices=Prizes, default=Prizes.PERCENT)
    prizes = models.JSONField(
        default=list,
        blank=True,
        help_text=_("First place first: hundredths of a percent, or coins."),
    )
    prizes_shown = models.BooleanField(_("prize amounts are public"), default=True)

    accepts_blind = models.BooleanField(
        _("one person enters the sheet twice without seeing the first"),
        default=True,
    )
    accepts_phone = models.BooleanField(_("a second phone at the table"), default=True)
    accepts_own = models.BooleanField(
        _("a second player’s own chips, typed on the scorekeeper’s phone"),
        default=True,
    )
    accepts_paper = models.BooleanField(
        _("a player’s signature on the paper sheet"), default=True
    )

    created_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    finished_at = models.DateTimeField(null=True, editable=False)
    # The past results it was imported with: it has no rounds, only the facts of the
    # list.
    old_list = models.ForeignKey(
        "scoring.OldList",
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="tournaments",
    )

    # The global id of its open file (scoring/exports/card_evening_schema.py); None:
    # created by a version without ids, until someone requests it.
    file_id = models.UUIDField(null=True, default=uuid4, editable=False)
    # For a tournament imported from such a file: parts that are no facts of this site,
    # and the file.
    origin = models.JSONField(null=True, default=None, editable=False)
    came_with = models.ForeignKey(
        "scoring.OldList",
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="whole_tournaments",
    )

    # In hundredths, if read for a season (standings/seasons.py).
    counts: int

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "slug"], name="scoring_tournament_slug"
            ),
            models.UniqueConstraint(
                fields=["club", "file_id"], name="scoring_tournament_file_id"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:tournament", args=[self.club.slug, self.slug])

    @property
    def public_url(self) -> str:
        """The public address, or "" if only people who work in the club can see it."""
        return self.get_absolute_url() if self.public else ""

    @property
    def map_url(self) -> str:
        """The location on a map: maps apps of phones open this address themselves."""
        town = "" if self.club.town in self.place else f", {self.club.town}"
        query = urlencode({"api": 1, "query": f"{self.place}{town}"})
        return f"https://www.google.com/maps/search/?{query}"

    @property
    def by_points(self) -> bool:
        """Whether table points decide the places, and chips only break ties."""
        return self.ranking == self.Ranking.TABLE_POINTS

    @property
    def class_names(self) -> list[str]:
        """The tournament's classes, in order."""
        return [name.strip() for name in self.classes.splitlines() if name.strip()]


class SeasonEvening(models.Model):
    """The weight of a tournament in a season other than its own, in hundredths.

    0: it doesn't count, although that season counts all tournaments of its days.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="in_seasons"
    )
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="more_evenings"
    )
    weight = models.PositiveSmallIntegerField(
        default=100, validators=[MaxValueValidator(1_000)]
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "tournament"], name="scoring_seasonevening_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} in season {self.season}"
