"""Keep the standings, whenever a fact they rest on has changed, and their editions."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import transaction

from clubs.selectors.prepared import Prepared
from clubs.wording import say
from scoring.backups.services.after_round import back_up
from scoring.core.selectors.reasons import FILE_READ, SITE_UPDATED
from scoring.core.services.changes import Actor, lock, log
from scoring.models import Edition, Standings, Tournament
from scoring.results.selectors.computed import compute_rows
from scoring.results.selectors.stored import differ, stored_rows
from scoring.results.services.seasons import follow_seasons, next_edition, seasons_with
from scoring.results.services.tallies import fill_tallies, keep_tallies

_FRESH = Prepared(Tournament.objects.all(), "pk")
_KEPT = Prepared(Standings.objects.select_related("tournament"), "tournament")
_held_back: ContextVar[frozenset[int]] = ContextVar("held_back", default=frozenset())


def refresh(
    tournament: Tournament, *, by: Actor, reason: str, scores_only: bool = False
) -> Standings:
    """Reckon the standings anew and keep them; belongs in the write's transaction.

    Where they were final and say something else now, the next edition is published;
    `reason` tells everybody why, without a name. `scores_only`: who sits where, the
    hands and their rules are as they were.
    """
    # As it is now, under the lock: whoever asked for this may have read the settings
    # before it.
    kept, made = _KEPT.first(tournament=tournament.pk), False
    if kept is None:
        fresh = _FRESH.get(pk=tournament.pk)
        kept, made = Standings.objects.get_or_create(tournament=fresh)
    if tournament.pk in _held_back.get():
        return kept
    fresh = kept.tournament
    rows = compute_rows(fresh)
    if made or kept.rows != rows:
        kept.rows = rows
        kept.version += 1
    kept.save()
    if keep_tallies(fresh, rows, scores_only=scores_only):
        this = Tournament.objects.filter(pk=fresh.pk)
        follow_seasons(seasons_with(fresh.club_id, this), by, reason)
    keep_if_new(fresh, rows, by, reason)
    return kept


def refresh_running(by: Actor) -> None:
    """Reckon unfinished tournaments as this version does, where an older one kept them.

    Only where the rows differ is anything written, and the log says so. What was
    declared final stays as it was declared; what a new site keeps beside it is added.
    """
    fill_tallies()
    for tournament in Tournament.objects.filter(finished_at=None):
        if stored_rows(tournament) != compute_rows(tournament):
            with transaction.atomic():
                now = lock(tournament)
                refresh(now, by=by, reason=SITE_UPDATED)
                log(by, "standings", say("reckoned the standings anew"), tournament=now)


@contextmanager
def reckoned_once(tournament: Tournament, by: Actor) -> Iterator[None]:
    """Many writes in one transaction: their standings are reckoned at the end."""
    before = _held_back.get()
    _held_back.set(before | {tournament.pk})
    try:
        yield
    finally:
        _held_back.set(before)
    refresh(tournament, by=by, reason=FILE_READ)


def keep_if_new(
    tournament: Tournament, rows: list[dict[str, Any]], by: Actor, reason: str
) -> Edition | None:
    """The next edition of a finished tournament, if the newest says something else.

    Belongs in the write's transaction, under the tournament's lock, with the tournament
    as it is now; with it a backup is asked for. `rows` are those of the kept standings;
    `reason` names nobody, for names can be erased.
    """
    if tournament.finished_at is not None:
        newest = tournament.editions.order_by("-number").first()
        if newest is None or differ(newest.rows, rows):
            back_up(tournament)
            return Edition.objects.create(
                tournament=tournament,
                rows=rows,
                **next_edition(newest, by, reason),
            )
    return None
