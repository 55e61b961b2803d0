"""After each round, and once standings are final: what is left if the laptop is dead."""

from django.conf import settings
from django.db import transaction

from scoring.backups.services import keeping, packs
from scoring.models import Tournament


def ask_for_backup(tournament: Tournament) -> None:
    """Ask for the evening's backup and a pack once the present transaction holds.

    What was made up needs neither; where BACKUPS is off, the site makes neither.
    """
    if _is_kept(tournament):
        transaction.on_commit(lambda: keeping.ask_for(tournament), robust=True)
        transaction.on_commit(lambda: packs.ask(tournament), robust=True)


def back_up(tournament: Tournament) -> None:
    """Ask for a backup of the whole site: nobody plays on."""
    if _is_kept(tournament):
        transaction.on_commit(keeping.ask, robust=True)


def _is_kept(tournament: Tournament) -> bool:
    return bool(settings.BACKUPS) and not tournament.club.is_demo
