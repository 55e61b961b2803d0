"""Standings, reckoned from the facts."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from rules.ranking import Contestant, Row, plain
from rules.running import RoundNow, running_rounds
from rules.whole import in_whole_chips
from scoring.models import (
    Adjustment,
    Entry,
    Round,
    Seat,
    SitOut,
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
    force. While a round runs (rules.running) its results have `apart`: they are in
    nothing else of the row. Names are looked up when read. Four queries, whatever the
    size.

    Nobody has a place, and there are no rows, before a round is over.
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
    running = running_rounds(_rounds_now(seats))
    if all(s.score is None or s.round.number in running for s in seats):
        return []
    entries = ranked_entries(tournament)
    rows = standing_rows(tournament, entries, seats, sit_outs, adjustments, running)
    table = {(s.credit_id, s.round.number): s.sheet.table for s in seats}
    missed = {(s.credit_id, s.round.number): s.why for s in sit_outs}
    by = {
        (s.credit_id, s.round.number): s.entry_id
        for s in seats
        if s.credit_id not in (None, s.entry_id)
    }
    return [
        _with_substitutes(_kept(*ranked, table, missed, running), by) for ranked in rows
    ]


def _rounds_now(seats: Iterable[Seat]) -> Iterable[RoundNow]:
    """How far each round is, from all its seats."""
    rounds: dict[int, Round] = {}
    in_force: dict[int, dict[int, bool]] = {}
    for seat in seats:
        rounds[seat.round_id] = seat.round
        in_force.setdefault(seat.round_id, {})[seat.sheet_id] = seat.score is not None
    for pk, sheets in in_force.items():
        rnd = rounds[pk]
        yield RoundNow(rnd.number, len(sheets), sum(sheets.values()), rnd.is_closed)


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
        credit=OuterRef("pk"), round__state__in=Round.COUNTING, why__in=SitOut.OUT
    )
    return tournament.entries.filter(Exists(seated) | Exists(sat_out), ranked=True)


def _kept(
    row: Row,
    contestant: Contestant,
    tables: dict[tuple[int, int], int],
    missed: dict[tuple[int, int], str],
    running: Collection[int],
) -> dict[str, Any]:
    """A row of the standings as JSON can carry it."""
    results = sorted(contestant.results, key=lambda each: each.round)
    alone = {*row.dropped, *running}  # in no sum, so rounded each by itself
    chips = in_whole_chips([(r.round, r.chips) for r in results], alone)
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
                "chips": chips[result.round],
                "points": plain(result.points),
                "table": tables.get((row.key, result.round)),
                "why": missed.get((row.key, result.round)),
                "dropped": result.round in row.dropped,
                # Only where it is so: rows of before this was known say nothing of it.
                **({"apart": True} if result.round in running else {}),
            }
            for result in results
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
