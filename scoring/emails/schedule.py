"""Which mails are due by the clock, and which marks still wait for theirs.

Nothing is decided here alone: whoever writes the mail looks at the clock again, so that
after a sleep nothing goes out late.
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

KEPT = timedelta(days=60)  # how long it is known what was sent
A_DAY = timedelta(days=1)
SEND = "scoring.emails.views.sending.send"  # by name: it renders templates


def enqueue_due(current_time: datetime | None = None) -> None:
    """At the start and every hour: mark what is due, put again what waits, forget."""
    current_time = current_time or timezone.now()
    Letter.objects.filter(done_at__lt=current_time - KEPT).delete()
    if not notifications.is_on():
        return
    _mark_eves(current_time)
    _mark_mornings(current_time)
    enqueue_waiting(Letter.objects.all())


def enqueue_waiting(letters: QuerySet[Letter]) -> None:
    """Have those of some letters sent that are still to go."""
    waiting = letters.filter(to__player__club__in=public_clubs(), done_at=None)
    for pk in waiting.values_list("pk", flat=True):
        if not is_pending(SEND, pk):  # else it might go twice
            enqueue(SEND, pk)


def _mark_eves(current_time: datetime) -> None:
    """Wherever tomorrow is an evening; by UTC that may be two days."""
    days = [timezone.localdate(current_time) + n * A_DAY for n in range(3)]
    rows = _of_public_clubs().filter(date__in=days, called_off_at=None)
    for tournament in rows.filter(finished_at=None).select_related("club"):
        if eve_is_on(tournament, current_time):
            people = notifications.players_going(tournament)
            notifications.tell(
                tournament, people, Kind.EVE, subject=str(tournament.date)
            )


def _mark_mornings(current_time: datetime) -> None:
    since = timezone.localdate(current_time) - (MORNING_DAYS + 2) * A_DAY
    rows = _of_public_clubs().filter(old_list=None, date__gte=since)
    for tournament in rows.exclude(finished_at=None).select_related("club"):
        if morning_is_on(tournament, current_time):
            people = notifications.those_who_played(tournament)
            notifications.tell(tournament, people, Kind.MORNING)


def _of_public_clubs() -> QuerySet[Tournament]:
    return Tournament.objects.filter(club__in=public_clubs())
