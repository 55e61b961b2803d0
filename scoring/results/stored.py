"""The kept standings: computed again whenever a fact they rest on has changed, and read."""

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
    """Compute the standings anew and keep them, as `keep` does.

    The tournament is read first: whoever asks for this may have read the settings before
    he had its lock.
    """
    return keep(Tournament.objects.get(pk=tournament.pk), actor=actor, reason=reason)


def keep(
    tournament: Tournament, *, actor: Actor, reason: str, scores_only: bool = False
) -> Standings:
    """Compute the standings of a tournament that was read under its lock, and keep them.

    Belongs in the write's transaction. Where they were final and say something else now,
    the next edition is published; `reason` tells everybody why, without a name.
    `scores_only`: who sits where, the hands and their rules are as they were. Tallies and
    seasons follow the log (`scoring.rollups.subscribers`), where they may become others.
    """
    standings, is_created = Standings.objects.get_or_create(tournament=tournament)
    if is_created:
        standings.fund = fund_of(tournament.pk)
    if tournament.pk in _held_back.get():
        return standings
    (rows, ties), stored = compute_standings(tournament), read_standings(tournament.pk)
    before, after = _without_running(stored.rows), _without_running(rows)
    # Nobody had a place, and nobody has one: there is nothing to sum up.
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
    keep_if_new(tournament, rows, actor, reason)
    return standings


def keep_sheet(sheet: Sheet, *, actor: Actor, reason: str, scores_only: bool) -> None:
    """Keep the standings, as `keep` does, where one sheet alone has other scores now.

    The state of its round is as it was. While that runs on, what the table has of it is
    all that becomes another, and nothing else is computed.
    """
    tournament = sheet.round.tournament
    current = Standings.objects.filter(tournament=tournament, rows_version=F("version"))
    has_rows = current.values_list(_HAS_ROWS, flat=True).first()
    facts = None
    if has_rows is not None and IN_RUNNING_ROUND.filter(pk=sheet.pk).exists():
        # Without any row no round is over yet, and none is over now.
        facts = _with_results(sheet) if has_rows else {}
    if facts is None or tournament.pk in _held_back.get():
        keep(tournament, actor=actor, reason=reason, scores_only=scores_only)
        return
    StandingsRow.store(tournament.pk, facts)
    marks: dict[str, Any] = {"reckoned_at": timezone.now()}
    if facts:
        marks["version"] = marks["rows_version"] = F("version") + 1
    # No sum rests on a round that runs, but figures do on its hands.
    leaves_behind = has_rows and not scores_only
    if leaves_behind:
        marks |= _left_behind(actor, reason)
    current.update(**marks)


def _with_results(sheet: Sheet) -> dict[int, tuple[dict[str, Any], Any]] | None:
    """Return what is stored of rows that change with the results of a sheet, by entry.

    None where what is stored does not fit them, so that all is to be computed.
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
    """The rows without the round that runs: it is in nothing else of them."""
    without_apart = []
    for row in rows:
        rounds = [result for result in row["rounds"] if not result.get("apart")]
        without_apart.append({**row, "rounds": rounds})
    return without_apart


def hands_changed(tournament: Tournament, *, actor: Actor, reason: str) -> None:
    """A hand of a sheet in force is another, or what a judge ruled on it.

    Belongs in the transaction of the change, under the tournament's lock. The standings
    stay; what is summed up of the hands follows the log.
    """
    standings = Standings.objects.filter(tournament=tournament)
    standings.update(reckoned_at=timezone.now(), **_left_behind(actor, reason))


def _left_behind(actor: Actor, reason: str) -> dict[str, Any]:
    """The columns of standings whose sums are still to follow this write."""
    return {
        "revision": F("revision") + 1,
        **reason_columns(Standings, "why", reason),
        "by": actor.user,
        "by_name": actor.name,
    }


def refresh_running(actor: Actor) -> None:
    """Compute unfinished tournaments as this version does, where an older one kept them.

    Only where the rows differ is anything written, and the log says so. What was
    declared final stays as it was declared.
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
    """Compute what tie-breaks compare where an older version stored rows without that.

    Nothing is logged: places and totals are as they were.
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
    """Many writes in one transaction: their standings are computed at the end."""
    before = _held_back.get()
    _held_back.set(before | {tournament.pk})
    try:
        yield
    finally:
        _held_back.set(before)
    refresh(tournament, actor=actor, reason=log_message("reason.file_imported"))


def keep_if_new(
    tournament: Tournament, rows: list[dict[str, Any]], actor: Actor, reason: str
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
                lists=lists_of(tournament.pk),
                **next_edition(newest, actor, reason),
            )
    return None


def next_edition(
    newest: Edition | SeasonEdition | None, actor: Actor, reason: str
) -> dict[str, Any]:
    """Number, reason and signature of the edition after the newest; the first has no reason."""
    return {
        "number": newest.number + 1 if newest else 1,
        **reason_columns(Edition, "reason", reason if newest else ""),
        "by": actor.user,
        "by_name": actor.name,
    }


def version_of(tournament: Tournament) -> str:
    """Another one with all that public pages show, and by no saved hand; one query.

    Scores in force, rounds, rulings, announcements, the clock, who is shown by which name,
    the settings of tournament and club, and the language of whoever reads.

    The sheets' own versions tell of a write on one of them: the newest line of the log
    would hide one with an older number that another table's write overtook, and to find it
    one would walk back over all hands since. Where there is no sheet the log has no
    hands, and tells it by two more queries.
    """
    # From the sheets, and without a group: by a tournament's columns it costs ten times that.
    path = "round__tournament__standings"
    sheets = Sheet.objects.filter(round__tournament=tournament.pk).order_by()
    version, *stamps = sheets.aggregate(
        version=Max(f"{path}__version"),
        # A restored site may give keys and versions twice, hence the time.
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
    """All that a row says: some of it is changed without a line in a tournament's log."""
    return [getattr(row, column.attname) for column in row._meta.concrete_fields]


def stored_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The rows of the kept standings, first to last; one query."""
    return read_standings(tournament.pk).rows


def has_scores(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a round is over that was played, so that there are places at all.

    A row without any round is of an old list.
    """
    return any(
        not row["rounds"]
        or any(result["table"] and not result.get("apart") for result in row["rounds"])
        for row in rows
    )


def shown_of(row: Mapping[str, Any] | None) -> Any:
    """What a reader of a line would miss; the order of equals is not."""
    return row and {key: value for key, value in row.items() if key != "decided_by"}


def differ(old: Iterable[dict[str, Any]], new: Iterable[dict[str, Any]]) -> bool:
    """Whether two standings say different things of anybody."""
    old_rows, new_rows = (
        {row["entry"]: shown_of(row) for row in rows} for rows in (old, new)
    )
    return old_rows != new_rows


def standing_for(tournament: Tournament) -> dict[int, int]:
    """Who sits now for whose standing: the one who left, and his substitute."""
    if tournament.substitute_counts != Tournament.Substitute.REPLACED:
        return {}
    theirs = tournament.entries.exclude(substitute_for=None)
    return {
        substituted: pk
        for substituted, pk in theirs.values_list("substitute_for", "pk")
        if substituted
    }
