"""Remove old log lines about hands of tournaments that have long been final.

With phones, nine of ten lines of a tournament are “recorded hand 7 …”. Who recorded a
hand, when, and the chips it moved stay in the hand's own row, so these lines are
removed two years after the tournament was declared final; every other line stays.
"""

from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from scoring.models import Change, Tournament

KEPT_FOR = timedelta(days=2 * 365)
# Tournaments that became old longer ago are done, so they aren't queried every day.
LOOKED_BACK = timedelta(days=60)
A_DAY = 24 * 60 * 60  # seconds
AT_ONCE = 2_000  # lines in one transaction, so that other writes don't wait for long


def remove_old() -> int:
    """Remove lines of hands that are two years old, once a day; return how many."""
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
            # The tournament was reopened since then: play goes on, and its log is read
            # again.
            if not Tournament.objects.filter(pk=tournament).exclude(finished_at=None):
                return removed
            removed += Change.objects.filter(pk__in=found).delete()[0]
    return removed
