"""Emails that are due by the clock, and emails that are still waiting.

The writer of an email checks the time again, so that nothing is sent late after the
site was down.
"""

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from clubs.clubs import public_clubs
from clubs.tasks import enqueue, is_pending
from scoring.emails.content import MORNING_DAYS, eve_is_on, morning_is_on
from scoring.models import Letter, Tournament
from scoring.signups import notifications
from scoring.signups.notifications import Kind

KEPT = timedelta(days=60)  # how long sent emails are listed
A_DAY = timedelta(days=1)
SEND = "scoring.emails.views.sending.send"  # by name, because it renders templates


def enqueue_due(current_time: datetime | None = None) -> None:
    """Mark due emails, queue waiting ones, delete old ones; at the start and hourly."""
    current_time = current_time or timezone.now()
    Letter.objects.filter(done_at__lt=current_time - KEPT).delete()
    if not notifications.is_on():
        return
    _mark_eves(current_time)
    _mark_mornings(current_time)
    enqueue_waiting(Letter.objects.all())


def enqueue_waiting(letters: QuerySet[Letter]) -> None:
    """Queue the letters among these that are still to be sent."""
    waiting = letters.filter(to__player__club__in=public_clubs(), done_at=None)
    for pk in waiting.values_list("pk", flat=True):
        if not is_pending(SEND, pk):  # otherwise it could be sent twice
            enqueue(SEND, pk)


def _mark_eves(current_time: datetime) -> None:
    """Mark reminders for all events tomorrow, a date that depends on the time zone."""
    days = [timezone.localdate(current_time) + n * A_DAY for n in range(3)]
    rows = _of_public_clubs().filter(date__in=days, called_off_at=None)
    for tournament in rows.filter(finished_at=None).select_related("club"):
        if eve_is_on(tournament, current_time):
            people = notifications.players_going(tournament)
            notifications.notify_players(
                tournament, people, Kind.EVE, subject=str(tournament.date)
            )


def _mark_mornings(current_time: datetime) -> None:
    since = timezone.localdate(current_time) - (MORNING_DAYS + 2) * A_DAY
    rows = _of_public_clubs().filter(old_list=None, date__gte=since)
    for tournament in rows.exclude(finished_at=None).select_related("club"):
        if morning_is_on(tournament, current_time):
            people = notifications.those_who_played(tournament)
            notifications.notify_players(tournament, people, Kind.MORNING)


def _of_public_clubs() -> QuerySet[Tournament]:
    return Tournament.objects.filter(club__in=public_clubs())
