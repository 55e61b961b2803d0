"""What pages about more than standings follow from, each in a few cheap facts."""

from collections.abc import Hashable
from datetime import date

from django.db.models import Count as Number
from django.db.models import Max, Sum
from django.utils.translation import get_language

from clubs.models import Club
from scoring.models import Change, Sheet, Standings, Tournament
from scoring.results.stored import facts_of, version_of

# Lines of the log that may still be written when a newer one can be read: so many writes
# are never under way at once.
OVERTAKEN = 500


def club_version(club: Club, today: date) -> Hashable:
    """Return what all public pages of a club follow from: three queries.

    Every logged write of the club, what followed from it later, the club's settings, the
    day, and the language of whoever reads.
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
    """Return what a page of the desk follows from: every write, hands too; two queries."""
    sheets = Sheet.objects.filter(round__tournament=tournament.pk).order_by()
    write_count = sheets.aggregate(n=Sum("version"))["n"]
    return tournament.pk, version_of(tournament), write_count
