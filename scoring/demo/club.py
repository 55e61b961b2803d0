"""The demo club: two past seasons, one with tonight's event; no accounts.

It is created once, and once removed it doesn't come back.
"""

import random
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from django.db import transaction

from clubs.models import Club, User
from scoring.backups import emergency_packets
from scoring.backups.club_rows import erase_rows
from scoring.core.writes import Actor, log
from scoring.demo import marias as demo_marias
from scoring.demo import past as demo_past
from scoring.demo.evenings import SEED, finished, next_week, running, to_come
from scoring.models import Change, Tournament
from scoring.models.log_messages import log_message

SLUG = "demo-lodge"


class AlreadyThere(Exception):
    """The demo club exists."""


def is_empty() -> bool:
    """Return whether this site was never used; a removed demo club leaves a trace."""
    return not (
        Club.objects.exists() or User.objects.exists() or Change.objects.exists()
    )


@transaction.atomic
def load(today: date, step: Callable[[str], None] = lambda text: None) -> Club:
    """Create the demo club. Raises AlreadyThere."""
    if Club.objects.filter(is_demo=True).exists():
        raise AlreadyThere
    club = Club.objects.create(
        name="Demo Lodge", slug=SLUG, town="Temple, Texas", is_demo=True
    )
    chance, last = random.Random(SEED), today - timedelta(days=28)
    step("the seasons before")
    demo_past.seasons_past(club, today, last)
    step("last month's tournament")
    finished(club, last, chance)
    step("an evening of Mariás")
    demo_marias.finished(club, today, random.Random(SEED))
    step("tonight's tournament")
    running(club, today, chance)
    step("next week's evening")
    next_week(club, today + timedelta(days=7))
    step("next month's tournament")
    to_come(club, today + timedelta(days=28))
    return club


@transaction.atomic
def remove(*, actor: Actor) -> bool:
    """Delete the demo club with all its facts; False if it was already gone.

    The one place where facts are destroyed: these were invented. A row in the log
    stays, so that `load_demo --if-empty` doesn't create it again.
    """
    club = Club.objects.select_for_update(no_key=True).filter(is_demo=True).first()
    if club is None:
        return False
    for tournament in Tournament.objects.filter(club=club):
        transaction.on_commit(partial(emergency_packets.forget, tournament))
    erase_rows(club)
    log(actor, "demo", log_message("club.demo_removed"))
    return True
