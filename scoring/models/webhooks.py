"""Webhooks: addresses of programs to notify of changes, and attempts to notify them.

They are in no backup and in no club's file: a restored copy elsewhere calls nobody and
has another key to sign with.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, User, new_token
from scoring.models.tournaments import Tournament


class Webhook(models.Model):
    """An address that is called when public data changes.

    `word`: the part of its secret besides the site's key
    (`scoring.api.webhook_delivery`). While a secret is being changed, calls are also
    signed with that of `old_word`, until `old_until`. `key`: the key of the form that
    created it. `failures` in a row, since `failing_since`. `unwanted`: kinds of calls
    that its owner turned off, separated by spaces; a new kind reaches every webhook.
    """

    class End(models.TextChoices):
        GONE = (
            "gone",
            _("The program answered that it’s gone for good (410)."),
        )
        FAILING = (
            "failing",
            _("The program hasn’t accepted a call for days."),
        )

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=500)
    word = models.CharField(max_length=22, unique=True, default=new_token)
    secret_at = models.DateTimeField(null=True)  # of the current secret, if changed
    old_word = models.CharField(max_length=22, blank=True, default="", db_default="")
    old_until = models.DateTimeField(null=True)
    unwanted = models.CharField(max_length=120, blank=True, default="", db_default="")
    key = models.CharField(max_length=40)
    made_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField()
    waits_until = models.DateTimeField()  # not called before this time
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_why = models.CharField(max_length=8, choices=End, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key"], name="scoring_webhook_once"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_why="")
                | (Q(ended_at__isnull=False) & ~Q(ended_why="")),
                name="scoring_webhook_ended_why",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk}"


class WebhookTry(models.Model):
    """An attempt to notify a webhook: a mark until it is made, then its result.

    A retry is one more row with the same `event` and the next number. `status`: of the
    response; None if there was none, with the reason in `why`. `took` in ms. `gone`:
    the public id of a tournament that is no longer visible, whose row may be deleted
    too.
    """

    class Kind(models.TextChoices):
        CHANGED = "evening.changed"
        ANNOUNCED = "evening.announced"
        FINISHED = "evening.finished"
        EVENING_GONE = "evening.gone"
        NAMES = "club.names"
        CLUB_GONE = "club.gone"
        TEST = "test"

    class Why(models.TextChoices):
        NO_NAME = "no-name", _("That host name doesn’t exist.")
        INSIDE = "inside", _("The host name leads to a private network.")
        REFUSED = "refused", _("Nothing answers at this address.")
        AWAY = "away", _("The host can’t be reached.")
        LATE = "late", _("The program didn’t answer within 5 seconds.")
        NO_TLS = "no-tls", _("The host doesn’t support https.")
        CERTIFICATE = "certificate", _("The certificate isn’t valid.")
        NO_HTTP = "no-http", _("The answer isn’t from a web server.")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="tries")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="+"
    )
    gone = models.UUIDField(null=True)
    kind = models.CharField(max_length=20, choices=Kind)
    event = models.CharField(max_length=22, default=new_token)
    number = models.PositiveSmallIntegerField(default=1)
    due_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    why = models.CharField(max_length=12, choices=Why, blank=True, default="")
    took = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"try {self.number} of {self.event}"

    @property
    def is_taken(self) -> bool:
        """Whether the program accepted the call."""
        return self.status is not None and 200 <= self.status < 300
