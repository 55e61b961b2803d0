"""Accounts: roles of users in clubs, and links to join or to set a password."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club


def new_token() -> str:
    """Return 128 random bits, safe for a URL."""
    return secrets.token_urlsafe(16)


class User(AbstractUser):
    """An account; players don't need one."""

    first_name = None  # type: ignore[assignment]  # one name is enough
    last_name = None  # type: ignore[assignment]  # one name is enough
    name = models.CharField(_("your name"), max_length=100)
    language = models.CharField(max_length=10, blank=True)  # "" for the club's

    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Role(models.Model):
    """A user's role in a club; each kind includes the kinds below it."""

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
        """Whether the role has no user: a reader of the demo club's desk has it."""
        return self.user_id is None

    def includes(self, kind: str) -> bool:
        """Return whether this role includes the rights of the given kind."""
        order = list(self.Kind)
        return order.index(self.Kind(self.kind)) <= order.index(self.Kind(kind))


class Invitation(models.Model):
    """A link that makes its finder a member once; without a club, the first owner.

    An invitation to a club expires; the first owner's is printed in the terminal until
    it is used.
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
    """A link for a member to set a new password, once and within a day.

    The link ends with the role: without it the member no longer belongs to the club
    whose owner made the link.
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
    """A counter or a used code, until its time is over; see `clubs.counters`."""

    key = models.CharField(max_length=250, primary_key=True)
    value = models.JSONField()
    ends_at = models.DateTimeField(db_index=True)
    household = models.CharField(max_length=45, db_index=True)

    def __str__(self) -> str:
        return f"{self.key} until {self.ends_at}"


class SignInFailure(models.Model):
    """Wrong passwords for one username from one address, shared by all workers."""

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
