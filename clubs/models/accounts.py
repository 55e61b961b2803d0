"""Accounts: what somebody may do in a club, and the links that lead there."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club


def new_token() -> str:
    """128 random bits, fit for an address."""
    return secrets.token_urlsafe(16)


class User(AbstractUser):
    """An account; a player needs none."""

    first_name = None  # type: ignore[assignment]  # one name is enough
    last_name = None  # type: ignore[assignment]  # one name is enough
    name = models.CharField(_("your name"), max_length=100)
    language = models.CharField(max_length=10, blank=True)  # "": the club's

    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Role(models.Model):
    """What an account may do in a club; each kind includes those below it."""

    class Kind(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=12, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="clubs_role_one_each")
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.kind} of {self.club}"

    @property
    def is_guest(self) -> bool:
        """Whether it is nobody's: the reader of the demo club's desk has it."""
        return self.user_id is None

    def includes(self, kind: str) -> bool:
        """Whether this role may do what the given kind may."""
        order = list(self.Kind)
        return order.index(self.Kind(self.kind)) <= order.index(self.Kind(kind))


class Invitation(models.Model):
    """A link that makes its finder a member once; without a club, the first owner.

    One to a club ends; the first owner's stands in the terminal until it is used.
    """

    LASTS = timedelta(weeks=1)
    LASTS_FOR_OWNER = timedelta(days=1)

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, related_name="invitations"
    )
    kind = models.CharField(max_length=12, choices=Role.Kind)
    token = models.CharField(max_length=22, unique=True, default=new_token)
    made_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=40, blank=True)
    used_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=~Q(key=""), name="clubs_invitation_key"
            )
        ]

    def __str__(self) -> str:
        return f"invitation of a {self.kind} to {self.club or 'a new site'}"

    @property
    def ends_at(self) -> datetime:
        owner = self.kind == Role.Kind.OWNER
        return self.made_at + (self.LASTS_FOR_OWNER if owner else self.LASTS)


class PasswordLink(models.Model):
    """A new password by a link, once and within a day, for a member who forgot his.

    It ends with the role: then the member is no more of the club whose owner made it.
    """

    LASTS = timedelta(days=1)

    role = models.ForeignKey(
        Role, on_delete=models.CASCADE, related_name="password_links"
    )
    token = models.CharField(max_length=22, unique=True, default=new_token)
    made_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"link for a new password of {self.role.user}"

    @property
    def ends_at(self) -> datetime:
        return self.made_at + self.LASTS


class Counter(models.Model):
    """What is counted, or used up, until its time is over: see `services.counters`."""

    key = models.CharField(max_length=250, primary_key=True)
    value = models.JSONField()
    ends_at = models.DateTimeField(db_index=True)
    household = models.CharField(max_length=45, db_index=True)

    def __str__(self) -> str:
        return f"{self.key} until {self.ends_at}"


class SignInFailure(models.Model):
    """Wrong passwords for one name from one address; all workers count here."""

    username = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["username", "address"], name="clubs_signinfailure_one_each"
            )
        ]
        indexes = [
            models.Index(fields=["address"], name="clubs_signinfailure_address"),
            models.Index(fields=["last_at"], name="clubs_signinfailure_last_at"),
        ]

    def __str__(self) -> str:
        return f"{self.failures} for {self.username} from {self.address}"
