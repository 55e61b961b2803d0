"""Emails that weren't simply delivered, for the desk and for the person."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.i18n import message, plural_message
from clubs.models import Club, Player
from scoring.models import Letter, MailAddress, Tournament
from scoring.signups.notifications import WISHES, Kind

SHOWN = timedelta(days=14)
MOST = 100  # rows on the desk's page
Outcome = Letter.Outcome
LOST = (Outcome.HELD_BACK, Outcome.REFUSED, Outcome.BOUNCED)


@dataclass(frozen=True, slots=True)
class EmailTrouble:
    """An email that was held back, refused or returned, or that is being retried."""

    time: datetime
    player: Player
    tournament: Tournament | None
    subject: str
    problem: str


def troubles_of_club(club: Club) -> list[EmailTrouble]:
    """Return a club's email troubles of the last two weeks, newest first; one query."""
    rows = _recent().filter(to__player__club=club)
    return [_trouble_of(letter) for letter in rows[:MOST]]


def troubles_of_address(address: MailAddress) -> list[EmailTrouble]:
    """Return the email troubles of one address in the last two weeks; one query."""
    return [_trouble_of(letter) for letter in _recent().filter(to=address)[:MOST]]


def _recent() -> QuerySet[Letter]:
    retried = Q(done_at=None, failed_tries__gt=0)
    rows = Letter.objects.filter(Q(outcome__in=LOST) | retried)
    recent = rows.filter(asked_at__gt=timezone.now() - SHOWN)
    return recent.select_related("to__player", "tournament").order_by("-pk")


def _trouble_of(letter: Letter) -> EmailTrouble:
    wish = WISHES.get(Kind(letter.kind))
    subject = str(wish.label) if wish else message("confirm the email address")
    time = letter.done_at or letter.asked_at
    return EmailTrouble(
        time, letter.to.player, letter.tournament, subject, _outcome_text(letter)
    )


def _outcome_text(letter: Letter) -> str:
    if letter.outcome == Outcome.HELD_BACK:
        return message(
            "Held back: this week’s limit for emails of this kind was reached."
        )
    if letter.outcome == Outcome.REFUSED:
        return message("The mail server doesn’t accept this address.")
    if letter.outcome == Outcome.BOUNCED:
        return message("The email came back because the mailbox can’t be reached.")
    return plural_message(
        "Not sent yet: {n} try failed ({error}). We’ll try again.",
        "Not sent yet: {n} tries failed ({error}). We’ll try again.",
        letter.failed_tries,
        error=letter.last_error,
    )
