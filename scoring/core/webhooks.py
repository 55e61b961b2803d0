"""Marks that programs of others are to be told: in the transaction of what they are told.

As news (`scoring.core.news`) they follow from the lines of the log that everybody may see
something of. Each is a row of its own, so that nobody waits for another's; whoever makes
the call takes all that there are of an evening as one (`scoring.api.telling`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

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
# So many evenings that go at once are told one by one; more are one call about the club.
MOST_GONE = 20
KINDS = {"create": Kind.ANNOUNCED, "finish": Kind.FINISHED}


def mark_evening(tournament: Tournament, what: str) -> None:
    """Of a line of an evening's log; nothing of one that not everybody sees.

    Two queries where the club has webhooks, else one; once a transaction.
    """
    if what not in UNSEEN and tournament.public:
        kind = KINDS.get(what, Kind.CHANGED)
        _mark(_Mark(tournament.club_id, tournament.pk, kind))


def mark_gone(tournaments: Iterable[Tournament]) -> None:
    """Mark evenings of one club that nobody sees from this transaction on.

    One that not everybody saw is left out: no program may learn of it now. Belongs
    before the write, while the rows still are what programs knew.
    """
    gone = [row for row in tournaments if row.public and row.file_id]
    if len(gone) > MOST_GONE:
        mark_names(gone[0].club)
        return
    for row in gone:
        _mark(_Mark(row.club_id, None, Kind.EVENING_GONE, row.file_id))


def mark_names(club: Club) -> None:
    """Mark that a program should read the club again: names changed, or much is gone."""
    _mark(_Mark(club.pk, None, Kind.NAMES))


def mark_club_gone(club: Club) -> None:
    """Mark that nobody sees the club any more."""
    _mark(_Mark(club.pk, None, Kind.CLUB_GONE))


@dataclass(frozen=True, slots=True)
class _Mark:
    """What was marked in a transaction; called after it, it has the calls made."""

    club: int
    tournament: int | None
    kind: str
    gone: UUID | None = None
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
    rows = rows.exclude(unwanted__contains=mark.kind)
    found = tuple(rows.values_list("pk", flat=True))
    due_at = timezone.now() + GATHER
    WebhookTry.objects.bulk_create(
        WebhookTry(
            webhook_id=pk,
            tournament_id=mark.tournament,
            gone=mark.gone,
            kind=mark.kind,
            due_at=due_at,
        )
        for pk in found
    )
    transaction.on_commit(replace(mark, webhooks=found), robust=True)
