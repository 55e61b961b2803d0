"""Keep the standings, whenever a fact they rest on has changed, and their editions."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs.jobs import put
from clubs.wording import in_english, say
from scoring.backups.services.after_round import back_up
from scoring.core.selectors.reasons import FILE_READ, SITE_UPDATED
from scoring.core.services.changes import Actor, lock, log
from scoring.models import Edition, SeasonEdition, Standings, Tournament
from scoring.results.reckon import compute_rows
from scoring.results.stored import differ, stored_rows

MOST_REASON = 300
FOLLOW = "scoring.years.following.follow_evening"  # the task, of a room above

_held_back: ContextVar[frozenset[int]] = ContextVar("held_back", default=frozenset())


def refresh(
    tournament: Tournament, *, by: Actor, reason: str, scores_only: bool = False
) -> Standings:
    """Reckon the standings anew and keep them; belongs in the write's transaction.

    Where they were final and say something else now, the next edition is published;
    `reason` tells everybody why, without a name. `scores_only`: who sits where, the
    hands and their rules are as they were. Tallies and seasons follow after the commit,
    where they may become others.
    """
    # As it is now, under the lock: whoever asked for this may have read the settings
    # before it.
    known = Standings.objects.select_related("tournament")
    kept, made = known.filter(tournament=tournament.pk).first(), False
    if kept is None:
        fresh = Tournament.objects.get(pk=tournament.pk)
        kept, made = Standings.objects.get_or_create(tournament=fresh)
    if tournament.pk in _held_back.get():
        return kept
    fresh = kept.tournament
    rows = compute_rows(fresh)
    leaves_behind = not scores_only or _without_running(rows) != _without_running(
        kept.rows
    )
    if made or kept.rows != rows:
        kept.rows = rows
        kept.version += 1
    if leaves_behind:
        kept.revision += 1
        kept.why, kept.by, kept.by_name = _why(reason), by.user, by.name
    kept.save()
    keep_if_new(fresh, rows, by, reason)
    if leaves_behind:
        ask_to_follow(fresh.pk)
    return kept


def _without_running(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows without the round that runs: it is in nothing else of them."""
    return [
        {**row, "rounds": [each for each in row["rounds"] if not each.get("apart")]}
        for row in rows
    ]


def hands_changed(tournament: Tournament, *, by: Actor, reason: str) -> None:
    """A hand of a sheet in force is another, or what a judge ruled on it.

    Belongs in the transaction of the change, under the tournament's lock. The standings
    stay; what is summed up of the hands follows after the commit.
    """
    kept = Standings.objects.filter(tournament=tournament)
    kept.update(
        reckoned_at=timezone.now(),
        revision=F("revision") + 1,
        why=_why(reason),
        by=by.user,
        by_name=by.name,
    )
    ask_to_follow(tournament.pk)


def ask_to_follow(tournament: int) -> None:
    """Have the years follow this tournament, once the present transaction holds."""
    put(FOLLOW, tournament)


def refresh_running(by: Actor) -> None:
    """Reckon unfinished tournaments as this version does, where an older one kept them.

    Only where the rows differ is anything written, and the log says so. What was
    declared final stays as it was declared.
    """
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


def next_edition(
    newest: Edition | SeasonEdition | None, by: Actor, reason: str
) -> dict[str, Any]:
    """Number, reason and signature of the edition after the newest; the first has no reason."""
    return {
        "number": newest.number + 1 if newest else 1,
        "reason": _why(reason) if newest else "",
        "by": by.user,
        "by_name": by.name,
    }


def _why(reason: str) -> str:
    return in_english(reason)[:MOST_REASON]
