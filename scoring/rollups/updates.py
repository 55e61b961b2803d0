"""Updates of tallies, figures of hands and final seasons after an event changes.

A write that affects them increases the revision of the stored standings in its own
transaction. The update runs after its log line (`subscribers`), under the tournament's
lock and then that of a season, in the order of all writers. It also runs at the start
of the site, every hour, and for a page that finds a tournament behind: a backup may
have been made in between, and a restored log has no subscribers. Running twice does no
harm.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django_tasks import task

from clubs.i18n import lazy_message
from clubs.models import Club, Season
from clubs.tasks import enqueue
from scoring.core.writes import ActionRefused, Actor, lock
from scoring.models import Standings, Tally, Tournament
from scoring.models.reasons import reason_of
from scoring.results.stored import stored_rows
from scoring.rollups.event_results import (
    facts_of,
    kept_facts,
    kept_figures,
    not_of_this_version,
)
from scoring.rollups.hand_stats import figures_of
from scoring.rollups.season_places import follow_seasons, seasons_with, tournaments_of

PATIENCE = 5  # s that a user waits for a season to be updated
BEHIND = lazy_message(
    "This season’s latest results are still being added up. Try again in a moment."
)


@transaction.atomic
def follow(tournament: int) -> None:
    """Update the data derived from an event, by its key, to its standings."""
    if not Standings.objects.behind().filter(tournament=tournament).exists():
        return
    fresh = lock(Tournament(pk=tournament))
    row = Standings.objects.select_related("by").get(tournament=fresh)
    if not row.is_behind:
        return
    keep_tallies(fresh, row.list_rows())
    current_row = Standings.objects.filter(pk=row.pk)
    current_row.update(
        followed=row.revision, why="", why_message=None, by=None, by_name=""
    )
    seasons = seasons_with(fresh.club_id, Tournament.objects.filter(pk=fresh.pk))
    follow_seasons(seasons, Actor(row.by, row.by_name), reason_of(row, "why"))


@task(queue_name="evening")
def follow_evening(tournament: int) -> None:
    """Update a tournament that was found behind."""
    follow(tournament)


def enqueue_stale(club: Club | None = None) -> None:
    """Queue updates again for a club or for all, because a task may have been lost."""
    outdated = Standings.objects.behind()
    if club is not None:
        outdated = outdated.filter(tournament__club=club)
    for pk in _keys(outdated):
        enqueue(follow_evening, pk)


def follow_all() -> None:
    """Update everything that is behind."""
    for pk in _keys(Standings.objects.behind()):
        follow(pk)


def catch_up(season: Season) -> None:
    """Update the season's events that are behind, within PATIENCE.

    Raises ActionRefused if something still is.
    """
    visible_tournaments = tournaments_of(season).order_by().values("pk")
    outdated = Standings.objects.behind().filter(tournament__in=visible_tournaments)
    until = monotonic() + PATIENCE
    for pk in _keys(outdated):
        if (left := until - monotonic()) <= 0:
            raise ActionRefused(BEHIND)
        try:
            with _lock_timeout(left):
                follow(pk)
        except OperationalError as busy:
            raise ActionRefused(BEHIND) from busy


@contextmanager
def _lock_timeout(seconds: float) -> Iterator[None]:
    """Limit the wait for locks that others hold."""
    most = round(seconds * 1000)
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        ask, wait = "SHOW lock_timeout", f"SET lock_timeout = '{most}ms'"
        if is_sqlite:
            ask, wait = "PRAGMA busy_timeout", f"PRAGMA busy_timeout = {most}"
        (usual,) = cursor.execute(ask).fetchone()
        cursor.execute(wait)
        try:
            yield
        finally:
            statement = (
                f"PRAGMA busy_timeout = {usual}"
                if is_sqlite
                else f"SET lock_timeout = '{usual}'"
            )
            cursor.execute(statement)


def _keys(outdated: QuerySet[Standings]) -> list[int]:
    return list(outdated.order_by("tournament").values_list("tournament", flat=True))


def keep_tallies(tournament: Tournament, rows: Iterable[Mapping[str, Any]]) -> None:
    """Store the tallies of these rows; unchanged ones aren't written.

    Call under the tournament's lock.
    """
    before = kept_facts(tournament)
    facts = {fact.entry_id: fact for fact in facts_of(tournament, rows)}
    old_figures = kept_figures(tournament) if before else {}
    figures = figures_of(tournament, facts.values(), old_figures)
    unchanged = {
        entry
        for entry, fact in facts.items()
        if before.get(entry) == fact and old_figures[entry].figures == figures[entry]
    }
    if removed := before.keys() - unchanged:  # includes tallies that change
        Tally.objects.filter(entry__in=removed).delete()
    Tally.objects.bulk_create(
        fact.as_tally(tournament, figures[entry])
        for entry, fact in facts.items()
        if entry not in unchanged
    )


def fill_tallies() -> None:
    """Store missing tallies, and those made by older rules, from the stored standings.

    Serves sites from before tallies existed, and their backups. A migration would need
    a second, frozen implementation of the counting.
    """
    for tournament in not_of_this_version():
        with transaction.atomic():
            fresh = lock(tournament)
            keep_tallies(fresh, stored_rows(fresh))
            # Pages cached under this revision now depend on other tallies.
            Standings.objects.filter(tournament=fresh).update(
                revision=F("revision") + 1, followed=F("followed") + 1
            )
    follow_all()
