"""Clubs, their players and their seasons."""

import hashlib
from typing import Any, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.i18n import PersonName, guessed, message
from clubs.i18n.currency import USUAL

# Words that became reserved after clubs existed: clubs that used them were renamed.
SLUGS_TO_COME = frozenset(
    {
        "me",
        "embed",
        "oembed",
        "open",
        "clubs",
        "calendar",
        "feed",
        "healthz",
        "readyz",
        "metrics",
        "worker",
        "mails",
        "open-files",
        "remove-demo",
        "results",
        "guides",
    }
)
# Words that were reserved from the start.
FIRST_RESERVED_SLUGS = frozenset(
    {
        "t",
        "desk",
        "admin",
        "accounts",
        "setup",
        "join",
        "static",
        "media",
        "players",
        "seasons",
        "screen",
        "sign-in",
        "sign-out",
        "demo",
        "language",
        "rules",
        "prints",
        "print",
        "rounds",
        "new",
        "api",
        "people",
        "settings",
        "log",
        "find",
        "corrections",
        "entries",
        "old-lists",
        "backups",
        "tasks",
        "records",
        "honours",
        "all-time",
        "hands",
    }
)
# Words that the site needs for its own addresses. Add a new one to SLUGS_TO_COME, with
# a migration in both apps that renames every row that uses it.
RESERVED_SLUGS = SLUGS_TO_COME | FIRST_RESERVED_SLUGS


M = TypeVar("M", bound=models.Model)
# Translators: sizes of paper.
PAPERS = {"letter": _("Letter"), "a4": _("A4")}


class Shown(models.TextChoices):
    """A choice of how much of a person's name is public, from most to least."""

    FULL = "full", _("full name")
    SHORT = "short", _("given name and initial")
    INITIALS = "initials", _("initials")
    NUMBER = "number", _("number only")
    HIDDEN = "hidden", _("not shown")

    def or_less(self, other: "Shown") -> "Shown":
        """Return this choice, or the other if it reveals less."""
        return max(self, other, key=list(Shown).index)


class Pictures(models.TextChoices):
    """A person's consent to photos that show them; "" if no one has asked."""

    AGREES = "agrees", _("agrees")
    GUARDIAN = "guardian", _("a parent or guardian agrees")
    NOT = "not", _("doesn’t agree")


class NameOrder(models.TextChoices):
    """The order in which people of a club usually write their names."""

    GIVEN_FIRST = "given", _("given name first")
    FAMILY_FIRST = "family", _("family name first")


class Named:
    """A mixin for a person with a name as it is written, and its parts.

    The parts are words of the name, empty until the name is parsed, and guessed until
    someone confirms them (`clubs.i18n.person_names`).
    """

    name: Any
    given_name: Any
    family_name: Any
    name_guessed: Any

    @property
    def person_name(self) -> PersonName:
        """The name with its parts; guessed if none are stored."""
        parts = self.given_name, self.family_name
        if not any(parts) or not all(part in self.name for part in parts):
            return guessed(self.name)
        return PersonName(self.name, *parts, self.name_guessed)

    def call(self, name: PersonName) -> None:
        """Set a name with its parts, without saving."""
        self.name, self.name_guessed = name.whole, name.guessed
        self.given_name, self.family_name = name.given, name.family


def refuse_reserved(slug: str) -> None:
    """Raise ValidationError for a reserved slug of a club or tournament."""
    if slug in RESERVED_SLUGS:
        raise ValidationError(
            message(
                "The site itself uses the address “{slug}”. Choose another.", slug=slug
            )
        )


def refuse_unknown_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(
            message(
                "“{name}” isn’t a valid time zone. Example: America/Chicago", name=name
            )
        )


class Club(models.Model):
    """A lodge or another club."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(_("address"), unique=True, validators=[refuse_reserved])
    # The address before the site needed the word; config/redirects.py redirects from
    # it.
    former_slug = models.SlugField(
        _("address before"), blank=True, default="", editable=False
    )
    town = models.CharField(max_length=80, blank=True)
    time_zone = models.CharField(
        max_length=50, default="America/Chicago", validators=[refuse_unknown_zone]
    )
    paper = models.CharField(max_length=6, choices=PAPERS, default="letter")
    shown = models.CharField(
        _("names in public"), max_length=8, choices=Shown, default=Shown.FULL
    )
    name_order = models.CharField(
        _("usual order of names"),
        max_length=6,
        choices=NameOrder,
        default=NameOrder.GIVEN_FIRST,
    )
    # Increases whenever a public name changes; 0 until it is first requested.
    names_version = models.PositiveIntegerField(default=0, editable=False)
    indexable = models.BooleanField(
        _("let search engines list the pages"), default=False
    )
    phone_address = models.URLField(
        _("address for phones"),
        blank=True,
        help_text=_(
            "The address that printed QR codes open. For example, "
            "http://192.168.1.20:8000"
        ),
    )
    currency = models.CharField(_("currency"), max_length=3, default=USUAL)  # ISO 4217
    language = models.CharField(max_length=10, blank=True)  # "" for the browser's
    # The license of open files of the club's events; "" for not specified.
    licence = models.CharField(
        _("license of open files"),
        max_length=20,
        blank=True,
        default="",
        db_default="",
    )
    # Sites that can embed the club's tables in a frame, in addition to this one: one
    # host per line.
    embed_hosts = models.TextField(
        _("sites that can show tables"),
        max_length=1000,
        blank=True,
        default="",
        db_default="",
    )
    colour = models.CharField(  # as chosen: #7b1e2e; "" for the site's felt green
        _("color"), max_length=7, blank=True, default="", editable=False
    )
    # Younger players only get emails if a guardian agrees.
    guardian_age = models.PositiveSmallIntegerField(
        _("age below which a guardian is asked"),
        default=16,
        db_default=16,  # an older version that still runs doesn't know the field
        editable=False,
    )
    # Anyone who knows it can sign up by name; "" for no one.
    word = models.CharField(
        _("club password"),
        max_length=40,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )
    thanks = models.CharField(
        _("thank-you line on the hall screen"),
        max_length=120,
        blank=True,
        default="",
        editable=False,
    )
    # Digest of the emblem (`Emblem`), part of the emblem's address; "" for none.
    emblem_mark = models.CharField(
        max_length=16, blank=True, default="", editable=False
    )
    is_demo = models.BooleanField(default=False, editable=False)
    # Opened by its owner and not approved yet: nothing is public.
    waits_since = models.DateTimeField(null=True, editable=False)
    # Closed by an owner: erased after this time, unless the owner reopens it.
    closes_at = models.DateTimeField(null=True, editable=False)
    # The club's own limits, by name; otherwise the site's (`clubs.quotas`).
    limits = models.JSONField(null=True, default=None, editable=False)
    # Caches, filled on first use: see `scoring.core.names`.
    naming: Any = None
    parted_names: Any = None

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["is_demo"],
                condition=Q(is_demo=True),
                name="clubs_club_one_demo",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:club", args=[self.slug])

    @property
    def is_shut(self) -> bool:
        """Whether only members of the club can see it."""
        return self.waits_since is not None or self.closes_at is not None

    @property
    def writes_family_first(self) -> bool:
        return self.name_order == NameOrder.FAMILY_FIRST

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class Emblem(models.Model):
    """A club's emblem, encoded again from the upload: a PNG for paper, and a small one.

    The bytes are in a table of their own, so that no page loads them with the club.
    Backups include them, and they are deleted with the club.
    """

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="emblem"
    )
    content = models.BinaryField()
    small = models.BinaryField()

    def __str__(self) -> str:
        return f"emblem of {self.club}"

    @property
    def digest(self) -> str:
        """The start of a hash, which is different for a different emblem."""
        return hashlib.sha256(bytes(self.content)).hexdigest()[:16]


class NotMerged(models.Manager[M]):
    """A manager without players who were merged into another."""

    def get_queryset(self) -> models.QuerySet[M]:
        return super().get_queryset().filter(merged_into=None)


class Everybody(models.Manager[M]):
    """A manager that includes players who were merged into another."""


class Player(Named, models.Model):
    """A person who plays at a club; a guest's lodge is stored as text.

    `club.players` leaves out players who were merged into another; `everybody` doesn't.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    lodge = models.CharField(max_length=80, blank=True)
    # "" for the club's setting.
    shown = models.CharField(
        _("name in public"), max_length=8, choices=Shown, blank=True
    )
    is_minor = models.BooleanField(_("minor"), default=False)
    # The log has the time, the user and the words of the consent.
    pictures = models.CharField(
        _("photos of this person"),
        max_length=8,
        choices=Pictures,
        blank=True,
        default="",
        db_default="",
    )
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    erasing = models.JSONField(
        _("old names that texts may still have"),
        default=list,
        blank=True,
        editable=False,
    )
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="merged",
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
        ordering = ["number"]  # lists by name are ordered only by `PersonName.key`
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"], name="clubs_player_number"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:player", args=[self.club.slug, self.number])

    @property
    def in_pictures(self) -> bool:
        """Whether photos can show the player; for a minor, a guardian has agreed."""
        agrees = self.pictures == Pictures.AGREES and not self.is_minor
        return agrees or self.pictures == Pictures.GUARDIAN


class Season(models.Model):
    """A period, usually a year, whose tournaments share season standings.

    `formula` has the scoring rules (`rules.season`; empty for the defaults of a new
    season). Without a `game`, each game that was played has its own standings.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=40)
    slug = models.SlugField(validators=[refuse_reserved])
    former_slug = models.SlugField(
        _("address before"), blank=True, default="", editable=False
    )
    starts = models.DateField("first day")
    ends = models.DateField("last day")
    game = models.CharField(max_length=20, blank=True, editable=False)
    formula = models.JSONField(default=dict, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)
    # The reason for reopening; the next version of the standings states it.
    reopened_why = models.CharField(max_length=300, blank=True, editable=False)
    beside = models.BooleanField(
        _("counts every tournament on its days, even from another season"),
        default=False,
        editable=False,
    )

    class Meta:
        ordering = ["-starts"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="clubs_season_slug"),
            models.CheckConstraint(
                condition=Q(ends__gte=F("starts")), name="clubs_season_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scoring:season", args=[self.club.slug, self.slug])
