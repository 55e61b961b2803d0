"""RSVPs, sign-ups, and the emails and personal links of the people who send them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Player, User, new_token
from scoring.models.tournaments import Tournament


class Answer(models.Model):
    """A person's RSVP to a tournament, and whether there is a spot for them.

    One row per person and tournament. The state is the last one written; an offer may
    have expired since then (`rules/capacity.py`). A person who is in has an entry; a
    person whom the desk entered without an invitation has no answer.
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
    since = models.DateTimeField()  # position on the waitlist
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
    """A person's own address: the word in it, and whether it still works.

    A word alone opens nothing: the address also has the site's signature, so a copy of
    the database contains no working links.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="links")
    word = models.CharField(max_length=22, unique=True, default=new_token)
    made_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    # The link's owner asked to be removed from all names; a director decides.
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
    """A sign-up by name with the club password, waiting for confirmation.

    `player` is who the director chose for it; None if it wasn't confirmed.
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
    """A person's email address and the kinds of email they want.

    Nothing else is sent before the button behind the link in the first email was
    selected. If there is a guardian's address, both must confirm. An address that the
    mail server refused gets nothing more. The consent texts are in the log.
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
        """Whether everyone who must confirm it has done so."""
        if self.guardian and not self.guardian_confirmed_at:
            return False
        return self.confirmed_at is not None

    @property
    def is_open(self) -> bool:
        """Whether emails are sent there."""
        return self.is_confirmed and self.refused_at is None


class Letter(models.Model):
    """An email to one person: a mark until it is sent, then a record of it.

    Its text is written when it is sent, from the facts at that time; an outdated one
    isn't sent. `about` distinguishes emails of one kind about one tournament, `facts`
    has facts known only when the mark was made.
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
        """The outcome of an email; blank while it waits or for older emails."""

        SENT = "sent"
        OUTDATED = "outdated"  # there was nothing to report anymore
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
    # The number of failed attempts at the mail server, and the last error.
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
