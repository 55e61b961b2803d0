"""After each round, and once standings are final: what is left if the laptop is dead."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from scoring.backups import keeping, packs
from scoring.models import Round, Tournament

LATEST = timedelta(hours=3)  # older ones: the next backup of the whole site has them


def ask_for_backup(tournament: Tournament) -> None:
    """Ask for the evening's backup and a pack once the present transaction holds.

    What was made up needs neither; where BACKUPS is off, the site makes neither.
    """
    if _is_kept(tournament):
        keeping.ask_for(tournament)
        packs.ask(tournament)


def put_missed() -> None:
    """Ask again for what a stop of the site has lost between a write and its task."""
    since = timezone.now() - LATEST
    moved = Round.objects.filter(Q(published_at__gt=since) | Q(closed_at__gt=since))
    for rnd in moved.select_related("tournament__club"):
        tournament, evening = rnd.tournament, keeping.newest_of(rnd.tournament)
        moment = max(filter(None, (rnd.published_at, rnd.closed_at)))
        if evening is None or evening.made_at < moment:
            ask_for_backup(tournament)
    over = Tournament.objects.filter(finished_at__gt=since).select_related("club")
    for tournament in over.order_by("-finished_at")[:1]:
        whole = keeping.newest_of(None)
        if whole is None or whole.made_at < (tournament.finished_at or since):
            back_up(tournament)


def back_up(tournament: Tournament) -> None:
    """Ask for a backup of the whole site: nobody plays on."""
    if _is_kept(tournament):
        keeping.ask()


def _is_kept(tournament: Tournament) -> bool:
    return bool(settings.BACKUPS) and not tournament.club.is_demo
