"""The log of tournaments that have long been final, without what their hands say themselves.

Of a night with phones nine lines of ten are “recorded hand 7 …”. Who recorded a hand, when,
and what it moved stays in the hand's own row, so these lines are removed two years after the
tournament was declared final; every other line stays.
"""

from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from scoring.models import Change, Tournament

KEPT_FOR = timedelta(days=2 * 365)
# Tournaments that became old longer ago are done: nobody asks for them every day.
LOOKED_BACK = timedelta(days=60)
A_DAY = 24 * 60 * 60  # s
AT_ONCE = 2_000  # lines in one transaction, so that nobody waits for it


def remove_old() -> int:
    """Remove the lines of hands that are two years old, once a day; return how many."""
    if not cache.add("old-log-lines", True, A_DAY):
        return 0
    before = timezone.now() - KEPT_FOR
    old = Tournament.objects.filter(finished_at__range=(before - LOOKED_BACK, before))
    return sum(map(_remove_of, old.order_by("pk").values_list("pk", flat=True)))


def _remove_of(tournament: int) -> int:
    lines = Change.objects.filter(tournament=tournament, what="hand", key="")
    removed = 0
    while found := list(lines.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            # Reopened since: then it is played on, and its log is read again.
            if not Tournament.objects.filter(pk=tournament).exclude(finished_at=None):
                return removed
            removed += Change.objects.filter(pk__in=found).delete()[0]
    return removed
