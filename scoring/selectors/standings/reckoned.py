"""Standings: reckoned from the facts, read from where they are kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from rules.ranking import Contestant, Row, plain
from scoring.models import (
    Adjustment,
    Count,
    Entry,
    Round,
    Seat,
    Sheet,
    SitOut,
    Standings,
    Tournament,
)
from scoring.rulebook import standing_rows


@dataclass(frozen=True, slots=True)
class Supposed:
    """What is not so yet, to see what it would do to the standings.

    Scores by the seat's key, a ruling more on a player, and one, by its key, less.
    """

    scores: Mapping[int, int] = field(default_factory=dict)
    ruling: Adjustment | None = None
    without: int | None = None


def reckon(
    tournament: Tournament, supposed: Supposed | None = None
) -> list[dict[str, Any]]:
    """The standings from the facts, first to last, as they are kept (chips).

    One row an entry: `entry` (its pk), `place`, `tied`, `total` (with `adjustment`, the
    rulings outside a sheet, without dropped rounds), `points` (table points), `played`
    (rounds at a table), `decided_by` (the tie-break, or None) and `rounds`. Each of
    these: `round`, `chips`, `points`, `table` (None without a seat), `why` (of a
    SitOut, None at a table) and `dropped`; a round is absent while its sheet is not in
    force. Names are looked up when read. Four queries, whatever the size.
    """
    seats = list(
        Seat.objects.filter(
            round__tournament=tournament, round__state__in=Round.COUNTING
        )
        .select_related("round", "sheet")
        .order_by("sheet_id", "position")
    )
    sit_outs = list(
        SitOut.objects.filter(
            round__tournament=tournament, round__state__in=Round.COUNTING
        ).select_related("round")
    )
    adjustments = list(
        Adjustment.objects.filter(tournament=tournament, reversed_at=None)
    )
    if supposed:
        adjustments = _suppose(supposed, seats, adjustments)
    rows = standing_rows(
        tournament, ranked_entries(tournament), seats, sit_outs, adjustments
    )
    table = {(s.credit_id, s.round.number): s.sheet.table for s in seats}
    missed = {(s.credit_id, s.round.number): s.why for s in sit_outs}
    by = {
        (s.credit_id, s.round.number): s.entry_id
        for s in seats
        if s.credit_id not in (None, s.entry_id)
    }
    return [_with_substitutes(_kept(*ranked, table, missed), by) for ranked in rows]


def _suppose(
    supposed: Supposed, seats: Iterable[Seat], rulings: Iterable[Adjustment]
) -> list[Adjustment]:
    """Put the supposed scores on these seats; gives the rulings as they would be."""
    for seat in seats:
        seat.score = supposed.scores.get(seat.pk, seat.score)
    more = [supposed.ruling] if supposed.ruling else []
    return [each for each in rulings if each.pk != supposed.without] + more


def ranked_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Who has a place: ranked, and seated or sat out in a round that counts."""
    seated = Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
    sat_out = SitOut.objects.filter(
        credit=OuterRef("pk"), round__state__in=Round.COUNTING, why=SitOut.Why.SIT_OUT
    )
    return tournament.entries.filter(Exists(seated) | Exists(sat_out), ranked=True)


def _kept(
    row: Row,
    contestant: Contestant,
    tables: dict[tuple[int, int], int],
    missed: dict[tuple[int, int], str],
) -> dict[str, Any]:
    """A row of the standings as JSON can carry it."""
    return {
        "entry": row.key,
        "place": row.place,
        "tied": row.tied,
        "total": row.chips,
        "points": plain(row.points),
        "played": row.played,
        "adjustment": contestant.adjustment,
        "decided_by": row.decided_by,
        "rounds": [
            {
                "round": result.round,
                "chips": result.chips,
                "points": plain(result.points),
                "table": tables.get((row.key, result.round)),
                "why": missed.get((row.key, result.round)),
                "dropped": result.round in row.dropped,
            }
            for result in sorted(contestant.results, key=lambda each: each.round)
        ],
    }


def _with_substitutes(
    row: dict[str, Any], by: Mapping[tuple[int, int], int]
) -> dict[str, Any]:
    """With `by`, the entry that played a round for this one, where another did."""
    for each in row["rounds"]:
        if played := by.get((row["entry"], each["round"])):
            each["by"] = played
    return row


def has_scores(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a sheet is behind these kept rows, not sit-outs alone."""
    return any(each["table"] for row in rows for each in row["rounds"])


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """What a standings page shows: rows with names, and how final they are."""

    tournament: Tournament
    version: int
    rows: list[dict[str, Any]]
    rounds: list[Round]
    missing: int
    corrections: int

    @property
    def is_final(self) -> bool:
        return self.tournament.finished_at is not None and not self.missing


def standings_of(tournament: Tournament) -> StandingsPage:
    """The kept standings with today's names, in a fixed number of queries."""
    kept = Standings.objects.filter(tournament=tournament).first()
    rounds = [
        each
        for each in tournament.rounds.order_by("number")
        if each.state in Round.COUNTING
    ]
    people = {
        entry.pk: entry
        for entry in tournament.entries.select_related("player").filter(ranked=True)
    }
    rows = [
        {**row, "person": people[row["entry"]]}
        for row in (kept.rows if kept else [])
        if row["entry"] in people
    ]
    return StandingsPage(
        tournament,
        kept.version if kept else 0,
        rows,
        rounds,
        missing_sheets(tournament).count(),
        corrections_of(tournament).count(),
    )


def missing_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """Sheets of rounds that count which have no score in force yet."""
    return Sheet.objects.filter(
        round__tournament=tournament,
        round__state__in=Round.COUNTING,
        seats__position=1,
        seats__score=None,
    )


def corrections_of(tournament: Tournament) -> QuerySet[Count]:
    """Confirmed corrections, for the public receipts, newest first."""
    return (
        Count.objects.filter(
            sheet__round__tournament=tournament,
            corrects__isnull=False,
            confirms__isnull=False,
        )
        .select_related("sheet__round", "corrects", "confirms")
        .order_by("-pk")
    )
