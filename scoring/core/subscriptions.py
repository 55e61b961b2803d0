"""Subscribers of the log: functions that react to a write once it is committed.

A write logs a `Change`, and that wakes one task. The task reads the changes of a
tournament, or of a club, after the position of each subscriber, and passes them on. A
package registers its subscribers in its module `subscribers.py`, which `scoring.apps`
imports. Every hour the same task is queued for missed changes.

PostgreSQL assigns ids before commits, so a change can appear after one with a higher
id. Therefore followed changes of a tournament are logged under the tournament's lock,
and the task takes the same lock to look for new ones. For a club alone, `log` holds the
club's key, which others can hold too, and the task waits for all of them.

A new subscriber needs a migration that sets its position, as `0050_positions` does.
Without one it would follow every change since the site began.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Literal, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet
from django.db.transaction import on_commit
from django.utils import timezone
from django_tasks import task

from clubs.models import Club
from clubs.tasks import enqueue
from scoring.models import Change, Position, Tournament

Scope = Literal["tournament", "club"]
Function = Callable[[Any, list[Change]], None]
MISSED = timedelta(days=7)  # changes missed for longer are skipped
# Changes between a position and the newest one, until the position is moved anyway.
FAR = 1_000
LOG = logging.getLogger("valat.subscribers")
SUBSCRIBERS: list["Subscriber"] = []


class LoggedChange(NamedTuple):
    """The part of a change that decides which subscribers follow it."""

    pk: int
    what: str
    code: str


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A function that follows changes of some kinds, each of a tournament or a club.

    Kinds are those of writes (`Change.what`) or codes of messages. If `is_inverted`,
    all other kinds are followed. `needs` names settings: while one of them is missing,
    changes are skipped, also for later.
    """

    name: str
    scope: Scope
    kinds: frozenset[str]
    is_inverted: bool
    needs: tuple[str, ...]
    function: Function

    @property
    def is_on(self) -> bool:
        """Whether the site has all settings that it needs."""
        return all(getattr(settings, name) for name in self.needs)

    def follows(self, kind: str, code: str) -> bool:
        """Return whether changes of this kind are followed."""
        return (kind in self.kinds or code in self.kinds) != self.is_inverted

    def find_changes(self, changes: QuerySet[Change]) -> QuerySet[Change]:
        """Return the changes among these that are followed."""
        kinds = Q(what__in=self.kinds) | Q(code__in=self.kinds)
        return changes.filter(~kinds if self.is_inverted else kinds)


def subscribe(
    name: str,
    *kinds: str,
    scope: Scope = "tournament",
    all_but: Collection[str] = (),
    needs: Collection[str] = (),
) -> Callable[[Function], Function]:
    """Register a function for changes of these kinds, or of all kinds but some.

    The function gets the tournament (or the club), locked, and its new changes in
    order. Its work and its new position are one transaction.
    """

    def register(function: Function) -> Function:
        chosen = frozenset(all_but or kinds)
        SUBSCRIBERS.append(
            Subscriber(name, scope, chosen, bool(all_but), (*needs,), function)
        )
        return function

    return register


def hold_club_key(club: int, kind: str, code: str) -> None:
    """Hold the key of a club, as a new row of it does, until the transaction ends.

    Call before a change of the club gets its id; not needed for kinds without
    subscribers. SQLite writes one transaction at a time.
    """
    if connection.vendor == "postgresql" and _is_followed("club", kind, code):
        table = connection.ops.quote_name(Club._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR KEY SHARE", [club])


def wake_subscribers(scope: Scope, pk: int, kind: str, code: str) -> None:
    """Queue the task for a change on commit, if it has subscribers."""
    if _is_followed(scope, kind, code):
        on_commit(partial(enqueue, follow_changes, scope, pk), robust=True)


def _is_followed(scope: Scope, kind: str, code: str) -> bool:
    return any(subscriber.follows(kind, code) for subscriber in _subscribers(scope))


@task(queue_name="evening")
def follow_changes(scope: Scope, pk: int) -> None:
    """Pass each subscriber the changes of a tournament or a club that are new to it.

    A subscriber that fails is retried, and doesn't stop the others.
    """
    failure: Exception | None = None
    positions, changes = _read_changes(scope, pk)
    for subscriber in _subscribers(scope):
        position = positions.get(subscriber.name, 0)
        if not _is_due(subscriber, position, changes):
            continue
        try:
            _follow(subscriber, pk, changes)
        except Exception as error:  # the other subscribers still follow
            LOG.exception("%s did not follow %s %s", subscriber.name, scope, pk)
            failure = error
    if failure is not None:
        raise failure


def enqueue_missed() -> None:
    """Queue the task again for changes whose task was lost; runs every hour."""
    missed: set[tuple[Scope, int]] = set()
    for subscriber in SUBSCRIBERS:
        if subscriber.is_on:
            missed |= {(subscriber.scope, pk) for pk in _find_missed(subscriber)}
        else:
            skip_changes([subscriber.name])
    for scope, pk in sorted(missed):
        enqueue(follow_changes, scope, pk)


@transaction.atomic
def skip_changes(names: Iterable[str] = ()) -> None:
    """Set positions to the newest change, so that all earlier changes are skipped.

    `names` are those of subscribers; without any, of all.
    """
    everybody = {subscriber.name for subscriber in SUBSCRIBERS}
    chosen = sorted({*names} or everybody)
    newest = _newest()
    Position.objects.filter(subscriber__in=chosen).delete()
    Position.objects.bulk_create(
        Position(subscriber=name, change=newest) for name in chosen
    )


@transaction.atomic
def skip_changes_of(club: Club) -> None:
    """Set the positions of a club and its tournaments to the newest change."""
    newest = _newest()
    Position.objects.filter(club=club).delete()
    tournaments = list(Tournament.objects.filter(club=club))
    rows = []
    for subscriber in SUBSCRIBERS:
        facts = {"subscriber": subscriber.name, "club": club, "change": newest}
        if subscriber.scope == "club":
            rows.append(Position(**facts))
        else:
            rows += [Position(tournament=row, **facts) for row in tournaments]
    Position.objects.bulk_create(rows)


def _subscribers(scope: Scope) -> list[Subscriber]:
    return [
        subscriber
        for subscriber in SUBSCRIBERS
        if subscriber.scope == scope and subscriber.is_on
    ]


@transaction.atomic
def _read_changes(scope: Scope, pk: int) -> tuple[dict[str, int], list[LoggedChange]]:
    """Return positions, and changes new to any subscriber of a tournament or a club.

    The lock waits for every transaction that logs a followed change here, so none with
    a lower id is committed later. The lock of a club blocks rows that refer to it, so
    it isn't held while subscribers work.
    """
    if _lock(scope, pk, no_key=scope == "tournament") is None:
        return {}, []
    positions = _positions(scope, pk)
    names = [subscriber.name for subscriber in _subscribers(scope)]
    first = min((positions.get(name, 0) for name in names), default=0)
    rows = Change.objects.filter(_rows_of(scope, pk), pk__gt=first).order_by("pk")
    found = [LoggedChange(*row) for row in rows.values_list("pk", "what", "code")]
    return positions, found


def _is_due(
    subscriber: Subscriber, position: int, changes: Sequence[LoggedChange]
) -> bool:
    """Return whether a subscriber follows one of these, or is far from the newest.

    Otherwise its position stays, which saves a write for each change it passes over.
    """
    if not changes:
        return False
    is_far = changes[-1].pk - position > FAR
    return is_far or bool(_find_followed(subscriber, position, changes))


def _find_followed(
    subscriber: Subscriber, position: int, changes: Iterable[LoggedChange]
) -> list[int]:
    """Return the ids of the changes after a position that a subscriber follows."""
    return [
        change.pk
        for change in changes
        if change.pk > position and subscriber.follows(change.what, change.code)
    ]


@transaction.atomic
def _follow(subscriber: Subscriber, pk: int, changes: Sequence[LoggedChange]) -> None:
    """Pass on the changes that a subscriber follows, and move its position."""
    scope, name, newest = subscriber.scope, subscriber.name, changes[-1].pk
    row = _lock(scope, pk)
    position = _positions(scope, pk).get(name, 0)
    if row is None or newest <= position:  # deleted, or another worker was faster
        return
    if wanted := _find_followed(subscriber, position, changes):
        rows = Change.objects.filter(pk__in=wanted).order_by("pk")
        subscriber.function(row, list(rows))
    known = Position.objects.filter(_rows_of(scope, pk), subscriber=name)
    if not known.update(change=newest):
        club = row if isinstance(row, Club) else row.club
        tournament = row if isinstance(row, Tournament) else None
        facts = {"club": club, "tournament": tournament, "change": newest}
        Position.objects.create(subscriber=name, **facts)


def _lock(scope: Scope, pk: int, *, no_key: bool = True) -> Tournament | Club | None:
    """Lock and return the row of a tournament or a club; None if it was deleted."""
    if scope == "club":
        return Club.objects.select_for_update(no_key=no_key).filter(pk=pk).first()
    tournaments = Tournament.objects.select_related("club")
    rows = tournaments.select_for_update(no_key=no_key, of=("self",))
    return rows.filter(pk=pk).first()


def _rows_of(scope: Scope, pk: int) -> Q:
    """Return the filter for changes of a tournament, or of a club itself."""
    return Q(tournament=pk) if scope == "tournament" else Q(club=pk, tournament=None)


def _positions(scope: Scope, pk: int) -> dict[str, int]:
    """Return the last change that each subscriber followed here; one query."""
    rows = Position.objects.filter(Q(club=None) | _rows_of(scope, pk)).order_by()
    last = rows.values("subscriber").annotate(last=Max("change"))
    return dict(last.values_list("subscriber", "last"))


def _find_missed(subscriber: Subscriber) -> list[int]:
    """Return tournaments, or clubs, whose newest changes a subscriber has missed."""
    scope, name = subscriber.scope, subscriber.name
    begins = Position.objects.filter(subscriber=name, club=None)
    first = begins.values_list("change", flat=True).first() or 0
    changes = Change.objects.filter(pk__gt=max(first, _last_before(MISSED)))
    if scope == "club":
        changes = changes.filter(tournament=None)
    found = subscriber.find_changes(changes).exclude(**{scope: None}).order_by()
    newest = dict(found.values_list(scope).annotate(Max("pk")))
    rows = Position.objects.filter(subscriber=name, club__isnull=False)
    if scope == "club":
        rows = rows.filter(tournament=None)
    positions = dict(rows.order_by().values_list(scope, "change"))
    return [pk for pk, last in newest.items() if last > positions.get(pk, 0)]


def _last_before(span: timedelta) -> int:
    """Return the last change older than the span; reads backward: few are newer."""
    old = Change.objects.filter(at__lte=timezone.now() - span).order_by("-pk")
    return old.values_list("pk", flat=True).first() or 0


def _newest() -> int:
    return Change.objects.aggregate(newest=Max("pk"))["newest"] or 0
