"""What people say of an evening to come, and the link by which each of them says it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Player, User, new_token
from scoring.models.tournaments import Tournament


class Answer(models.Model):
    """What somebody said of an evening, and whether there is a place for him.

    One row a person and evening. The state is the last one that was written; by the
    clock an offer may have run out since (`rules/capacity.py`). Who is in has an entry,
    and whoever the desk entered without asking has no answer.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        IN = "in"
        WAITING = "waiting"
        OFFERED = "offered"
        OUT = "out"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="answers"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    state = models.CharField(max_length=8, choices=State)
    late = models.BooleanField(default=False)
    if_needed = models.BooleanField(default=False)
    since = models.DateTimeField()  # his turn, where he waits
    until = models.DateTimeField(null=True)  # the end of an offer

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="scoring_answer_once"
            ),
            models.CheckConstraint(
                condition=Q(state="offered", until__isnull=False)
                | (~Q(state="offered") & Q(until=None)),
                name="scoring_answer_offered_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} is {self.state}"


class PersonalLink(models.Model):
    """The address that is one person's own: the word in it, and whether it still opens.

    A word alone opens nothing: the address has the site's signature beside it, so that
    whoever reads a copy of the database has no links.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="links")
    word = models.CharField(max_length=22, unique=True, default=new_token)
    made_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    # Who has it asked to be taken out of all names; a director does it, or does not.
    wants_out_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(closed_at=None),
                name="scoring_personallink_one_open",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}’s link"


class SignUp(models.Model):
    """Somebody who signed up by name, with the club's word, and is to be confirmed.

    `player`: who the director said that is; nobody where it was not confirmed.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="sign_ups"
    )
    name = models.CharField(max_length=80)
    lodge = models.CharField(max_length=80, blank=True)
    word = models.CharField(max_length=22, unique=True, default=new_token)
    key = models.CharField(max_length=40)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="sign_ups"
    )

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], name="scoring_signup_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} signed up"


class MailAddress(models.Model):
    """Where somebody’s mail goes, and which mails are wished; nothing is sent before a
    button behind the link in the first mail was pressed.

    Where a guardian’s address stands beside, both press it. An address that the mail
    server refused gets nothing more. The words that were agreed to stand in the log.
    """

    class Wish(models.TextChoices):
        CONFIRMATION = "confirmation", _("a confirmation of my RSVP")
        EVE = "eve", _("a reminder the day before")
        OFFER = "offer", _("a spot that opens up for me")
        OFF = "off", _("an event that’s canceled or moved")
        MORNING = "morning", _("my results the next morning")

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="mail_address"
    )
    email = models.EmailField(max_length=254)
    guardian = models.EmailField(max_length=254, blank=True, default="")
    wishes = models.JSONField(default=list)  # codes of Wish
    language = models.CharField(max_length=10, blank=True, default="")
    word = models.CharField(max_length=22, unique=True, default=new_token)
    given_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    guardian_confirmed_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)
    refused_why = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"mail address of player {self.player_id}"

    @property
    def is_confirmed(self) -> bool:
        """Whether everybody whose word it needs has given it."""
        if self.guardian and not self.guardian_confirmed_at:
            return False
        return self.confirmed_at is not None

    @property
    def is_open(self) -> bool:
        """Whether mails go there."""
        return self.is_confirmed and self.refused_at is None


class Letter(models.Model):
    """A mail to one person: a mark until it has gone out, then that it has.

    It is written when it goes out, from what holds then; what holds no more is not sent.
    `about` tells apart mails of one kind about one evening, `facts` has what is known at
    the mark alone.
    """

    class Kind(models.TextChoices):
        ADDRESS = "address"
        GUARDIAN = "guardian"
        CONFIRMATION = "confirmation"
        EVE = "eve"
        OFFER = "offer"
        OFF = "off"
        MOVED = "moved"
        MORNING = "morning"

    class Outcome(models.TextChoices):
        """What became of it. Blank: it waits, or is from before this was stored."""

        SENT = "sent"
        OUTDATED = "outdated"  # nothing was to be said any more
        HELD_BACK = "held back"  # too many of one kind about one event
        REFUSED = "refused"  # by the mail server, for good
        BOUNCED = "bounced"  # a report of its failure came back

    to = models.ForeignKey(
        MailAddress, on_delete=models.CASCADE, related_name="letters"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="letters"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    about = models.CharField(max_length=64, blank=True, default="")
    facts = models.JSONField(default=dict)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    is_sent = models.BooleanField(default=False)
    outcome = models.CharField(
        max_length=12, choices=Outcome, blank=True, default="", db_default=""
    )
    # How often the mail server took nothing, and what was wrong the last time.
    failed_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    last_error = models.CharField(max_length=80, blank=True, default="", db_default="")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["to", "tournament", "kind", "about"],
                name="scoring_letter_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} to player {self.to.player_id}"
