"""Stored standings: computed again whenever their facts change, and read here."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import Count as Number
from django.db.models import Exists, F, Max, Model, OuterRef, Sum
from django.utils import timezone
from django.utils.translation import get_language

from scoring.backups.retention import back_up
from scoring.core.push import UNSEEN
from scoring.core.writes import Actor, lock, log
from scoring.models import (
    Change,
    Edition,
    SeasonEdition,
    Sheet,
    Standings,
    StandingsRow,
    Tournament,
)
from scoring.models.log_messages import log_message
from scoring.models.reasons import reason_columns, set_reason
from scoring.models.standings import fund_of, lists_of, read_standings
from scoring.results.compute import (
    IN_RUNNING_ROUND,
    compute_rows,
    compute_standings,
    running_results,
)

MOST_REASON = 300

_HAS_ROWS = Exists(StandingsRow.objects.filter(tournament=OuterRef("tournament")))
_held_back: ContextVar[frozenset[int]] = ContextVar("held_back", default=frozenset())


def refresh(tournament: Tournament, *, actor: Actor, reason: str) -> Standings:
    """Read the tournament, then compute and store its standings.

    The tournament is read again because the caller may have read its settings before
    locking it.
    """
    return store_standings(
        Tournament.objects.get(pk=tournament.pk), actor=actor, reason=reason
    )


def store_standings(
    tournament: Tournament, *, actor: Actor, reason: str, scores_only: bool = False
) -> Standings:
    """Compute and store the standings of a tournament that was read under its lock.

    Call in the write's transaction. If the standings were final and have changed, the
    next version is published; `reason` is public and must not name anyone.
    `scores_only`: the seats, the hands and their rules are unchanged. Tallies and
    seasons follow the log (`scoring.rollups.subscribers`) if they may have changed.
    """
    standings, is_created = Standings.objects.get_or_create(tournament=tournament)
    if is_created:
        standings.fund = fund_of(tournament.pk)
    if tournament.pk in _held_back.get():
        return standings
    (rows, ties), stored = compute_standings(tournament), read_standings(tournament.pk)
    before, after = _without_running(stored.rows), _without_running(rows)
    # Nobody had a place and nobody has one now, so there is nothing to sum up.
    leaves_behind = (before or after) and (not scores_only or before != after)
    is_other = is_created or (stored.rows, stored.ties) != (rows, ties)
    if is_other:
        standings.version += 1
    if is_other or not standings.has_current_rows:
        standings.store_rows(rows, ties)
    if leaves_behind:
        standings.revision += 1
        standings.by, standings.by_name = actor.user, actor.name
        set_reason(standings, "why", reason)
    standings.save()
    publish_if_changed(tournament, rows, actor, reason)
    return standings


def store_sheet_scores(
    sheet: Sheet, *, actor: Actor, reason: str, scores_only: bool
) -> None:
    """Store the standings after the scores of only one sheet changed.

    The state of its round must be unchanged. While that round runs, only its results in
    the rows change, and nothing else is computed.
    """
    tournament = sheet.round.tournament
    current = Standings.objects.filter(tournament=tournament, rows_version=F("version"))
    has_rows = current.values_list(_HAS_ROWS, flat=True).first()
    facts = None
    if has_rows is not None and IN_RUNNING_ROUND.filter(pk=sheet.pk).exists():
        # Without any row, no round was over before, and none is over now.
        facts = _with_results(sheet) if has_rows else {}
    if facts is None or tournament.pk in _held_back.get():
        store_standings(tournament, actor=actor, reason=reason, scores_only=scores_only)
        return
    StandingsRow.store(tournament.pk, facts)
    marks: dict[str, Any] = {"reckoned_at": timezone.now()}
    if facts:
        marks["version"] = marks["rows_version"] = F("version") + 1
    # No sum depends on a running round, but statistics depend on its hands.
    leaves_behind = has_rows and not scores_only
    if leaves_behind:
        marks |= _left_behind(actor, reason)
    current.update(**marks)


def _with_results(sheet: Sheet) -> dict[int, tuple[dict[str, Any], Any]] | None:
    """Return the stored facts and ties that a sheet's results change, by entry.

    None if the stored rows don't fit the results, so that everything must be computed.
    """
    number, results = sheet.round.number, running_results(sheet)
    rows = StandingsRow.objects.filter(entry__in=results)
    stored = list(rows.values_list("entry", "facts", "ties"))
    if {entry for entry, *_ in stored} != results.keys():
        return None
    changed = {}
    for entry, facts, ties in stored:
        before = [result for result in facts["rounds"] if result["round"] == number]
        if any(not result.get("apart") or result["why"] for result in before):
            return None
        after = results[entry]
        if len(after.results) > 1 or ties is None:
            return None
        others = [
            facts_of_round
            for facts_of_round in facts["rounds"]
            if facts_of_round["round"] != number
        ]
        won = {n: part for n, part in ties["won"].items() if n != str(number)}
        updated = (
            {
                **facts,
                "rounds": sorted([*others, *after.results], key=itemgetter("round")),
            },
            {**ties, "won": {**won, **after.won}},
        )
        if before != after.results or ties != updated[1]:
            changed[entry] = updated
    return changed


def _without_running(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows without the running round, which is part of nothing else."""
    without_apart = []
    for row in rows:
        rounds = [result for result in row["rounds"] if not result.get("apart")]
        without_apart.append({**row, "rounds": rounds})
    return without_apart


def hands_changed(tournament: Tournament, *, actor: Actor, reason: str) -> None:
    """Mark the standings after a hand of a sheet in force changed, or a ruling on it.

    Call in the transaction of the change, under the tournament's lock. The standings
    stay; sums over hands follow the log.
    """
    standings = Standings.objects.filter(tournament=tournament)
    standings.update(reckoned_at=timezone.now(), **_left_behind(actor, reason))


def _left_behind(actor: Actor, reason: str) -> dict[str, Any]:
    """Return the columns that mark standings whose sums must still be updated."""
    return {
        "revision": F("revision") + 1,
        **reason_columns(Standings, "why", reason),
        "by": actor.user,
        "by_name": actor.name,
    }


def refresh_running(actor: Actor) -> None:
    """Recompute unfinished tournaments whose standings an older version stored.

    Only if the rows differ is anything written, with a line in the log. Final standings
    stay as they were declared.
    """
    for tournament in Tournament.objects.filter(finished_at=None):
        if stored_rows(tournament) != compute_rows(tournament):
            with transaction.atomic():
                locked_tournament = lock(tournament)
                refresh(
                    locked_tournament,
                    actor=actor,
                    reason=log_message("reason.site_updated"),
                )
                log(
                    actor,
                    "standings",
                    log_message("standings.recalculated"),
                    tournament=locked_tournament,
                )


def fill_ties() -> None:
    """Compute tie-break values for rows that an older version stored without them.

    Nothing is logged: places and totals stay as they were.
    """
    outdated = StandingsRow.objects.filter(ties__isnull=True, tournament__old_list=None)
    outdated = outdated.exclude(tournament__tie_breaks=[]).order_by()
    for pk in list(outdated.values_list("tournament", flat=True).distinct()):
        with transaction.atomic():
            tournament = lock(Tournament.objects.get(pk=pk))
            standings = Standings.objects.get(tournament=tournament)
            if standings.has_current_rows:
                ties = compute_standings(tournament).ties
                rows = StandingsRow.objects.filter(tournament=tournament)
                facts = dict(rows.values_list("entry", "facts"))
                known = {n: (row_facts, ties.get(n)) for n, row_facts in facts.items()}
                StandingsRow.store(tournament.pk, known)


@contextmanager
def compute_once(tournament: Tournament, actor: Actor) -> Iterator[None]:
    """Compute the standings only once, after many writes in one transaction."""
    before = _held_back.get()
    _held_back.set(before | {tournament.pk})
    try:
        yield
    finally:
        _held_back.set(before)
    refresh(tournament, actor=actor, reason=log_message("reason.file_imported"))


def publish_if_changed(
    tournament: Tournament, rows: list[dict[str, Any]], actor: Actor, reason: str
) -> Edition | None:
    """Publish the next version of a finished tournament if its standings changed.

    Call in the write's transaction, under the tournament's lock, with the tournament as
    it is now; it also requests a backup. `rows` are the stored standings; `reason` must
    not name anyone, because names can be erased.
    """
    if tournament.finished_at is not None:
        newest = tournament.editions.order_by("-number").first()
        if newest is None or differ(newest.rows, rows):
            back_up(tournament)
            return Edition.objects.create(
                tournament=tournament,
                rows=rows,
                lists=lists_of(tournament.pk),
                **next_edition(newest, actor, reason),
            )
    return None


def next_edition(
    newest: Edition | SeasonEdition | None, actor: Actor, reason: str
) -> dict[str, Any]:
    """Return number, reason and author of the next version; the first has no reason."""
    return {
        "number": newest.number + 1 if newest else 1,
        **reason_columns(Edition, "reason", reason if newest else ""),
        "by": actor.user,
        "by_name": actor.name,
    }


def version_of(tournament: Tournament) -> str:
    """Return a version that changes with all that public pages show; one query.

    Covers scores in force, rounds, rulings, announcements, the clock, the names shown,
    the settings of tournament and club, and the reader's language, but no saved hand.

    Writes on a sheet are found by the sheets' own versions: the newest line of the log
    could hide one with a lower number that another table's write overtook, and finding
    it would mean reading back over all hands since. Without sheets the log has no
    hands, and is read with two more queries.
    """
    # Starts from the sheets, without a GROUP BY: grouping by a tournament's columns
    # would cost ten times as much.
    path = "round__tournament__standings"
    sheets = Sheet.objects.filter(round__tournament=tournament.pk).order_by()
    version, *stamps = sheets.aggregate(
        version=Max(f"{path}__version"),
        # A restored site may reuse keys and versions, so the time is included.
        reckoned=Max(f"{path}__reckoned_at"),
        number=Number("pk"),
        newest=Max("pk"),
        written=Sum("public_version"),
    ).values()
    if not stamps[1]:
        changes = Change.objects.filter(tournament=tournament.pk).exclude(
            what__in=UNSEEN
        )
        rows = Standings.objects.filter(tournament=tournament.pk)
        stamps += rows.values_list("version", "reckoned_at")
        stamps.append(changes.order_by("-pk").values_list("pk", flat=True).first())
    facts = [version, *stamps, facts_of(tournament), facts_of(tournament.club)]
    facts.append(get_language())
    digest = hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]
    return f"{version or 0}-{stamps[-1] or 0}-{digest}"


def facts_of(row: Model) -> list[Any]:
    """Return all columns of a row: some change without a line in a tournament's log."""
    return [getattr(row, column.attname) for column in row._meta.concrete_fields]


def stored_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the rows of the stored standings, first to last; one query."""
    return read_standings(tournament.pk).rows


def has_scores(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether a played round is over, so that there are places at all.

    A row without any round is of past results.
    """
    return any(
        not row["rounds"]
        or any(result["table"] and not result.get("apart") for result in row["rounds"])
        for row in rows
    )


def shown_of(row: Mapping[str, Any] | None) -> Any:
    """Return a row without the tie-break used, to compare the facts readers see."""
    return row and {key: value for key, value in row.items() if key != "decided_by"}


def differ(old: Iterable[dict[str, Any]], new: Iterable[dict[str, Any]]) -> bool:
    """Return whether two standings differ for anyone."""
    old_rows, new_rows = (
        {row["entry"]: shown_of(row) for row in rows} for rows in (old, new)
    )
    return old_rows != new_rows


def substitutes_by_player(tournament: Tournament) -> dict[int, int]:
    """Return the substitutes by the player they play for, if results count for them."""
    if tournament.substitute_counts != Tournament.Substitute.REPLACED:
        return {}
    theirs = tournament.entries.exclude(substitute_for=None)
    return {
        substituted: pk
        for substituted, pk in theirs.values_list("substitute_for", "pk")
        if substituted
    }
