"""All rows that belong to tournaments, for the few services that can delete them."""

from django.db.models import Model, QuerySet

from scoring.models import (
    Adjustment,
    Announcement,
    Count,
    Draw,
    Edition,
    Entry,
    Hand,
    HandRuling,
    Loan,
    Photo,
    Round,
    Seat,
    SecondLook,
    Sheet,
    SitOut,
    Standings,
    Tournament,
    TrayHand,
)


def facts_of(tournaments: QuerySet[Tournament]) -> list[QuerySet[Model]]:
    """Return all rows, dependent ones first, and the tournaments last.

    References that protect rows from each other are cleared first.
    """
    counts = Count.objects.filter(sheet__round__tournament__in=tournaments)
    hands = Hand.objects.filter(sheet__round__tournament__in=tournaments)
    people = Entry.everybody.filter(tournament__in=tournaments)
    counts.update(confirms=None, witness="", corrects=None)
    hands.update(replaces=None)
    people.update(substitute_for=None, substitute_from=None, merged_into=None)
    return [
        Edition.objects.filter(tournament__in=tournaments),
        Announcement.objects.filter(tournament__in=tournaments),
        SecondLook.objects.filter(count__in=counts),
        Photo.objects.filter(sheet__round__tournament__in=tournaments),
        Adjustment.objects.filter(tournament__in=tournaments),
        SitOut.objects.filter(round__tournament__in=tournaments),
        Seat.objects.filter(round__tournament__in=tournaments),
        TrayHand.objects.filter(sheet__round__tournament__in=tournaments),
        HandRuling.objects.filter(sheet__round__tournament__in=tournaments),
        hands,
        Loan.objects.filter(sheet__round__tournament__in=tournaments),
        counts,
        Sheet.objects.filter(round__tournament__in=tournaments),
        Round.objects.filter(tournament__in=tournaments),
        Draw.objects.filter(tournament__in=tournaments),
        people,
        Standings.objects.filter(tournament__in=tournaments),
        tournaments,
    ]
