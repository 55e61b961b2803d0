"""Taking the demo club away for good."""

from django.db import transaction
from django.db.models import QuerySet

from clubs.models import Club
from scoring.models import (
    Adjustment,
    Change,
    Count,
    Draw,
    Entry,
    Hand,
    Round,
    Seat,
    Sheet,
    SitOut,
    Standings,
    Tournament,
)
from scoring.services.changes import Actor, log


@transaction.atomic
def remove_demo(*, by: Actor) -> bool:
    """Delete the demo club with all its facts; False where it was gone already.

    The one place where facts are destroyed: these were made up. What stays is a row
    in the log, by which `load_demo --if-empty` knows not to bring it back.
    """
    club = Club.objects.select_for_update().filter(is_demo=True).first()
    if club is None:
        return False
    for rows in _facts_of(Tournament.objects.filter(club=club)):
        rows.delete()
    Change.objects.filter(club=club).delete()
    club.delete()
    log(by, "demo", "removed the demo club")
    return True


def _facts_of(demo: QuerySet[Tournament]) -> list[QuerySet]:
    """Everything in the tournaments, what leans on others before what it leans on."""
    counts = Count.objects.filter(sheet__round__tournament__in=demo)
    hands = Hand.objects.filter(sheet__round__tournament__in=demo)
    # Rows that protect each other let go first.
    counts.update(confirms=None, witness="", corrects=None)
    hands.update(replaces=None)
    return [
        Change.objects.filter(tournament__in=demo),
        Adjustment.objects.filter(tournament__in=demo),
        SitOut.objects.filter(round__tournament__in=demo),
        Seat.objects.filter(round__tournament__in=demo),
        hands,
        counts,
        Sheet.objects.filter(round__tournament__in=demo),
        Round.objects.filter(tournament__in=demo),
        Draw.objects.filter(tournament__in=demo),
        Entry.objects.filter(tournament__in=demo),
        Standings.objects.filter(tournament__in=demo),
        demo,
    ]
