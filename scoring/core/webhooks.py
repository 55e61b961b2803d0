"""Marks that programs of others are to be told: in the transaction of what they are told.

As news (`scoring.core.news`) they follow from the lines of the log that everybody may see
something of. Each is a row of its own, so that nobody waits for another's; whoever makes
the call takes all that there are of an evening as one (`scoring.api.telling`).
"""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from clubs.jobs import put
from clubs.models import Club
from scoring.core.news import UNSEEN
from scoring.models import Tournament, Webhook, WebhookTry

CALL = "scoring.api.telling.call"  # the task; its room stands above
GATHER = timedelta(seconds=3)  # in which changes are waited for that come with this one
Kind = WebhookTry.Kind
KINDS = {"create": Kind.ANNOUNCED, "finish": Kind.FINISHED}


def mark_evening(tournament: Tournament, what: str) -> None:
    """Of a line of an evening's log; nothing of one that not everybody sees.

    Two queries where the club has webhooks, else one; once a transaction.
    """
    if what not in UNSEEN and tournament.public:
        kind = KINDS.get(what, Kind.CHANGED)
        _mark(_Mark(tournament.club_id, tournament.pk, kind))


def mark_names(club: Club) -> None:
    """Names of the club are shown otherwise, or are gone."""
    _mark(_Mark(club.pk, None, Kind.NAMES))


@dataclass(frozen=True, slots=True)
class _Mark:
    """What was marked in a transaction; called after it, it has the calls made."""

    club: int
    tournament: int | None
    kind: str
    webhooks: tuple[int, ...] = field(default=(), compare=False)

    def __call__(self) -> None:
        for pk in self.webhooks:
            put(CALL, pk, after=GATHER)


def _mark(mark: _Mark) -> None:
    if not settings.SITE_URL:  # nobody could be told where
        return
    hooks: Any = connection.run_on_commit  # savepoints, what is called, how
    if any(call == mark for _, call, _ in hooks):
        return
    rows = Webhook.objects.filter(club=mark.club, ended_at=None)
    found = tuple(rows.values_list("pk", flat=True))
    due_at = timezone.now() + GATHER
    WebhookTry.objects.bulk_create(
        WebhookTry(
            webhook_id=pk, tournament_id=mark.tournament, kind=mark.kind, due_at=due_at
        )
        for pk in found
    )
    transaction.on_commit(replace(mark, webhooks=found), robust=True)
