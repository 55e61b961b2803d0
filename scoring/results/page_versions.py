"""Versions of pages about more than standings, each from a few cheap facts."""

from collections.abc import Hashable
from datetime import date

from django.db.models import Count as Number
from django.db.models import Max, Sum
from django.utils.translation import get_language

from clubs.models import Club
from scoring.models import Change, Sheet, Standings, Tournament
from scoring.results.stored import facts_of, version_of

# Log lines with lower numbers may still be uncommitted when a newer one can be read.
# This many writes are never running at once.
OVERTAKEN = 500


def club_version(club: Club, today: date) -> Hashable:
    """Return a version of all public pages of a club; three queries.

    Made of every logged write of the club, the data derived from it later, the club's
    settings, the day, and the reader's language.
    """
    lines = Change.objects.filter(club=club.pk).order_by()
    last = lines.aggregate(last=Max("pk"))["last"] or 0
    newest = lines.filter(pk__gt=last - OVERTAKEN).count()
    stored_rows = Standings.objects.filter(tournament__club=club.pk).order_by()
    stamps = stored_rows.aggregate(
        rows=Number("pk"),
        revisions=Sum("revision"),
        followed=Sum("followed"),
        reckoned=Max("reckoned_at"),
    )
    facts = (last, newest, *stamps.values(), today, *facts_of(club))
    return club.pk, get_language(), *map(str, facts)


def desk_version(tournament: Tournament) -> Hashable:
    """Return a version of a desk page: all writes, including hands; two queries."""
    sheets = Sheet.objects.filter(round__tournament=tournament.pk).order_by()
    write_count = sheets.aggregate(n=Sum("version"))["n"]
    return tournament.pk, version_of(tournament), write_count
